-- The tables of an archive, piquet-archive/2, and the macros; views.sql has the views.
--
-- Deals are stored in two shapes. A regular deal (recorded completely, played to the end, without a finding) has a
-- narrow row in regular_deals; its calls are codes in regular_calls. Any other deal has a wide row in other_deals, its
-- calls rows in other_calls. Queries read the views deals and calls, which show both alike. The columns of these four
-- tables that are not described here have the comments of the views.
--
-- A card is a number from 0 (seven of spades) to 31 (ace of clubs): eight a suit, in the order spades, hearts,
-- diamonds, clubs; 32 is an unknown card. A hand is a 32-bit set: bit n is set if the hand has card n. card(n) and
-- cards(hand) write them as records do.

CREATE TYPE seat AS ENUM ('A', 'B');
CREATE TYPE role AS ENUM ('elder', 'younger');
CREATE TYPE offender AS ENUM ('elder', 'younger', 'both');
CREATE TYPE category AS ENUM ('point', 'sequence', 'set');
CREATE TYPE reply AS ENUM ('good', 'equal', 'not-good');
CREATE TYPE verdict AS ENUM ('clean', 'settled', 'undecided', 'violations');
CREATE TYPE outcome AS ENUM ('played', 'void', 'thrown-in', 'forfeited', 'stopped', 'unfinished');
CREATE TYPE ended AS ENUM ('target', 'deals', 'abandoned', 'thrown-in', 'forfeited', 'postponed', 'unfinished');
CREATE TYPE severity AS ENUM ('violation', 'note');
CREATE TYPE finding_status AS ENUM ('open', 'remedied', 'waived', 'noted');

CREATE TABLE meta (name VARCHAR NOT NULL, value VARCHAR NOT NULL);
COMMENT ON TABLE meta IS 'The versions of the format, the program and the profiles, one per row.';
COMMENT ON COLUMN meta.name IS 'archive, tool, or profile.NAME.';
COMMENT ON COLUMN meta.value IS 'The version: the format of the archive, the program that wrote to it last, the newest version of the profile that judged games.';

CREATE TABLE games (
    game INTEGER NOT NULL,
    id VARCHAR NOT NULL,
    file VARCHAR,
    line INTEGER,
    sha256 VARCHAR NOT NULL,
    rules VARCHAR NOT NULL,
    rules_written VARCHAR,
    conventions VARCHAR,
    target INTEGER,
    player_a VARCHAR NOT NULL,
    player_b VARCHAR NOT NULL,
    date VARCHAR,
    year INTEGER,
    event VARCHAR,
    site VARCHAR,
    round VARCHAR,
    recorder VARCHAR,
    source VARCHAR,
    deals INTEGER NOT NULL,
    verdict verdict NOT NULL,
    winner seat,
    score_a INTEGER,
    score_b INTEGER,
    settlement INTEGER,
    ended ended NOT NULL,
    agrees BOOLEAN,
    tool VARCHAR NOT NULL,
    record VARCHAR USING COMPRESSION zstd,
    record_start VARCHAR USING COMPRESSION zstd,
    record_end VARCHAR USING COMPRESSION zstd
);
COMMENT ON TABLE games IS 'One row per game.';
COMMENT ON COLUMN games.game IS 'Number of the game in this archive; it joins the tables and is unique.';
COMMENT ON COLUMN games.id IS 'The id in the record; unique in the archive.';
COMMENT ON COLUMN games.file IS 'The file it was read from.';
COMMENT ON COLUMN games.line IS 'Line of that file, from 1.';
COMMENT ON COLUMN games.sha256 IS 'SHA-256 of the canonical form of the record, in hexadecimal.';
COMMENT ON COLUMN games.rules IS 'The rules profile that judged it, with its version.';
COMMENT ON COLUMN games.rules_written IS 'The rules profile as the record names it; NULL if it names none.';
COMMENT ON COLUMN games.conventions IS 'What the players agreed beforehand, as a JSON object; NULL if nothing is written.';
COMMENT ON COLUMN games.target IS 'Points that win the game; NULL if a number of deals decides.';
COMMENT ON COLUMN games.player_a IS 'Name of the player at seat A.';
COMMENT ON COLUMN games.player_b IS 'Name of the player at seat B.';
COMMENT ON COLUMN games.date IS 'Date as written: a year, a month or a day.';
COMMENT ON COLUMN games.year IS 'Year of that date.';
COMMENT ON COLUMN games.event IS 'Event as written.';
COMMENT ON COLUMN games.site IS 'Site as written.';
COMMENT ON COLUMN games.round IS 'Round as written.';
COMMENT ON COLUMN games.recorder IS 'Who recorded it, as written.';
COMMENT ON COLUMN games.source IS 'Where a printed game was found, as a JSON object.';
COMMENT ON COLUMN games.deals IS 'Deals in the record.';
COMMENT ON COLUMN games.verdict IS 'clean: no violation; settled: violations, but none open; undecided: the last deal is in progress, and something may still be done; violations: at least one open.';
COMMENT ON COLUMN games.winner IS 'Seat of the winner as the laws give it; NULL if there is none.';
COMMENT ON COLUMN games.score_a IS 'Points of seat A in the game, as the laws give them; NULL if not checkable.';
COMMENT ON COLUMN games.score_b IS 'Points of seat B in the game, as the laws give them; NULL if not checkable.';
COMMENT ON COLUMN games.settlement IS 'Points that the winner is paid, under rules with a settlement.';
COMMENT ON COLUMN games.ended IS 'How the game ended.';
COMMENT ON COLUMN games.agrees IS 'Whether the written result is the one computed; NULL if nothing was written.';
COMMENT ON COLUMN games.tool IS 'The program that judged it, with its version.';
COMMENT ON COLUMN games.record IS 'The record, byte for byte as it was read; NULL if it can be rebuilt from the rows of its deals. `piquet export` writes every record.';
COMMENT ON COLUMN games.record_start IS 'The record up to its first deal; NULL if record holds the whole.';
COMMENT ON COLUMN games.record_end IS 'The record after its last deal; NULL if record holds the whole.';

CREATE TABLE regular_deals (
    game INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    dealer seat NOT NULL,
    elder_player VARCHAR NOT NULL,
    younger_player VARCHAR NOT NULL,
    rules VARCHAR NOT NULL,
    year INTEGER,
    packets UTINYINT,
    elder_dealt UINTEGER,
    younger_dealt UINTEGER,
    talon UBIGINT,
    elder_discard UINTEGER,
    younger_discard UINTEGER,
    elder_drew UTINYINT,
    younger_drew UTINYINT,
    announced UTINYINT NOT NULL,
    elder_hand UINTEGER NOT NULL,
    younger_hand UINTEGER NOT NULL,
    elder_point_held USMALLINT NOT NULL,
    elder_sequence_held USMALLINT NOT NULL,
    elder_set_held USMALLINT NOT NULL,
    younger_point_held USMALLINT NOT NULL,
    younger_sequence_held USMALLINT NOT NULL,
    younger_set_held USMALLINT NOT NULL,
    elder_point_called USMALLINT NOT NULL,
    elder_sequence_called USMALLINT NOT NULL,
    elder_set_called USMALLINT NOT NULL,
    younger_point_called USMALLINT NOT NULL,
    younger_sequence_called USMALLINT NOT NULL,
    younger_set_called USMALLINT NOT NULL,
    tricks_1_to_6 UBIGINT NOT NULL,
    tricks_7_to_12 UBIGINT NOT NULL,
    elder_won USMALLINT NOT NULL,
    elder_carte_blanche UTINYINT NOT NULL,
    elder_point UTINYINT NOT NULL,
    elder_sequences UTINYINT NOT NULL,
    elder_sets UTINYINT NOT NULL,
    elder_repique UTINYINT NOT NULL,
    elder_pique UTINYINT NOT NULL,
    elder_play UTINYINT NOT NULL,
    elder_last_trick UTINYINT NOT NULL,
    elder_cards UTINYINT NOT NULL,
    elder_capot UTINYINT NOT NULL,
    elder_total USMALLINT NOT NULL,
    younger_carte_blanche UTINYINT NOT NULL,
    younger_point UTINYINT NOT NULL,
    younger_sequences UTINYINT NOT NULL,
    younger_sets UTINYINT NOT NULL,
    younger_repique UTINYINT NOT NULL,
    younger_pique UTINYINT NOT NULL,
    younger_play UTINYINT NOT NULL,
    younger_last_trick UTINYINT NOT NULL,
    younger_cards UTINYINT NOT NULL,
    younger_capot UTINYINT NOT NULL,
    younger_total USMALLINT NOT NULL,
    elder_written USMALLINT,
    younger_written USMALLINT
);
COMMENT ON TABLE regular_deals IS 'One row per regular deal: recorded completely, played to the end, without a finding. The view deals shows these rows beside those of other_deals.';
COMMENT ON COLUMN regular_deals.talon IS 'The talon, top first, as an integer with five bits per card, the first card lowest.';
COMMENT ON COLUMN regular_deals.announced IS 'Whose record of the exchange says how many cards he announced to draw: 1 of the elder, 2 of the younger, 3 of both.';
COMMENT ON COLUMN regular_deals.tricks_1_to_6 IS 'Cards of tricks 1 to 6, lead and follow in turn, as an integer with five bits per card, the first card lowest.';
COMMENT ON COLUMN regular_deals.tricks_7_to_12 IS 'Cards of tricks 7 to 12, written as tricks_1_to_6.';

CREATE TABLE other_deals (
    game INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    dealer seat NOT NULL,
    elder_player VARCHAR NOT NULL,
    younger_player VARCHAR NOT NULL,
    rules VARCHAR NOT NULL,
    year INTEGER,
    outcome outcome NOT NULL,
    assumed BOOLEAN NOT NULL,
    after_end BOOLEAN NOT NULL,
    packets INTEGER,
    elder_dealt UINTEGER,
    younger_dealt UINTEGER,
    talon UTINYINT[],
    elder_discard UINTEGER,
    younger_discard UINTEGER,
    elder_drew INTEGER,
    younger_drew INTEGER,
    elder_drawn UINTEGER,
    younger_drawn UINTEGER,
    elder_hand UINTEGER,
    younger_hand UINTEGER,
    elder_point_held INTEGER,
    elder_sequence_held INTEGER,
    elder_set_held INTEGER,
    younger_point_held INTEGER,
    younger_sequence_held INTEGER,
    younger_set_held INTEGER,
    elder_point_called INTEGER,
    elder_sequence_called INTEGER,
    elder_set_called INTEGER,
    younger_point_called INTEGER,
    younger_sequence_called INTEGER,
    younger_set_called INTEGER,
    play UTINYINT[],
    elder_led USMALLINT,
    elder_won USMALLINT,
    younger_won USMALLINT,
    elder_carte_blanche INTEGER,
    elder_point INTEGER,
    elder_sequences INTEGER,
    elder_sets INTEGER,
    elder_repique INTEGER,
    elder_pique INTEGER,
    elder_play INTEGER,
    elder_last_trick INTEGER,
    elder_cards INTEGER,
    elder_capot INTEGER,
    elder_total INTEGER,
    younger_carte_blanche INTEGER,
    younger_point INTEGER,
    younger_sequences INTEGER,
    younger_sets INTEGER,
    younger_repique INTEGER,
    younger_pique INTEGER,
    younger_play INTEGER,
    younger_last_trick INTEGER,
    younger_cards INTEGER,
    younger_capot INTEGER,
    younger_total INTEGER,
    elder_carte_blanche_played INTEGER,
    elder_point_played INTEGER,
    elder_sequences_played INTEGER,
    elder_sets_played INTEGER,
    elder_repique_played INTEGER,
    elder_pique_played INTEGER,
    elder_play_played INTEGER,
    elder_last_trick_played INTEGER,
    elder_cards_played INTEGER,
    elder_capot_played INTEGER,
    elder_total_played INTEGER,
    younger_carte_blanche_played INTEGER,
    younger_point_played INTEGER,
    younger_sequences_played INTEGER,
    younger_sets_played INTEGER,
    younger_repique_played INTEGER,
    younger_pique_played INTEGER,
    younger_play_played INTEGER,
    younger_last_trick_played INTEGER,
    younger_cards_played INTEGER,
    younger_capot_played INTEGER,
    younger_total_played INTEGER,
    elder_written INTEGER,
    younger_written INTEGER
);
COMMENT ON TABLE other_deals IS 'One row per deal that is not in regular_deals. The view deals shows these rows too.';

CREATE TABLE regular_calls (
    game INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    call UTINYINT NOT NULL,
    code UINTEGER NOT NULL,
    held USMALLINT NOT NULL
);
COMMENT ON TABLE regular_calls IS 'One row per call of a regular deal. The view calls shows these rows beside those of other_calls.';
COMMENT ON COLUMN regular_calls.code IS 'The call in one integer: bit 0 the role (1: younger), bits 1-2 the category (0 point, 1 sequence, 2 set), bits 3-4 the reply (0 none, 1 good, 2 equal, 3 not-good), bit 5 whether it scored, bits 6-8 the suit of the cards shown (0: none recorded, 1 spades to 4 clubs), from bit 9 the call as calls.called.';

CREATE TABLE other_calls (
    game INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    call INTEGER NOT NULL,
    role role NOT NULL,
    what category NOT NULL,
    called INTEGER NOT NULL,
    held INTEGER,
    reply reply,
    shown BOOLEAN,
    in_play BOOLEAN NOT NULL,
    corrected BOOLEAN NOT NULL,
    scored BOOLEAN,
    whole BOOLEAN NOT NULL
);
COMMENT ON TABLE other_calls IS 'One row per call of a deal that is not in regular_deals. The view calls shows these rows too.';

CREATE TABLE findings (
    game INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    finding INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    law INTEGER,
    severity severity NOT NULL,
    status finding_status,
    role offender,
    player VARCHAR,
    trick INTEGER,
    pointer VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    ruling VARCHAR NOT NULL,
    evidence VARCHAR NOT NULL,
    options VARCHAR NOT NULL
);
COMMENT ON TABLE findings IS 'One row per finding.';
COMMENT ON COLUMN findings.game IS 'The game, as in games.';
COMMENT ON COLUMN findings.deal IS 'Number of the deal in its game, from 1.';
COMMENT ON COLUMN findings.finding IS 'Number of the finding in its deal, from 1.';
COMMENT ON COLUMN findings.code IS 'The finding code; `piquet laws` lists them.';
COMMENT ON COLUMN findings.law IS 'Number of the law; NULL for a rule without number and for a fault of the record.';
COMMENT ON COLUMN findings.severity IS 'violation: a law was broken, or the record cannot be right; note: a remark.';
COMMENT ON COLUMN findings.status IS 'Status of a violation; NULL for a note.';
COMMENT ON COLUMN findings.role IS 'Who broke the law; NULL if no player did.';
COMMENT ON COLUMN findings.player IS 'Name of the player who broke it; NULL if both or none did.';
COMMENT ON COLUMN findings.trick IS 'Number of the trick, from 1.';
COMMENT ON COLUMN findings.pointer IS 'Place of the fact in the record, as a JSON pointer.';
COMMENT ON COLUMN findings.message IS 'The fault in words.';
COMMENT ON COLUMN findings.ruling IS 'The ruling in words.';
COMMENT ON COLUMN findings.evidence IS 'The facts that prove it, as a JSON object.';
COMMENT ON COLUMN findings.options IS 'The choices that the law gives a player, as a JSON list.';

CREATE TABLE rejects (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    pointer VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    tool VARCHAR NOT NULL
);
COMMENT ON TABLE rejects IS 'One row per fault of a document that could not be stored; reading the same line of a file again replaces its rows.';
COMMENT ON COLUMN rejects.file IS 'The file, as named in the command.';
COMMENT ON COLUMN rejects.line IS 'Line of the file, from 1.';
COMMENT ON COLUMN rejects.pointer IS 'Where in the record the fault is, as a JSON pointer; empty for the whole document.';
COMMENT ON COLUMN rejects.reason IS 'What was found, what was expected, what to do.';
COMMENT ON COLUMN rejects.tool IS 'The program that read it, with its version.';

CREATE MACRO card(n) AS substr('7S8S9STSJSQSKSAS7H8H9HTHJHQHKHAH7D8D9DTDJDQDKDAD7C8C9CTCJCQCKCAC??', n * 2 + 1, 2);
COMMENT ON MACRO card IS 'A card number as a record writes the card: card(7) is AS.';
CREATE MACRO cards(hand) AS array_to_string([card(n) for n in [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 23, 22, 21, 20, 19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24] if (hand >> n) & 1 = 1], ' ');
COMMENT ON MACRO cards IS 'A hand as a record writes it: suit by suit, highest card first.';
CREATE MACRO court_cards(hand) AS bit_count(hand & 1886417008);
COMMENT ON MACRO court_cards IS 'How many kings, queens and jacks a hand has.';
CREATE MACRO longest_suit(hand) AS greatest(bit_count(hand & 255), bit_count(hand & 65280), bit_count(hand & 16711680), bit_count(hand & 4278190080));
COMMENT ON MACRO longest_suit IS 'How many cards of its longest suit a hand has.';
CREATE MACRO longest_sequence(hand) AS CASE
    WHEN hand & (hand >> 1) & (hand >> 2) & 1061109567 = 0 THEN 0
    WHEN hand & (hand >> 1) & (hand >> 2) & (hand >> 3) & 522133279 = 0 THEN 3
    WHEN hand & (hand >> 1) & (hand >> 2) & (hand >> 3) & (hand >> 4) & 252645135 = 0 THEN 4
    WHEN hand & (hand >> 1) & (hand >> 2) & (hand >> 3) & (hand >> 4) & (hand >> 5) & 117901063 = 0 THEN 5
    WHEN hand & (hand >> 1) & (hand >> 2) & (hand >> 3) & (hand >> 4) & (hand >> 5) & (hand >> 6) & 50529027 = 0 THEN 6
    WHEN hand & (hand >> 1) & (hand >> 2) & (hand >> 3) & (hand >> 4) & (hand >> 5) & (hand >> 6) & (hand >> 7) & 16843009 = 0 THEN 7
    ELSE 8 END;
COMMENT ON MACRO longest_sequence IS 'How many cards the longest sequence of a hand has; 0 if it has none of three cards.';
CREATE MACRO quatorzes(hand) AS bit_count(hand & (hand >> 8) & (hand >> 16) & (hand >> 24) & 248);
COMMENT ON MACRO quatorzes IS 'How many quatorzes a hand has, tens to aces.';
CREATE MACRO trios(hand) AS bit_count(((hand & (hand >> 8) & ((hand >> 16) | (hand >> 24))) | ((hand >> 16) & (hand >> 24) & (hand | (hand >> 8)))) & 248) - quatorzes(hand);
COMMENT ON MACRO trios IS 'How many trios (exactly three of a rank) a hand has, tens to aces.';
CREATE MACRO mean_margin(x) AS 1.96 * stddev_samp(x) / sqrt(count(x));
COMMENT ON MACRO mean_margin IS 'Half the width of the 95 % interval of a mean (an aggregate).';
CREATE MACRO share_low(times, n) AS CASE WHEN times = 0 THEN 0 ELSE (times + 1.9208 - 1.96 * sqrt(times * (n - times) / n + 0.9604)) / (n + 3.8416) END;
COMMENT ON MACRO share_low IS 'Lower end of the 95 % interval (Wilson) of a share: times out of n.';
CREATE MACRO share_high(times, n) AS (times + 1.9208 + 1.96 * sqrt(times * (n - times) / n + 0.9604)) / (n + 3.8416);
COMMENT ON MACRO share_high IS 'Upper end of the 95 % interval (Wilson) of a share: times out of n.';
CREATE MACRO cards_of_talon(word) AS CASE WHEN word IS NOT NULL THEN [word & 31, word >> 5 & 31, word >> 10 & 31, word >> 15 & 31, word >> 20 & 31, word >> 25 & 31, word >> 30 & 31, word >> 35 & 31]::UTINYINT[] END;
COMMENT ON MACRO cards_of_talon IS 'The card numbers of regular_deals.talon.';
CREATE MACRO cards_of_tricks(word) AS [word & 31, word >> 5 & 31, word >> 10 & 31, word >> 15 & 31, word >> 20 & 31, word >> 25 & 31, word >> 30 & 31, word >> 35 & 31, word >> 40 & 31, word >> 45 & 31, word >> 50 & 31, word >> 55 & 31]::UTINYINT[];
COMMENT ON MACRO cards_of_tricks IS 'The card numbers of regular_deals.tricks_1_to_6 or tricks_7_to_12.';
CREATE MACRO call_role(code) AS CASE code & 1 WHEN 0 THEN 'elder' ELSE 'younger' END::role;
COMMENT ON MACRO call_role IS 'The role in regular_calls.code.';
CREATE MACRO call_category(code) AS CASE code >> 1 & 3 WHEN 0 THEN 'point' WHEN 1 THEN 'sequence' ELSE 'set' END::category;
COMMENT ON MACRO call_category IS 'The category in regular_calls.code.';
CREATE MACRO call_reply(code) AS CASE code >> 3 & 3 WHEN 1 THEN 'good' WHEN 2 THEN 'equal' WHEN 3 THEN 'not-good' END::reply;
COMMENT ON MACRO call_reply IS 'The reply in regular_calls.code; NULL if none is recorded.';
CREATE MACRO call_scored(code) AS code >> 5 & 1 = 1;
COMMENT ON MACRO call_scored IS 'Whether the call in regular_calls.code scored.';
CREATE MACRO call_shown_suit(code) AS code >> 6 & 7;
COMMENT ON MACRO call_shown_suit IS 'The suit of the cards shown in regular_calls.code: 1 spades to 4 clubs; 0 if none are recorded.';
CREATE MACRO call_number(code) AS (code >> 9)::INTEGER;
COMMENT ON MACRO call_number IS 'The call in regular_calls.code as calls.called: cards x 100 + pips, or cards x 10 + rank.';
CREATE MACRO rank_of(number) AS substr('789TJQKA', number + 1, 1);
COMMENT ON MACRO rank_of IS 'The rank of a number from 0 (7) to 7 (ace), as a record writes it.';
CREATE MACRO call_cards(what, called) AS CASE WHEN what = 'point' THEN called // 100 ELSE called // 10 END;
COMMENT ON MACRO call_cards IS 'How many cards were called, from calls.what and calls.called.';
CREATE MACRO call_value(what, called) AS CASE WHEN what = 'point' AND called % 100 > 0 THEN called % 100 END;
COMMENT ON MACRO call_value IS 'Pips of a called point, from calls.what and calls.called; NULL for other calls and if they were not stated.';
CREATE MACRO call_top(what, called) AS CASE WHEN what = 'sequence' THEN rank_of(called % 10) END;
COMMENT ON MACRO call_top IS 'Top rank of a called sequence, from calls.what and calls.called; NULL for other calls.';
CREATE MACRO call_rank(what, called) AS CASE WHEN what = 'set' AND called % 10 > 0 THEN rank_of(called % 10) END;
COMMENT ON MACRO call_rank IS 'Rank of a called set, from calls.what and calls.called; NULL for other calls and if it was not stated.';
