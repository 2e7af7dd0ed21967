-- name: holdings
-- answers: How often is each point, sequence and set called, and how often does it score?
-- columns: what: point, sequence or set; cards: how many cards it has; rank: of a set; role: who called it;
--   called: calls in whole deals; scored: how many of them scored; per_100, scored_per_100: both per 100
--   deals.
WITH counted AS (
    SELECT what, role, called AS kind, count(*) AS called, count(*) FILTER (scored) AS scored
    FROM calls WHERE whole GROUP BY what, role, kind
)
SELECT
    what,
    CASE WHEN what = 'point' THEN kind // 100 ELSE kind // 10 END AS cards,
    CASE WHEN what = 'set' AND kind % 10 > 0 THEN '789TJQKA'[kind % 10 + 1] END AS rank,
    role,
    sum(called)::BIGINT AS called,
    sum(scored)::BIGINT AS scored,
    100 * sum(called) / any_value(deals) AS per_100,
    100 * sum(scored) / any_value(deals) AS scored_per_100
FROM counted, (SELECT count(*) AS deals FROM deals WHERE whole)
GROUP BY what, cards, rank, role
ORDER BY what, cards DESC, max(kind) FILTER (what = 'set') DESC, role;
