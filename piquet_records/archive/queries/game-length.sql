-- name: game-length
-- answers: How many deals does a game take?
-- columns: rules: the rules profile; deals: number of deals of a finished game; games: how many games took that
--   number; percent: their share of the games under these rules; mean: mean number of deals under these rules.
SELECT
    rules, deals, count(*) AS games,
    100 * count(*) / sum(count(*)) OVER same AS percent,
    sum(deals * count(*)) OVER same / sum(count(*)) OVER same AS mean
FROM games
WHERE ended IN ('target', 'deals')
GROUP BY rules, deals
WINDOW same AS (PARTITION BY rules)
ORDER BY rules, deals;
