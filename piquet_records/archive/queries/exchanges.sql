-- name: exchanges
-- answers: How many cards do elder and younger exchange?
-- columns: role; cards: how many were drawn; deals: whole deals with that number; percent: the share.
SELECT role, cards, deals, 100 * deals / sum(deals) OVER (PARTITION BY role) AS percent
FROM (
    SELECT 'elder' AS role, elder_drew AS cards, count(*) AS deals
    FROM deals WHERE whole AND elder_drew IS NOT NULL GROUP BY cards
    UNION ALL
    SELECT 'younger', younger_drew AS cards, count(*) FROM deals WHERE whole AND younger_drew IS NOT NULL GROUP BY cards
)
ORDER BY role, cards;
