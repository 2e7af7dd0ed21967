-- name: dealt-hands
-- answers: What do hands of twelve cards hold when dealt?
-- columns: what: carte blanche, longest suit, longest sequence, or set (the better of a quatorze and a trio);
--   cards: how many (0: none); hands: hands with that holding, of both roles; total: all hands of twelve;
--   percent: the share, low and high its 95 % interval.
WITH hands AS (
    SELECT elder_dealt AS hand FROM deals WHERE bit_count(elder_dealt) = 12
    UNION ALL SELECT younger_dealt FROM deals WHERE bit_count(younger_dealt) = 12
),
counted AS (
    SELECT longest_suit(hand) AS suit, longest_sequence(hand) AS sequence, court_cards(hand) = 0 AS blanche,
        CASE WHEN quatorzes(hand) > 0 THEN 4 WHEN trios(hand) > 0 THEN 3 ELSE 0 END AS best_set, count(*) AS hands
    FROM hands GROUP BY ALL
),
listed AS (
    SELECT 'carte blanche' AS what, 12 AS cards, sum(hands) FILTER (blanche) AS hands FROM counted
    UNION ALL SELECT 'longest suit', suit, sum(hands) FROM counted GROUP BY suit
    UNION ALL SELECT 'longest sequence', sequence, sum(hands) FROM counted GROUP BY sequence
    UNION ALL SELECT 'set', best_set, sum(hands) FROM counted GROUP BY best_set
)
SELECT what, cards, coalesce(hands, 0)::BIGINT AS hands, n::BIGINT AS total,
    100 * coalesce(hands, 0) / n AS percent,
    100 * share_low(coalesce(hands, 0), n) AS low,
    100 * share_high(coalesce(hands, 0), n) AS high
FROM listed, (SELECT sum(hands) AS n FROM counted)
WHERE n > 0
ORDER BY what, cards;
