-- name: head-to-head
-- answers: What do two players score against each other?
-- columns: player; adversary; games: games between them; won, lost, undecided: by the player; deals: whole deals;
--   mean: the player's points of a deal, adversary_mean the other's; margin: the mean of the difference, low and
--   high its 95 % interval.
-- parameter: player=, only this player
-- parameter: adversary=, only against this one
WITH seated AS (
    SELECT player_a AS player, player_b AS adversary, winner = 'A' AS won FROM games
    UNION ALL SELECT player_b, player_a, winner = 'B' FROM games
),
met AS (
    SELECT player, adversary, count(*) AS games, count(*) FILTER (won) AS won, count(*) FILTER (NOT won) AS lost
    FROM seated GROUP BY ALL
),
margins AS (
    SELECT elder_player, younger_player, count(*) AS deals, sum(elder_total) AS elder, sum(younger_total) AS younger,
        sum((elder_total - younger_total) ** 2) AS squares
    FROM deals WHERE whole AND elder_total IS NOT NULL AND younger_total IS NOT NULL GROUP BY ALL
),
points AS (
    SELECT player, adversary, sum(deals) AS deals, sum(own) / sum(deals) AS mean, sum(other) / sum(deals) AS other_mean,
        sqrt((sum(squares) - sum(own - other) ** 2 / sum(deals)) / nullif(sum(deals) - 1, 0)) AS deviation
    FROM (
        SELECT elder_player AS player, younger_player AS adversary, deals, elder AS own, younger AS other, squares
        FROM margins
        UNION ALL SELECT younger_player, elder_player, deals, younger, elder, squares FROM margins
    )
    GROUP BY ALL
)
SELECT
    player, adversary, games, won, lost, games - won - lost AS undecided,
    coalesce(deals, 0)::BIGINT AS deals,
    mean, other_mean AS adversary_mean,
    mean - other_mean AS margin,
    mean - other_mean - 1.96 * deviation / sqrt(deals) AS low,
    mean - other_mean + 1.96 * deviation / sqrt(deals) AS high
FROM met LEFT JOIN points USING (player, adversary)
WHERE ($player IS NULL OR player = $player) AND ($adversary IS NULL OR adversary = $adversary)
ORDER BY player, adversary;
