-- name: sinking
-- answers: How often does a player call less than he holds, and what does he score in such deals?
-- columns: what: point, sequence or set; role; chances: whole deals in which he held one that he could call (the
--   elder: any; the younger: better than the elder's call); sunk: of these, deals in which his best call was less
--   than his best holding, or none; percent: their share, low and high its 95 % interval; sunk_mean, called_mean:
--   his mean points of a deal when he sank it and when he did not.
WITH dealt AS (
    SELECT 'point' AS what, 'elder' AS role, elder_point_called < elder_point_held AS is_sunk,
        count(*) AS deals, sum(elder_total) AS points, count(elder_total) AS scored
    FROM deals WHERE whole AND elder_point_held > 0
        AND (elder_point_called = 0 OR elder_point_called % 100 > 0)
    GROUP BY is_sunk
    UNION ALL
    SELECT 'point' AS what, 'younger' AS role, younger_point_called < younger_point_held AS is_sunk,
        count(*) AS deals, sum(younger_total) AS points, count(younger_total) AS scored
    FROM deals WHERE whole AND younger_point_held > elder_point_called
        AND (younger_point_called = 0 OR younger_point_called % 100 > 0)
        AND (elder_point_called = 0 OR elder_point_called % 100 > 0)
    GROUP BY is_sunk
    UNION ALL
    SELECT 'sequence' AS what, 'elder' AS role, elder_sequence_called < elder_sequence_held AS is_sunk,
        count(*) AS deals, sum(elder_total) AS points, count(elder_total) AS scored
    FROM deals WHERE whole AND elder_sequence_held > 0
    GROUP BY is_sunk
    UNION ALL
    SELECT 'sequence' AS what, 'younger' AS role, younger_sequence_called < younger_sequence_held AS is_sunk,
        count(*) AS deals, sum(younger_total) AS points, count(younger_total) AS scored
    FROM deals WHERE whole AND younger_sequence_held > elder_sequence_called
    GROUP BY is_sunk
    UNION ALL
    SELECT 'set' AS what, 'elder' AS role, elder_set_called < elder_set_held AS is_sunk,
        count(*) AS deals, sum(elder_total) AS points, count(elder_total) AS scored
    FROM deals WHERE whole AND elder_set_held > 0
        AND (elder_set_called = 0 OR elder_set_called % 10 > 0)
    GROUP BY is_sunk
    UNION ALL
    SELECT 'set' AS what, 'younger' AS role, younger_set_called < younger_set_held AS is_sunk,
        count(*) AS deals, sum(younger_total) AS points, count(younger_total) AS scored
    FROM deals WHERE whole AND younger_set_held > elder_set_called
        AND (younger_set_called = 0 OR younger_set_called % 10 > 0)
        AND (elder_set_called = 0 OR elder_set_called % 10 > 0)
    GROUP BY is_sunk
)
SELECT
    what, role, chances, sunk,
    100 * sunk / chances AS percent,
    100 * share_low(sunk, chances) AS low,
    100 * share_high(sunk, chances) AS high,
    sunk_mean, called_mean
FROM (
    SELECT
        what, role,
        sum(deals)::BIGINT AS chances,
        coalesce(sum(deals) FILTER (is_sunk), 0)::BIGINT AS sunk,
        sum(points) FILTER (is_sunk) / sum(scored) FILTER (is_sunk) AS sunk_mean,
        sum(points) FILTER (NOT is_sunk) / sum(scored) FILTER (NOT is_sunk) AS called_mean
    FROM dealt
    GROUP BY what, role
)
ORDER BY what, role;
