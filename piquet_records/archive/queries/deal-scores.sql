-- name: deal-scores
-- answers: How are the scores of a deal distributed, for elder and younger?
-- columns: role; points: lower end of a bin of scores; deals: whole deals in the bin; percent: their share of all
--   whole deals.
-- parameter: width=10, points in a bin
SELECT role, points, deals, 100 * deals / sum(deals) OVER (PARTITION BY role) AS percent
FROM (
    SELECT 'elder' AS role, elder_total // $width::INTEGER * $width::INTEGER AS points, count(*) AS deals
    FROM deals WHERE whole AND elder_total IS NOT NULL GROUP BY points
    UNION ALL
    SELECT 'younger', younger_total // $width::INTEGER * $width::INTEGER AS points, count(*)
    FROM deals WHERE whole AND younger_total IS NOT NULL GROUP BY points
)
ORDER BY role, points;
