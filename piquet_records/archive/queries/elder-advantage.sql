-- name: elder-advantage
-- answers: How many points per deal is it worth to be elder?
-- columns: deals: whole deals; elder_mean, younger_mean: mean points of a deal; advantage: the mean of elder minus
--   younger, low and high its 95 % interval; elder_ahead, level, younger_ahead: share of the deals, in percent.
SELECT
    count(margin) AS deals,
    avg(elder_total) AS elder_mean,
    avg(younger_total) AS younger_mean,
    avg(margin) AS advantage,
    avg(margin) - mean_margin(margin) AS low,
    avg(margin) + mean_margin(margin) AS high,
    100 * avg((margin > 0)::INTEGER) AS elder_ahead,
    100 * avg((margin = 0)::INTEGER) AS level,
    100 * avg((margin < 0)::INTEGER) AS younger_ahead
FROM (SELECT elder_total, younger_total, elder_total - younger_total AS margin FROM deals WHERE whole)
WHERE margin IS NOT NULL;
