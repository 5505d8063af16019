-- A trader's fills and closed orders as trails instead of indices.
--
-- An index by account touches a page of its own for nearly every trade: three of them cost more than all the rest of an
-- order. A trader's fills are only ever read from the newest on, and for that it is enough that each names the one
-- before. 0 ends a trail. The SQL is the subset that SQLite and PostgreSQL share.

-- Where the trails of an account in a market begin: its last fill, and the last of its orders that was closed and had
-- been executed at least in part.
CREATE TABLE market_trails (
    account BIGINT NOT NULL,
    market BIGINT NOT NULL,
    last_fill BIGINT NOT NULL,
    last_closed BIGINT NOT NULL,
    PRIMARY KEY (account, market)
);

-- The tables are made anew, because a column that is added needs a default, and with one an older program that still
-- runs could go on to write rows that belong to no trail.

ALTER TABLE fills RENAME TO fills_before;

-- A trade: what both orders' accounts gave and received follows from ticks and lots, and the four balances are those
-- afterwards. The fee is in what each receives: the buyer's in the base, the seller's in the quote asset. The
-- executions of an order as taker have the numbers after the one at which it was placed; those as maker are a trail
-- that begins in the order and goes on in `maker_previous`. `buyer_previous` and `seller_previous` are the fills of
-- these accounts in this market before this one, on either side.
CREATE TABLE fills (
    market BIGINT NOT NULL,
    id BIGINT NOT NULL,
    ticks BIGINT NOT NULL,
    lots BIGINT NOT NULL,
    taker_side BIGINT NOT NULL,
    maker_order BIGINT NOT NULL,
    taker_order BIGINT NOT NULL,
    buyer BIGINT NOT NULL,
    seller BIGINT NOT NULL,
    buyer_fee TEXT NOT NULL,
    seller_fee TEXT NOT NULL,
    maker_rate BIGINT NOT NULL,
    taker_rate BIGINT NOT NULL,
    buyer_base TEXT NOT NULL,
    buyer_quote TEXT NOT NULL,
    seller_base TEXT NOT NULL,
    seller_quote TEXT NOT NULL,
    at BIGINT NOT NULL,
    buyer_previous BIGINT NOT NULL,
    seller_previous BIGINT NOT NULL,
    maker_previous BIGINT NOT NULL,
    PRIMARY KEY (market, id)
);

INSERT INTO fills (
    market, id, ticks, lots, taker_side, maker_order, taker_order, buyer, seller, buyer_fee, seller_fee, maker_rate,
    taker_rate, buyer_base, buyer_quote, seller_base, seller_quote, at, buyer_previous, seller_previous, maker_previous
)
WITH sides AS (
    SELECT market, id, account, LAG(id) OVER (PARTITION BY account, market ORDER BY id) AS previous
    FROM (
        SELECT market, id, buyer AS account FROM fills_before
        UNION ALL SELECT market, id, seller AS account FROM fills_before
    ) AS parties
)
SELECT
    f.market, f.id, f.ticks, f.lots, f.taker_side, f.maker_order, f.taker_order, f.buyer, f.seller, f.buyer_fee,
    f.seller_fee, f.maker_rate, f.taker_rate, f.buyer_base, f.buyer_quote, f.seller_base, f.seller_quote, f.at,
    COALESCE(b.previous, 0), COALESCE(s.previous, 0),
    COALESCE(LAG(f.id) OVER (PARTITION BY f.maker_order ORDER BY f.id), 0)
FROM fills_before f
JOIN sides b ON b.market = f.market AND b.id = f.id AND b.account = f.buyer
JOIN sides s ON s.market = f.market AND s.id = f.id AND s.account = f.seller
ORDER BY f.market, f.id;

DROP TABLE fills_before;

DROP INDEX orders_open;
DROP INDEX orders_history;
ALTER TABLE orders RENAME TO orders_before;

-- The number is sequence × 1024 + market. Status: 0 waits for its stop, 1 is in the book, 2 filled, 3 cancelled.
-- `placed` is the sequence at which it entered the book, which is its turn within its price. `last_made` is its last
-- fill as maker. `previous_closed` is the order of the same account and market that was closed before this one, both
-- executed at least in part; it is known once the order is closed.
CREATE TABLE orders (
    id BIGINT NOT NULL PRIMARY KEY,
    market BIGINT NOT NULL,
    account BIGINT NOT NULL,
    side BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    ticks BIGINT,
    stop BIGINT,
    lots BIGINT NOT NULL,
    executed BIGINT NOT NULL,
    notional TEXT NOT NULL,
    fee TEXT NOT NULL,
    status BIGINT NOT NULL,
    time_in_force BIGINT NOT NULL,
    is_post_only BIGINT NOT NULL,
    self_trade BIGINT NOT NULL,
    placed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_made BIGINT NOT NULL,
    previous_closed BIGINT NOT NULL
);

INSERT INTO orders (
    id, market, account, side, kind, ticks, stop, lots, executed, notional, fee, status, time_in_force, is_post_only,
    self_trade, placed, created_at, updated_at, last_made, previous_closed
)
WITH made AS (
    SELECT maker_order, MAX(id) AS newest FROM fills GROUP BY maker_order
), closed AS (
    SELECT id, LAG(id) OVER (PARTITION BY account, market ORDER BY updated_at, id) AS previous
    FROM orders_before WHERE status > 1 AND executed > 0
)
SELECT
    o.id, o.market, o.account, o.side, o.kind, o.ticks, o.stop, o.lots, o.executed, o.notional, o.fee, o.status,
    o.time_in_force, o.is_post_only, o.self_trade, o.placed, o.created_at, o.updated_at, COALESCE(made.newest, 0),
    COALESCE(closed.previous, 0)
FROM orders_before o
LEFT JOIN made ON made.maker_order = o.id
LEFT JOIN closed ON closed.id = o.id
ORDER BY o.id;

DROP TABLE orders_before;

-- What a book is rebuilt from; it has no more entries than there are open orders.
CREATE INDEX orders_open ON orders (market, account, id) WHERE status < 2;

INSERT INTO market_trails (account, market, last_fill, last_closed)
WITH closed AS (
    SELECT account, market, id, ROW_NUMBER() OVER (PARTITION BY account, market ORDER BY updated_at DESC, id DESC) AS turn
    FROM orders WHERE status > 1 AND executed > 0
)
SELECT parties.account, parties.market, MAX(parties.id), COALESCE(MAX(closed.id), 0)
FROM (
    SELECT market, id, buyer AS account FROM fills UNION ALL SELECT market, id, seller AS account FROM fills
) AS parties
LEFT JOIN closed ON closed.account = parties.account AND closed.market = parties.market AND closed.turn = 1
GROUP BY parties.account, parties.market;
