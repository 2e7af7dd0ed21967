-- name: frequencies
-- answers: How often does each kind of point score in a deal, and how often are the cards divided?
-- columns: kind: as in the columns of deals, or divided (six tricks each); role: who scored it; times: whole deals
--   in which that happened; deals: whole deals in which it is checkable; percent: the share, low and high its 95 %
--   interval.
WITH counted AS (
    UNPIVOT (
        SELECT
            {times: count_if(elder_carte_blanche > 0), deals: count(elder_carte_blanche)} AS "carte_blanche elder",
            {times: count_if(younger_carte_blanche > 0), deals: count(younger_carte_blanche)}
                AS "carte_blanche younger",
            {times: count_if(elder_point > 0), deals: count(elder_point)} AS "point elder",
            {times: count_if(younger_point > 0), deals: count(younger_point)} AS "point younger",
            {times: count_if(elder_sequences > 0), deals: count(elder_sequences)} AS "sequences elder",
            {times: count_if(younger_sequences > 0), deals: count(younger_sequences)} AS "sequences younger",
            {times: count_if(elder_sets > 0), deals: count(elder_sets)} AS "sets elder",
            {times: count_if(younger_sets > 0), deals: count(younger_sets)} AS "sets younger",
            {times: count_if(elder_repique > 0), deals: count(elder_repique)} AS "repique elder",
            {times: count_if(younger_repique > 0), deals: count(younger_repique)} AS "repique younger",
            {times: count_if(elder_pique > 0), deals: count(elder_pique)} AS "pique elder",
            {times: count_if(younger_pique > 0), deals: count(younger_pique)} AS "pique younger",
            {times: count_if(elder_last_trick > 0), deals: count(elder_last_trick)} AS "last_trick elder",
            {times: count_if(younger_last_trick > 0), deals: count(younger_last_trick)} AS "last_trick younger",
            {times: count_if(elder_cards > 0), deals: count(elder_cards)} AS "cards elder",
            {times: count_if(younger_cards > 0), deals: count(younger_cards)} AS "cards younger",
            {times: count_if(elder_capot > 0), deals: count(elder_capot)} AS "capot elder",
            {times: count_if(younger_capot > 0), deals: count(younger_capot)} AS "capot younger",
            {times: count_if(elder_cards + elder_capot + younger_cards + younger_capot = 0),
             deals: count(elder_cards + elder_capot + younger_cards + younger_capot)} AS "divided"
        FROM deals WHERE whole
    ) ON COLUMNS(*) INTO NAME what VALUE counts
)
SELECT
    split_part(what, ' ', 1) AS kind,
    nullif(split_part(what, ' ', 2), '') AS role,
    counts.times AS times,
    counts.deals AS deals,
    100 * counts.times / counts.deals AS percent,
    100 * share_low(counts.times, counts.deals) AS low,
    100 * share_high(counts.times, counts.deals) AS high
FROM counted;
