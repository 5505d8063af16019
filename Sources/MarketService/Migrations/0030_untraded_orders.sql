-- Orders that ended without a trade, as a trail of their own.
--
-- Until now they were in no history. Those that traded keep their trail as it is: the compatible protocols list them
-- alone, and must not look through a hundred cancellations for each. An order is in one of the two, so `previous_closed`
-- serves both: it names the order of the same account and market, of the same trail, that was closed before this one.
-- The SQL is the subset that SQLite and PostgreSQL share.

CREATE TABLE untraded_orders (
    id BIGINT NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL,
    market BIGINT NOT NULL,
    previous BIGINT NOT NULL,
    turn BIGINT NOT NULL
);

INSERT INTO untraded_orders (id, account, market, previous, turn)
SELECT
    id, account, market,
    COALESCE(LAG(id) OVER (PARTITION BY account, market ORDER BY updated_at, id), 0),
    ROW_NUMBER() OVER (PARTITION BY account, market ORDER BY updated_at DESC, id DESC)
FROM orders WHERE status > 1 AND executed = 0;

UPDATE orders SET previous_closed = (SELECT previous FROM untraded_orders WHERE untraded_orders.id = orders.id)
WHERE status > 1 AND executed = 0;

-- The table is made anew, because a column that is added needs a default, and with one an older program that still runs
-- could go on to write rows that lack it.

ALTER TABLE market_trails RENAME TO market_trails_before;

-- Where the trails of an account in a market begin: its last fill, the last of its orders that was closed and had been
-- executed at least in part, and the last that was closed without a trade.
CREATE TABLE market_trails (
    account BIGINT NOT NULL,
    market BIGINT NOT NULL,
    last_fill BIGINT NOT NULL,
    last_closed BIGINT NOT NULL,
    last_untraded BIGINT NOT NULL,
    PRIMARY KEY (account, market)
);

INSERT INTO market_trails (account, market, last_fill, last_closed, last_untraded)
SELECT account, market, MAX(last_fill), MAX(last_closed), MAX(last_untraded)
FROM (
    SELECT account, market, last_fill, last_closed, CAST(0 AS BIGINT) AS last_untraded FROM market_trails_before
    UNION ALL
    SELECT account, market, CAST(0 AS BIGINT), CAST(0 AS BIGINT), id FROM untraded_orders WHERE turn = 1
) AS heads
GROUP BY account, market;

DROP TABLE market_trails_before;
DROP TABLE untraded_orders;
