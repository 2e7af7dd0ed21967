-- name: holdings
-- answers: How often is each point, sequence and set called, and how often does it score?
-- columns: what: point, sequence or set; cards: how many cards it has; rank: of a set; role: who called it;
--   called: calls in whole deals; scored: how many of them scored; per_100, scored_per_100: both per 100
--   deals.
WITH coded AS (SELECT code, count(*) AS called FROM regular_calls GROUP BY code),
counted AS (
    -- grouped by code before the codes are read: there are few of them, and many calls
    SELECT
        call_category(code) AS what, call_role(code) AS role, call_number(code) AS kind, called,
        CASE WHEN call_scored(code) THEN called ELSE 0 END AS scored
    FROM coded
    UNION ALL
    SELECT what, role, called AS kind, count(*) AS called, count(*) FILTER (scored) AS scored
    FROM other_calls WHERE whole GROUP BY what, role, kind
)
SELECT
    what,
    call_cards(what, kind) AS cards,
    call_rank(what, kind) AS rank,
    role,
    sum(called)::BIGINT AS called,
    sum(scored)::BIGINT AS scored,
    100 * sum(called) / any_value(deals) AS per_100,
    100 * sum(scored) / any_value(deals) AS scored_per_100
FROM counted, (SELECT count(*) AS deals FROM deals WHERE whole)
GROUP BY what, cards, rank, role
ORDER BY what, cards DESC, max(kind) FILTER (what = 'set') DESC, role;
