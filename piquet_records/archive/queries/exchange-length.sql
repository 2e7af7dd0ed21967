-- name: exchange-length
-- answers: What does the elder score after exchanging more or fewer cards?
-- columns: cards: how many the elder drew; deals: whole deals with that number; elder_mean, younger_mean: mean
--   points; advantage: the mean of elder minus younger, low and high its 95 % interval.
SELECT
    elder_drew AS cards,
    count(*) AS deals,
    avg(elder_total) AS elder_mean,
    avg(younger_total) AS younger_mean,
    avg(elder_total - younger_total) AS advantage,
    avg(elder_total - younger_total) - mean_margin(elder_total - younger_total) AS low,
    avg(elder_total - younger_total) + mean_margin(elder_total - younger_total) AS high
FROM deals
WHERE whole AND elder_drew IS NOT NULL AND elder_total IS NOT NULL AND younger_total IS NOT NULL
GROUP BY cards
ORDER BY cards;
