-- name: discarded-ranks
-- answers: Which ranks do elder and younger discard?
-- columns: role; rank; dealt: cards of that rank dealt to the role in whole deals; discarded: how many of them it
--   discarded; percent: the share; per_deal: discarded cards per deal.
WITH counted AS (
    UNPIVOT (
        SELECT
            {dealt: sum(bit_count(elder_dealt & 2155905152)), discarded: sum(bit_count(elder_discard & 2155905152)),
             deals: count(*)} AS "elder A",
            {dealt: sum(bit_count(elder_dealt & 1077952576)), discarded: sum(bit_count(elder_discard & 1077952576)),
             deals: count(*)} AS "elder K",
            {dealt: sum(bit_count(elder_dealt & 538976288)), discarded: sum(bit_count(elder_discard & 538976288)),
             deals: count(*)} AS "elder Q",
            {dealt: sum(bit_count(elder_dealt & 269488144)), discarded: sum(bit_count(elder_discard & 269488144)),
             deals: count(*)} AS "elder J",
            {dealt: sum(bit_count(elder_dealt & 134744072)), discarded: sum(bit_count(elder_discard & 134744072)),
             deals: count(*)} AS "elder T",
            {dealt: sum(bit_count(elder_dealt & 67372036)), discarded: sum(bit_count(elder_discard & 67372036)),
             deals: count(*)} AS "elder 9",
            {dealt: sum(bit_count(elder_dealt & 33686018)), discarded: sum(bit_count(elder_discard & 33686018)),
             deals: count(*)} AS "elder 8",
            {dealt: sum(bit_count(elder_dealt & 16843009)), discarded: sum(bit_count(elder_discard & 16843009)),
             deals: count(*)} AS "elder 7",
            {dealt: sum(bit_count(younger_dealt & 2155905152)), discarded: sum(bit_count(younger_discard & 2155905152)),
             deals: count(*)} AS "younger A",
            {dealt: sum(bit_count(younger_dealt & 1077952576)), discarded: sum(bit_count(younger_discard & 1077952576)),
             deals: count(*)} AS "younger K",
            {dealt: sum(bit_count(younger_dealt & 538976288)), discarded: sum(bit_count(younger_discard & 538976288)),
             deals: count(*)} AS "younger Q",
            {dealt: sum(bit_count(younger_dealt & 269488144)), discarded: sum(bit_count(younger_discard & 269488144)),
             deals: count(*)} AS "younger J",
            {dealt: sum(bit_count(younger_dealt & 134744072)), discarded: sum(bit_count(younger_discard & 134744072)),
             deals: count(*)} AS "younger T",
            {dealt: sum(bit_count(younger_dealt & 67372036)), discarded: sum(bit_count(younger_discard & 67372036)),
             deals: count(*)} AS "younger 9",
            {dealt: sum(bit_count(younger_dealt & 33686018)), discarded: sum(bit_count(younger_discard & 33686018)),
             deals: count(*)} AS "younger 8",
            {dealt: sum(bit_count(younger_dealt & 16843009)), discarded: sum(bit_count(younger_discard & 16843009)),
             deals: count(*)} AS "younger 7"
        FROM deals
        WHERE whole AND elder_dealt IS NOT NULL AND younger_dealt IS NOT NULL AND elder_discard IS NOT NULL
    ) ON COLUMNS(*) INTO NAME what VALUE counts
)
SELECT
    split_part(what, ' ', 1) AS role,
    split_part(what, ' ', 2) AS rank,
    counts.dealt::BIGINT AS dealt,
    counts.discarded::BIGINT AS discarded,
    100 * discarded / dealt AS percent,
    discarded / counts.deals AS per_deal
FROM counted
WHERE counts.deals > 0;
