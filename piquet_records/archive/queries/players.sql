-- name: players
-- answers: Who plays, how often, and how well?
-- columns: player; games; won, lost, undecided; deals: of these games; elder_mean, younger_mean: mean points of a
--   whole deal in each role; first_year, last_year: of the dated games.
-- parameter: player=, only this player
SELECT * FROM players WHERE $player IS NULL OR player = $player ORDER BY games DESC, player;
