-- The views of an archive, each with its comment and those of its columns. tables.sql describes what they read.

CREATE VIEW deals AS
SELECT
    game, deal, dealer, elder_player, younger_player, rules, year, 'played'::outcome AS outcome, FALSE AS assumed,
    FALSE AS after_end, packets::INTEGER AS packets, elder_dealt, younger_dealt,
    cards_of_talon(talon) AS talon, elder_discard, younger_discard,
    elder_drew::INTEGER AS elder_drew, younger_drew::INTEGER AS younger_drew,
    elder_hand & ~(elder_dealt & ~elder_discard) AS elder_drawn,
    younger_hand & ~(younger_dealt & ~younger_discard) AS younger_drawn, elder_hand, younger_hand,
    elder_point_held::INTEGER AS elder_point_held, elder_sequence_held::INTEGER AS elder_sequence_held,
    elder_set_held::INTEGER AS elder_set_held, younger_point_held::INTEGER AS younger_point_held,
    younger_sequence_held::INTEGER AS younger_sequence_held, younger_set_held::INTEGER AS younger_set_held,
    elder_point_called::INTEGER AS elder_point_called, elder_sequence_called::INTEGER AS elder_sequence_called,
    elder_set_called::INTEGER AS elder_set_called, younger_point_called::INTEGER AS younger_point_called,
    younger_sequence_called::INTEGER AS younger_sequence_called, younger_set_called::INTEGER AS younger_set_called,
    cards_of_tricks(tricks_1_to_6) || cards_of_tricks(tricks_7_to_12) AS play,
    ((elder_won::INTEGER << 1 | 1) & 4095)::USMALLINT AS elder_led, elder_won,
    (~elder_won & 4095)::USMALLINT AS younger_won, elder_carte_blanche::INTEGER AS elder_carte_blanche,
    elder_point::INTEGER AS elder_point, elder_sequences::INTEGER AS elder_sequences,
    elder_sets::INTEGER AS elder_sets, elder_repique::INTEGER AS elder_repique,
    elder_pique::INTEGER AS elder_pique, elder_play::INTEGER AS elder_play,
    elder_last_trick::INTEGER AS elder_last_trick, elder_cards::INTEGER AS elder_cards,
    elder_capot::INTEGER AS elder_capot, elder_total::INTEGER AS elder_total,
    younger_carte_blanche::INTEGER AS younger_carte_blanche, younger_point::INTEGER AS younger_point,
    younger_sequences::INTEGER AS younger_sequences, younger_sets::INTEGER AS younger_sets,
    younger_repique::INTEGER AS younger_repique, younger_pique::INTEGER AS younger_pique,
    younger_play::INTEGER AS younger_play, younger_last_trick::INTEGER AS younger_last_trick,
    younger_cards::INTEGER AS younger_cards, younger_capot::INTEGER AS younger_capot,
    younger_total::INTEGER AS younger_total, elder_carte_blanche::INTEGER AS elder_carte_blanche_played,
    elder_point::INTEGER AS elder_point_played, elder_sequences::INTEGER AS elder_sequences_played,
    elder_sets::INTEGER AS elder_sets_played, elder_repique::INTEGER AS elder_repique_played,
    elder_pique::INTEGER AS elder_pique_played, elder_play::INTEGER AS elder_play_played,
    elder_last_trick::INTEGER AS elder_last_trick_played, elder_cards::INTEGER AS elder_cards_played,
    elder_capot::INTEGER AS elder_capot_played, elder_total::INTEGER AS elder_total_played,
    younger_carte_blanche::INTEGER AS younger_carte_blanche_played, younger_point::INTEGER AS younger_point_played,
    younger_sequences::INTEGER AS younger_sequences_played, younger_sets::INTEGER AS younger_sets_played,
    younger_repique::INTEGER AS younger_repique_played, younger_pique::INTEGER AS younger_pique_played,
    younger_play::INTEGER AS younger_play_played, younger_last_trick::INTEGER AS younger_last_trick_played,
    younger_cards::INTEGER AS younger_cards_played, younger_capot::INTEGER AS younger_capot_played,
    younger_total::INTEGER AS younger_total_played, elder_written::INTEGER AS elder_written,
    younger_written::INTEGER AS younger_written, TRUE AS whole
FROM regular_deals
UNION ALL
SELECT
    game, deal, dealer, elder_player, younger_player, rules, year, outcome, assumed, after_end, packets,
    elder_dealt, younger_dealt, talon, elder_discard, younger_discard, elder_drew, younger_drew, elder_drawn,
    younger_drawn, elder_hand, younger_hand, elder_point_held, elder_sequence_held, elder_set_held,
    younger_point_held, younger_sequence_held, younger_set_held, elder_point_called, elder_sequence_called,
    elder_set_called, younger_point_called, younger_sequence_called, younger_set_called, play, elder_led,
    elder_won, younger_won, elder_carte_blanche, elder_point, elder_sequences, elder_sets, elder_repique,
    elder_pique, elder_play, elder_last_trick, elder_cards, elder_capot, elder_total, younger_carte_blanche,
    younger_point, younger_sequences, younger_sets, younger_repique, younger_pique, younger_play,
    younger_last_trick, younger_cards, younger_capot, younger_total, elder_carte_blanche_played,
    elder_point_played, elder_sequences_played, elder_sets_played, elder_repique_played, elder_pique_played,
    elder_play_played, elder_last_trick_played, elder_cards_played, elder_capot_played, elder_total_played,
    younger_carte_blanche_played, younger_point_played, younger_sequences_played, younger_sets_played,
    younger_repique_played, younger_pique_played, younger_play_played, younger_last_trick_played,
    younger_cards_played, younger_capot_played, younger_total_played, elder_written, younger_written,
    outcome = 'played' AND NOT after_end AND NOT assumed AS whole
FROM other_deals;
COMMENT ON VIEW deals IS 'One row per deal, both roles side by side.';
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

CREATE VIEW calls AS
SELECT
    game, deal, call, role, what, called, held, reply, shown, in_play, corrected, scored, whole,
    call_cards(what, called) AS cards, call_value(what, called) AS value, call_top(what, called) AS top,
    call_rank(what, called) AS rank
FROM (
    SELECT
        game, deal, call::INTEGER AS call, call_role(code) AS role, call_category(code) AS what,
        call_number(code) AS called, held::INTEGER AS held, call_reply(code) AS reply,
        CASE WHEN call_shown_suit(code) > 0 THEN TRUE END AS shown, FALSE AS in_play, FALSE AS corrected,
        call_scored(code) AS scored, TRUE AS whole
    FROM regular_calls
    UNION ALL
    SELECT game, deal, call, role, what, called, held, reply, shown, in_play, corrected, scored, whole
    FROM other_calls
);
COMMENT ON VIEW calls IS 'One row per call.';
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
