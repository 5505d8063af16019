-- Orders that end by themselves, in pairs or with everything else of their account; how far from the last price a market
-- trades, its auctions, and calls to merchants.
--
-- Columns that may be null are added without a row being touched, and of an order that has none they take no place but
-- a byte each. An index over the orders that end at a time costs those alone something.

-- When the order ends, in milliseconds; of a pair of which one ends when anything happens to the other, that one.
ALTER TABLE orders ADD COLUMN expires_at BIGINT;
ALTER TABLE orders ADD COLUMN partner BIGINT;

CREATE INDEX orders_expiring ON orders (market, expires_at) WHERE expires_at IS NOT NULL AND status < 2;

-- Of a trade in an auction, where both orders had waited: the fill of the taker's order before this one, 0 when there is
-- none. Of any other trade there is nothing.
ALTER TABLE fills ADD COLUMN taker_previous BIGINT;

-- How far from the last price an order may trade when it arrives, in parts per million. Phase: 0 trading, 1 halted,
-- 2 an auction, which ends at `auction_until`.
ALTER TABLE markets ADD COLUMN collar BIGINT;
ALTER TABLE markets ADD COLUMN phase BIGINT NOT NULL DEFAULT 0;
ALTER TABLE markets ADD COLUMN auction_until BIGINT;

-- When all open orders of an account end unless it says before that it is still there. A row goes when they have.
CREATE TABLE cancel_timers (
    account BIGINT NOT NULL PRIMARY KEY,
    seconds BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);

CREATE INDEX cancel_timers_due ON cancel_timers (due_at);

-- Orders that an operator has ended, of a market and of one account or all: the market's writer carries it out, and the
-- row goes in the same transaction. The reason is that of the orders.
CREATE TABLE order_endings (
    id BIGINT NOT NULL PRIMARY KEY,
    market BIGINT NOT NULL REFERENCES markets (number),
    account BIGINT,
    reason BIGINT NOT NULL
);

INSERT INTO ledger_counters (name, value) VALUES ('order_endings', 0);

-- What calls to a merchant's program are signed with, as text; a new one takes the place of the old one.
CREATE TABLE callback_secrets (
    account BIGINT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL,
    made_at BIGINT NOT NULL
);
