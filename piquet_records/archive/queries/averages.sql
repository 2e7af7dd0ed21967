-- name: averages
-- answers: What does each player score on average as elder and as younger?
-- columns: player; role; deals: whole deals in that role; mean: mean points in a deal, low and high its 95 % interval;
--   given: mean points of the adversary.
-- parameter: player=, only this player
SELECT
    player, role, deals, mean, mean - margin AS low, mean + margin AS high, given
FROM (
    SELECT elder_player AS player, 'elder' AS role, count(elder_total) AS deals, avg(elder_total) AS mean,
        mean_margin(elder_total) AS margin, avg(younger_total) AS given
    FROM deals WHERE whole AND ($player IS NULL OR elder_player = $player) GROUP BY player
    UNION ALL
    SELECT younger_player AS player, 'younger', count(younger_total), avg(younger_total),
        mean_margin(younger_total), avg(elder_total)
    FROM deals WHERE whole AND ($player IS NULL OR younger_player = $player) GROUP BY player
)
ORDER BY player, role;
