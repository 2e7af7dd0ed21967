-- name: fault-cost
-- answers: What did a false call, a late call or another fault cost the player at fault?
-- columns: code: of the finding; law: its number; times: how often, counting only deals whose scores are checkable;
--   lost: mean points that the rulings of the deal took from that player; gained: mean points that they gave to the
--   adversary; cost: the sum of both; most: the greatest cost. A deal with several faults counts in full for each of
--   them.
-- parameter: code=, only codes that begin with this text
WITH costs AS (
    SELECT f.code, f.law,
        CASE f.role WHEN 'elder' THEN elder_total_played - elder_total
            ELSE younger_total_played - younger_total END AS lost,
        CASE f.role WHEN 'elder' THEN younger_total - younger_total_played
            ELSE elder_total - elder_total_played END AS gained
    FROM findings AS f JOIN deals AS d USING (game, deal)
    WHERE f.severity = 'violation' AND f.role IN ('elder', 'younger') AND ($code IS NULL OR starts_with(f.code, $code))
)
SELECT code, law, count(*) AS times, avg(lost) AS lost, avg(gained) AS gained, avg(lost + gained) AS cost,
    max(lost + gained) AS most
FROM costs
WHERE lost + gained IS NOT NULL
GROUP BY code, law
ORDER BY cost DESC, code;
