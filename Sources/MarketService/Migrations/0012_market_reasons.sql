-- Why orders ended, and invoices whose payment is changed until it is.
--
-- A column that may be null is added without a row being touched, and of an order that has no reason it takes no place
-- but a byte. Orders that were cancelled before have none.

-- 1 its owner, 2 it met an order of its own account, 3 it does not wait and found no more; and of a stop-limit order
-- whose stop was reached: 4 it would have traded at once, 5 it could not be filled whole, 6 the book did not take it.
ALTER TABLE orders ADD COLUMN reason BIGINT;

-- How often it was tried to change what was paid, and when it is tried next.
ALTER TABLE payment_orders ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payment_orders ADD COLUMN next_try BIGINT NOT NULL DEFAULT 0;

CREATE INDEX payment_orders_unconverted ON payment_orders (next_try) WHERE status = 2;
