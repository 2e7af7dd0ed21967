-- name: violations
-- answers: How often is each law broken, and what is the status of the violations?
-- columns: code: of the finding; law: its number; times: how often; deals: in how many deals; "open", remedied,
--   waived, noted: how many of these have that status; per_1000: times per 1,000 deals of the archive.
SELECT
    code, law,
    count(*) AS times,
    count(DISTINCT (game, deal)) AS deals,
    count_if(status = 'open') AS open,
    count_if(status = 'remedied') AS remedied,
    count_if(status = 'waived') AS waived,
    count_if(status = 'noted') AS noted,
    1000 * count(*) / (SELECT count(*) FROM deals) AS per_1000
FROM findings
WHERE severity = 'violation'
GROUP BY code, law
ORDER BY times DESC, code;
