-- name: roles
-- answers: What do elder and younger score in a deal?
-- columns: role; deals: whole deals; mean: points of a deal, low and high its 95 % interval; least,
--   lower_quartile, median, upper_quartile, most: of the points of a deal.
WITH counted AS (
    SELECT 'elder' AS role, elder_total AS points, count(*) AS deals
    FROM deals WHERE whole AND elder_total IS NOT NULL GROUP BY points
    UNION ALL
    SELECT 'younger', younger_total AS points, count(*)
    FROM deals WHERE whole AND younger_total IS NOT NULL GROUP BY points
),
ranked AS (
    SELECT *, sum(deals) OVER (PARTITION BY role ORDER BY points) / sum(deals) OVER (PARTITION BY role) AS share
    FROM counted
),
summed AS (
    SELECT
        role,
        sum(deals)::BIGINT AS deals,
        sum(points * deals) / sum(deals) AS mean,
        sqrt((sum(points ** 2 * deals) - sum(points * deals) ** 2 / sum(deals))
            / nullif(sum(deals) - 1, 0)) AS deviation,
        min(points) AS least,
        min(points) FILTER (share >= 0.25) AS lower_quartile,
        min(points) FILTER (share >= 0.5) AS median,
        min(points) FILTER (share >= 0.75) AS upper_quartile,
        max(points) AS most
    FROM ranked
    GROUP BY role
)
SELECT
    role, deals, mean, mean - 1.96 * deviation / sqrt(deals) AS low, mean + 1.96 * deviation / sqrt(deals) AS high,
    least, lower_quartile, median, upper_quartile, most
FROM summed
ORDER BY role;
