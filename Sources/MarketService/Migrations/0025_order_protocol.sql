-- The protocol of orders: what a client calls them, how they are amended, and answers to requests that may come again.
--
-- Columns that may be null are added without a row being touched, and of an order that has none they take no place but
-- a byte each. An index over the orders that have a client's number costs those alone something.

-- The number that the order's sender gave it: unique for an account in all markets, for as long as the order is kept.
ALTER TABLE orders ADD COLUMN client_id TEXT;

-- Of an order that was amended and kept its place, how many lots were ordered at first; of one that was replaced, the
-- order that came in its place (its reason is 7).
ALTER TABLE orders ADD COLUMN ordered BIGINT;
ALTER TABLE orders ADD COLUMN successor BIGINT;

CREATE UNIQUE INDEX orders_by_client_id ON orders (account, client_id) WHERE client_id IS NOT NULL;

-- What was answered to a request that moved money and said an `Idempotency-Key`, written in the transaction of what it
-- did. The digest is of method, path and body. A request that is carried out in several transactions has parts, named
-- after their markets. Rows go after 24 hours.
CREATE TABLE kept_answers (
    account BIGINT NOT NULL,
    key TEXT NOT NULL,
    part BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    answer TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, key, part)
);

CREATE INDEX kept_answers_by_age ON kept_answers (at);
