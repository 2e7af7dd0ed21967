-- name: groups
-- answers: How do scores differ between players, roles, rules or years?
-- columns: "group": what the rows are counted by; sides: whole deals, counted once for each of the two sides at
--   the table; mean: mean points of a side in a deal, low and high its 95 % interval; lower_quartile, median,
--   upper_quartile: of these points; pique, repique, capot: how often a side makes one, in percent.
-- parameter: by=player, player, role, rules or year
WITH counted AS (
    SELECT
        CASE $by WHEN 'player' THEN player WHEN 'role' THEN role::VARCHAR WHEN 'rules' THEN rules
            WHEN 'year' THEN year::VARCHAR ELSE error('count by player, role, rules or year') END AS "group",
        total AS points,
        count(*) AS sides,
        count_if(pique > 0) AS piques,
        count_if(repique > 0) AS repiques,
        count_if(capot > 0) AS capots
    FROM scores
    WHERE whole AND total IS NOT NULL
    GROUP BY "group", points
),
ranked AS (
    SELECT *, sum(sides) OVER (PARTITION BY "group" ORDER BY points) / sum(sides) OVER (PARTITION BY "group") AS share
    FROM counted
),
summed AS (
    SELECT
        "group",
        sum(sides)::BIGINT AS sides,
        sum(points * sides) / sum(sides) AS mean,
        sqrt((sum(points ** 2 * sides) - sum(points * sides) ** 2 / sum(sides))
            / nullif(sum(sides) - 1, 0)) AS deviation,
        min(points) FILTER (share >= 0.25) AS lower_quartile,
        min(points) FILTER (share >= 0.5) AS median,
        min(points) FILTER (share >= 0.75) AS upper_quartile,
        100 * sum(piques) / sum(sides) AS pique,
        100 * sum(repiques) / sum(sides) AS repique,
        100 * sum(capots) / sum(sides) AS capot
    FROM ranked
    GROUP BY "group"
)
SELECT
    "group", sides, mean, mean - 1.96 * deviation / sqrt(sides) AS low, mean + 1.96 * deviation / sqrt(sides) AS high,
    lower_quartile, median, upper_quartile, pique, repique, capot
FROM summed
ORDER BY "group" NULLS LAST;
