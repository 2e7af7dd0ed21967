-- name: overview
-- answers: What is in the archive?
-- columns: games; deals; whole_deals: deals that can be compared, see deals.whole; players: names; first_year,
--   last_year: of the dated games; clean, settled, violations: games by verdict; rejects: documents that could not
--   be stored.
SELECT
    count(*) AS games,
    coalesce(sum(deals), 0)::BIGINT AS deals,
    (SELECT count(*) FROM deals WHERE whole) AS whole_deals,
    (SELECT count(*) FROM (SELECT player_a FROM games UNION SELECT player_b FROM games)) AS players,
    min(year) AS first_year,
    max(year) AS last_year,
    count(*) FILTER (verdict = 'clean') AS clean,
    count(*) FILTER (verdict = 'settled') AS settled,
    count(*) FILTER (verdict = 'violations') AS violations,
    (SELECT count(DISTINCT (file, line)) FROM rejects) AS rejects
FROM games;
