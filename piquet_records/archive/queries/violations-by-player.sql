-- name: violations-by-player
-- answers: How often does each player break each law, year by year?
-- columns: player; year; code: of the finding; law: its number; times: how often; open: how many of these are
--   open; deals: deals of the player in that year; per_1000: times per 1,000 of these. A violation by both players
--   counts for each.
-- parameter: player=, only this player
-- parameter: year=, only this year
WITH broken AS (
    SELECT
        unnest(CASE f.role WHEN 'elder' THEN [d.elder_player] WHEN 'younger' THEN [d.younger_player]
            ELSE [d.elder_player, d.younger_player] END) AS player,
        d.year, f.code, f.law, f.status
    FROM findings AS f JOIN deals AS d USING (game, deal)
    WHERE f.severity = 'violation' AND f.role IS NOT NULL
),
played AS (
    SELECT player, year, sum(deals) AS deals
    FROM (
        SELECT elder_player AS player, year, count(*) AS deals FROM deals GROUP BY ALL
        UNION ALL SELECT younger_player, year, count(*) FROM deals GROUP BY ALL
    )
    GROUP BY ALL
)
SELECT
    b.player, b.year, b.code, b.law,
    count(*) AS times,
    count_if(b.status = 'open') AS open,
    any_value(p.deals)::BIGINT AS deals,
    1000 * count(*) / any_value(p.deals) AS per_1000
FROM broken AS b JOIN played AS p ON p.player = b.player AND p.year IS NOT DISTINCT FROM b.year
WHERE ($player IS NULL OR b.player = $player) AND ($year IS NULL OR b.year = $year::INTEGER)
GROUP BY b.player, b.year, b.code, b.law
ORDER BY b.player, b.year, times DESC, b.code;
