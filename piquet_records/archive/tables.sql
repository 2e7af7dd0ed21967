-- The tables of an archive, piquet-archive/1. Every table, view, column and macro has its comment here.
--
-- A card is a number from 0 (seven of spades) to 31 (ace of clubs): eight a suit, in the order spades, hearts,
-- diamonds, clubs; 32 is an unknown card. A hand is a 32-bit set: bit n is set if the hand has card n. card(n) and
-- cards(hand) write them as records do.

CREATE TYPE seat AS ENUM ('A', 'B');
CREATE TYPE role AS ENUM ('elder', 'younger');
CREATE TYPE offender AS ENUM ('elder', 'younger', 'both');
CREATE TYPE category AS ENUM ('point', 'sequence', 'set');
CREATE TYPE reply AS ENUM ('good', 'equal', 'not-good');
CREATE TYPE verdict AS ENUM ('clean', 'settled', 'violations');
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
    record VARCHAR USING COMPRESSION zstd
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
COMMENT ON COLUMN games.verdict IS 'clean: no violation; settled: violations, but none open; violations: at least one open.';
COMMENT ON COLUMN games.winner IS 'Seat of the winner as the laws give it; NULL if there is none.';
COMMENT ON COLUMN games.score_a IS 'Points of seat A in the game, as the laws give them; NULL if not checkable.';
COMMENT ON COLUMN games.score_b IS 'Points of seat B in the game, as the laws give them; NULL if not checkable.';
COMMENT ON COLUMN games.settlement IS 'Points that the winner is paid, under rules with a settlement.';
COMMENT ON COLUMN games.ended IS 'How the game ended.';
COMMENT ON COLUMN games.agrees IS 'Whether the written result is the one computed; NULL if nothing was written.';
COMMENT ON COLUMN games.tool IS 'The program that judged it, with its version.';
COMMENT ON COLUMN games.record IS 'The record, byte for byte as it was read.';

CREATE TABLE deals (
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
    younger_written INTEGER,
    whole BOOLEAN AS (outcome = 'played' AND NOT after_end AND NOT assumed)
);
COMMENT ON TABLE deals IS 'One row per deal, both roles side by side.';
COMMENT ON COLUMN deals.game IS 'The game, as in games.';
COMMENT ON COLUMN deals.deal IS 'Number of the deal in its game, from 1.';
COMMENT ON COLUMN deals.dealer IS 'Seat of the dealer, who is the younger hand.';
COMMENT ON COLUMN deals.elder_player IS 'Name of the elder.';
COMMENT ON COLUMN deals.younger_player IS 'Name of the younger.';
COMMENT ON COLUMN deals.rules IS 'The rules profile that judged it, with its version.';
COMMENT ON COLUMN deals.year IS 'Year of the game.';
COMMENT ON COLUMN deals.outcome IS 'How the deal ended; played: all its tricks are accounted for.';
COMMENT ON COLUMN deals.assumed IS 'True if the calls were not recorded; the score then assumes that both players called all they held.';
COMMENT ON COLUMN deals.after_end IS 'True if the game was over before this deal; the deal then does not count.';
COMMENT ON COLUMN deals.whole IS 'True for deals that can be compared: played to the end, with their calls recorded, before the end of the game.';
COMMENT ON COLUMN deals.packets IS 'Number of cards dealt at a time.';
COMMENT ON COLUMN deals.elder_dealt IS 'Hand of the elder as dealt, as a set; NULL if it is not recorded completely.';
COMMENT ON COLUMN deals.younger_dealt IS 'Hand of the younger as dealt, as a set; NULL if it is not recorded completely.';
COMMENT ON COLUMN deals.talon IS 'The talon, top first, as card numbers.';
COMMENT ON COLUMN deals.elder_discard IS 'Discard of the elder at the end of the deal, as a set of the known cards; NULL if the exchange is not recorded.';
COMMENT ON COLUMN deals.younger_discard IS 'Discard of the younger at the end of the deal, as a set of the known cards; NULL if the exchange is not recorded.';
COMMENT ON COLUMN deals.elder_drew IS 'How many cards the elder drew, less those he put back; NULL if the exchange is not recorded.';
COMMENT ON COLUMN deals.younger_drew IS 'How many cards the younger drew, less those he put back; NULL if the exchange is not recorded.';
COMMENT ON COLUMN deals.elder_drawn IS 'The cards that the elder drew, as a set of the known ones; NULL if the exchange is not recorded.';
COMMENT ON COLUMN deals.younger_drawn IS 'The cards that the younger drew, as a set of the known ones; NULL if the exchange is not recorded.';
COMMENT ON COLUMN deals.elder_hand IS 'Hand of the elder after the exchange, as a set; NULL if not all of it is known.';
COMMENT ON COLUMN deals.younger_hand IS 'Hand of the younger after the exchange, as a set; NULL if not all of it is known.';
COMMENT ON COLUMN deals.elder_point_held IS 'Best point that the elder held: cards x 100 + pips (659: six cards, 59 pips).';
COMMENT ON COLUMN deals.elder_sequence_held IS 'Best sequence that the elder held: cards x 10 + rank of its top, 0 for the seven to 7 for the ace (57: a quint to the ace); 0 for none.';
COMMENT ON COLUMN deals.elder_set_held IS 'Best set that the elder held: cards x 10 + rank, 3 for the ten to 7 for the ace (47: four aces); 0 for none.';
COMMENT ON COLUMN deals.younger_point_held IS 'Best point that the younger held, written as elder_point_held.';
COMMENT ON COLUMN deals.younger_sequence_held IS 'Best sequence that the younger held, written as elder_sequence_held.';
COMMENT ON COLUMN deals.younger_set_held IS 'Best set that the younger held, written as elder_set_held.';
COMMENT ON COLUMN deals.elder_point_called IS 'Best point that the elder called, after corrections; 0 for none, NULL if calls are not recorded. Written as elder_point_held, with pips 0 if they were not stated.';
COMMENT ON COLUMN deals.elder_sequence_called IS 'Best sequence that the elder called, after corrections; 0 for none, NULL if calls are not recorded. Written as elder_sequence_held.';
COMMENT ON COLUMN deals.elder_set_called IS 'Best set that the elder called, after corrections; 0 for none, NULL if calls are not recorded. Written as elder_set_held, with rank 0 if it was not stated.';
COMMENT ON COLUMN deals.younger_point_called IS 'Best point that the younger called, written as elder_point_called.';
COMMENT ON COLUMN deals.younger_sequence_called IS 'Best sequence that the younger called, written as elder_sequence_called.';
COMMENT ON COLUMN deals.younger_set_called IS 'Best set that the younger called, written as elder_set_called.';
COMMENT ON COLUMN deals.play IS 'Cards of the tricks that were not taken back, as card numbers: lead, follow, lead, follow; NULL for a card that was not played. Tricks that were taken back are only in the record.';
COMMENT ON COLUMN deals.elder_led IS 'Tricks that the elder led, as a set: bit n is trick n + 1.';
COMMENT ON COLUMN deals.elder_won IS 'Tricks that the elder won, as a set: bit n is trick n + 1.';
COMMENT ON COLUMN deals.younger_won IS 'Tricks that the younger won, as a set: bit n is trick n + 1.';
COMMENT ON COLUMN deals.elder_carte_blanche IS 'Elder: points for carte blanche, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_point IS 'Elder: points for the point, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_sequences IS 'Elder: points for sequences, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_sets IS 'Elder: points for trios and quatorzes, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_repique IS 'Elder: 60 for a repique, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_pique IS 'Elder: 30 for a pique, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_play IS 'Elder: points for cards led and for tricks won as second, without the extra point of the last trick, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_last_trick IS 'Elder: 1 for the last trick, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_cards IS 'Elder: 10 for seven tricks or more, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_capot IS 'Elder: 40 for all twelve tricks, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_total IS 'Elder: points in all, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_carte_blanche IS 'Younger: points for carte blanche, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_point IS 'Younger: points for the point, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_sequences IS 'Younger: points for sequences, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_sets IS 'Younger: points for trios and quatorzes, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_repique IS 'Younger: 60 for a repique, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_pique IS 'Younger: 30 for a pique, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_play IS 'Younger: points for cards led and for tricks won as second, without the extra point of the last trick, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_last_trick IS 'Younger: 1 for the last trick, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_cards IS 'Younger: 10 for seven tricks or more, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_capot IS 'Younger: 40 for all twelve tricks, else 0, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_total IS 'Younger: points in all, as the laws give it; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_carte_blanche_played IS 'Elder: points for carte blanche, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_point_played IS 'Elder: points for the point, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_sequences_played IS 'Elder: points for sequences, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_sets_played IS 'Elder: points for trios and quatorzes, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_repique_played IS 'Elder: 60 for a repique, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_pique_played IS 'Elder: 30 for a pique, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_play_played IS 'Elder: points for cards led and for tricks won as second, without the extra point of the last trick, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_last_trick_played IS 'Elder: 1 for the last trick, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_cards_played IS 'Elder: 10 for seven tricks or more, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_capot_played IS 'Elder: 40 for all twelve tricks, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_total_played IS 'Elder: points in all, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_carte_blanche_played IS 'Younger: points for carte blanche, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_point_played IS 'Younger: points for the point, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_sequences_played IS 'Younger: points for sequences, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_sets_played IS 'Younger: points for trios and quatorzes, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_repique_played IS 'Younger: 60 for a repique, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_pique_played IS 'Younger: 30 for a pique, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_play_played IS 'Younger: points for cards led and for tricks won as second, without the extra point of the last trick, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_last_trick_played IS 'Younger: 1 for the last trick, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_cards_played IS 'Younger: 10 for seven tricks or more, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_capot_played IS 'Younger: 40 for all twelve tricks, else 0, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.younger_total_played IS 'Younger: points in all, as played: without rulings; NULL if not checkable.';
COMMENT ON COLUMN deals.elder_written IS 'Points that the table wrote for the elder; NULL if it wrote none.';
COMMENT ON COLUMN deals.younger_written IS 'Points that the table wrote for the younger; NULL if it wrote none.';

CREATE TABLE calls (
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
    whole BOOLEAN NOT NULL,
    cards INTEGER AS (CASE WHEN what = 'point' THEN called // 100 ELSE called // 10 END),
    value INTEGER AS (CASE WHEN what = 'point' AND called % 100 > 0 THEN called % 100 END),
    top VARCHAR AS (CASE WHEN what = 'sequence' THEN
        CASE called % 10 WHEN 0 THEN '7' WHEN 1 THEN '8' WHEN 2 THEN '9' WHEN 3 THEN 'T' WHEN 4 THEN 'J' WHEN 5 THEN 'Q' WHEN 6 THEN 'K' WHEN 7 THEN 'A' END END),
    rank VARCHAR AS (CASE WHEN what = 'set' THEN
        CASE called % 10 WHEN 1 THEN '8' WHEN 2 THEN '9' WHEN 3 THEN 'T' WHEN 4 THEN 'J' WHEN 5 THEN 'Q' WHEN 6 THEN 'K' WHEN 7 THEN 'A' END END)
);
COMMENT ON TABLE calls IS 'One row per call.';
COMMENT ON COLUMN calls.game IS 'The game, as in games.';
COMMENT ON COLUMN calls.deal IS 'Number of the deal in its game, from 1.';
COMMENT ON COLUMN calls.call IS 'Number of the call in its deal, from 1, in the order of time.';
COMMENT ON COLUMN calls.role IS 'Who called.';
COMMENT ON COLUMN calls.what IS 'What was called: a point, a sequence or a set.';
COMMENT ON COLUMN calls.called IS 'The call as first made: cards x 100 + pips of a point (99 for more), cards x 10 + rank of the top of a sequence, cards x 10 + rank of a set; ranks from 0 for the seven to 7 for the ace.';
COMMENT ON COLUMN calls.held IS 'The best holding of that kind in the hand of the caller after the exchange, written the same way; 0 for none, NULL if the hand is not known.';
COMMENT ON COLUMN calls.reply IS 'The last reply to it; NULL if none is recorded.';
COMMENT ON COLUMN calls.shown IS 'Whether it was shown at any time; NULL if the record does not say.';
COMMENT ON COLUMN calls.in_play IS 'True if it was made during the play.';
COMMENT ON COLUMN calls.corrected IS 'True if the caller corrected or withdrew it later.';
COMMENT ON COLUMN calls.scored IS 'Whether it scored, as the laws give it; NULL if that is not checkable, or if only some of his calls of that kind scored.';
COMMENT ON COLUMN calls.whole IS 'Whether the deal is whole, as in deals.';
COMMENT ON COLUMN calls.cards IS 'How many cards were called.';
COMMENT ON COLUMN calls.value IS 'Pips of a point; NULL for other calls and if they were not stated.';
COMMENT ON COLUMN calls.top IS 'Top rank of a sequence; NULL for other calls.';
COMMENT ON COLUMN calls.rank IS 'Rank of a set; NULL for other calls and if it was not stated.';

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

CREATE VIEW tricks AS
SELECT game, deal, trick,
    CASE WHEN (elder_led >> (trick - 1)) & 1 = 1 THEN 'elder' ELSE 'younger' END::role AS leader,
    card(play[2 * trick - 1]) AS lead,
    card(play[2 * trick]) AS follow,
    CASE WHEN (elder_won >> (trick - 1)) & 1 = 1 THEN 'elder' WHEN (younger_won >> (trick - 1)) & 1 = 1 THEN 'younger' END::role AS winner
FROM (SELECT game, deal, play, elder_led, elder_won, younger_won, unnest(range(1, len(play) // 2 + 1))::INTEGER AS trick FROM deals);
COMMENT ON VIEW tricks IS 'One row per trick that was not taken back.';
COMMENT ON COLUMN tricks.game IS 'The game, as in games.';
COMMENT ON COLUMN tricks.deal IS 'Number of the deal in its game, from 1.';
COMMENT ON COLUMN tricks.trick IS 'Number of the trick, from 1.';
COMMENT ON COLUMN tricks.leader IS 'Who led.';
COMMENT ON COLUMN tricks.lead IS 'The card led, as a record writes it.';
COMMENT ON COLUMN tricks.follow IS 'The second card; NULL if none was played.';
COMMENT ON COLUMN tricks.winner IS 'Who won it; NULL if an unknown card decides.';

CREATE VIEW plays AS
SELECT game, deal, trick, 1::INTEGER AS place, leader AS role, lead AS card FROM tricks
UNION ALL
SELECT game, deal, trick, 2::INTEGER AS place, CASE leader WHEN 'elder' THEN 'younger' ELSE 'elder' END::role AS role, follow AS card
FROM tricks WHERE follow IS NOT NULL;
COMMENT ON VIEW plays IS 'One row per card of a trick that was not taken back.';
COMMENT ON COLUMN plays.game IS 'The game, as in games.';
COMMENT ON COLUMN plays.deal IS 'Number of the deal in its game, from 1.';
COMMENT ON COLUMN plays.trick IS 'Number of the trick, from 1.';
COMMENT ON COLUMN plays.place IS '1 for the lead, 2 for the second card.';
COMMENT ON COLUMN plays.role IS 'Who played it.';
COMMENT ON COLUMN plays.card IS 'The card, as a record writes it.';

CREATE VIEW scores AS
SELECT game, deal, 'elder'::role AS role, elder_player AS player, younger_player AS adversary, rules, year, outcome, whole,
    elder_carte_blanche AS carte_blanche, elder_point AS point, elder_sequences AS sequences, elder_sets AS sets, elder_repique AS repique, elder_pique AS pique,
    elder_play AS play, elder_last_trick AS last_trick, elder_cards AS cards, elder_capot AS capot, elder_total AS total,
    elder_total_played AS total_played, elder_written AS written
FROM deals
UNION ALL
SELECT game, deal, 'younger'::role AS role, younger_player AS player, elder_player AS adversary, rules, year, outcome, whole,
    younger_carte_blanche AS carte_blanche, younger_point AS point, younger_sequences AS sequences, younger_sets AS sets, younger_repique AS repique, younger_pique AS pique,
    younger_play AS play, younger_last_trick AS last_trick, younger_cards AS cards, younger_capot AS capot, younger_total AS total,
    younger_total_played AS total_played, younger_written AS written
FROM deals;
COMMENT ON VIEW scores IS 'One row per deal and role: the points of that role.';
COMMENT ON COLUMN scores.game IS 'The game, as in games.';
COMMENT ON COLUMN scores.deal IS 'Number of the deal in its game, from 1.';
COMMENT ON COLUMN scores.role IS 'The role that scored.';
COMMENT ON COLUMN scores.player IS 'Name of the player in that role.';
COMMENT ON COLUMN scores.adversary IS 'Name of the other player.';
COMMENT ON COLUMN scores.rules IS 'The rules profile that judged it, with its version.';
COMMENT ON COLUMN scores.year IS 'Year of the game.';
COMMENT ON COLUMN scores.outcome IS 'How the deal ended.';
COMMENT ON COLUMN scores.whole IS 'Whether the deal is whole, as in deals.';
COMMENT ON COLUMN scores.carte_blanche IS 'Points for carte blanche; NULL if not checkable.';
COMMENT ON COLUMN scores.point IS 'Points for the point; NULL if not checkable.';
COMMENT ON COLUMN scores.sequences IS 'Points for sequences; NULL if not checkable.';
COMMENT ON COLUMN scores.sets IS 'Points for trios and quatorzes; NULL if not checkable.';
COMMENT ON COLUMN scores.repique IS '60 for a repique, else 0; NULL if not checkable.';
COMMENT ON COLUMN scores.pique IS '30 for a pique, else 0; NULL if not checkable.';
COMMENT ON COLUMN scores.play IS 'Points for cards led and for tricks won as second; NULL if not checkable.';
COMMENT ON COLUMN scores.last_trick IS '1 for the last trick, else 0; NULL if not checkable.';
COMMENT ON COLUMN scores.cards IS '10 for seven tricks or more, else 0; NULL if not checkable.';
COMMENT ON COLUMN scores.capot IS '40 for all twelve tricks, else 0; NULL if not checkable.';
COMMENT ON COLUMN scores.total IS 'Points in all, as the laws give them; NULL if not checkable.';
COMMENT ON COLUMN scores.total_played IS 'Points in all, as played: without rulings.';
COMMENT ON COLUMN scores.written IS 'Points that the table wrote; NULL if it wrote none.';

CREATE VIEW players AS
WITH seated AS (
    SELECT player_a AS player, year, deals, winner = 'A' AS won FROM games
    UNION ALL SELECT player_b, year, deals, winner = 'B' FROM games
),
sat AS (
    SELECT player, count(*) AS games, count(*) FILTER (won) AS won, count(*) FILTER (NOT won) AS lost, sum(deals)::BIGINT AS deals,
        min(year) AS first_year, max(year) AS last_year
    FROM seated GROUP BY player
),
elder AS (SELECT elder_player AS player, avg(elder_total) AS mean FROM deals WHERE whole GROUP BY elder_player),
younger AS (SELECT younger_player AS player, avg(younger_total) AS mean FROM deals WHERE whole GROUP BY younger_player)
SELECT player, games, won, lost, games - won - lost AS undecided, deals, elder.mean AS elder_mean, younger.mean AS younger_mean,
    first_year, last_year
FROM sat LEFT JOIN elder USING (player) LEFT JOIN younger USING (player);
COMMENT ON VIEW players IS 'One row per player, by name.';
COMMENT ON COLUMN players.player IS 'Name of the player.';
COMMENT ON COLUMN players.games IS 'Games that the player took part in.';
COMMENT ON COLUMN players.won IS 'Games won.';
COMMENT ON COLUMN players.lost IS 'Games lost.';
COMMENT ON COLUMN players.undecided IS 'Games that nobody won.';
COMMENT ON COLUMN players.deals IS 'Deals of those games.';
COMMENT ON COLUMN players.elder_mean IS 'Mean points of a whole deal as elder.';
COMMENT ON COLUMN players.younger_mean IS 'Mean points of a whole deal as younger.';
COMMENT ON COLUMN players.first_year IS 'Year of the earliest dated game.';
COMMENT ON COLUMN players.last_year IS 'Year of the latest dated game.';
