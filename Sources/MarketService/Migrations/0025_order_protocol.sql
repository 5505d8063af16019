-- The protocol of orders: what a client calls them.
--
-- Columns that may be null are added without a row being touched, and of an order that has none they take no place but
-- a byte each. An index over the orders that have a client's number costs those alone something.

-- The number that the order's sender gave it: unique for an account in all markets, for as long as the order is kept.
ALTER TABLE orders ADD COLUMN client_id TEXT;

CREATE UNIQUE INDEX orders_by_client_id ON orders (account, client_id) WHERE client_id IS NOT NULL;
