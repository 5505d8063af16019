-- Money that leaves with care.
--
-- Instants are milliseconds since 1970-01-01T00:00:00Z, amounts whole minor units as decimal text. The SQL is the subset
-- that SQLite and PostgreSQL share; a column that may be null is added without a row being touched.

-- When the owner of a session last showed a passkey in it.
ALTER TABLE sessions ADD COLUMN passkey_at BIGINT;

-- What is kept of a withdrawal for the house, of its amount; null for nothing. It is settled when it is asked for, so that
-- a change of the rules concerns nobody who waits. A request's status 3: its owner took it back.
ALTER TABLE money_requests ADD COLUMN fee TEXT;

-- What the operator asks of withdrawals of an asset; without a row nothing. `daily_limit` bounds what one account may send
-- away in 24 hours, by withdrawals and to other people together; null for no bound.
CREATE TABLE withdrawal_rules (
    asset BIGINT NOT NULL PRIMARY KEY REFERENCES assets (number),
    fee TEXT NOT NULL,
    minimum TEXT NOT NULL,
    daily_limit TEXT
);

-- Accounts for which another bound holds than for everybody.
CREATE TABLE withdrawal_limits (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    daily_limit TEXT NOT NULL,
    PRIMARY KEY (account, asset)
);

-- What was sent away in the last 24 hours, for those bounds: `w` and a request's number, or `t` and a transfer's. A row
-- goes after that time, and with a request that is refused or taken back.
CREATE TABLE outgoings (
    id TEXT NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    amount TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE INDEX outgoings_by_account ON outgoings (account, asset, at);
CREATE INDEX outgoings_by_time ON outgoings (at);

-- Where an account's owner sends money: an address for an asset, or a bank account whose parts were checked. `id` is
-- random. Requests for money keep their own copy in a line, so that an entry can go at once.
CREATE TABLE destinations (
    id TEXT NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL,
    name TEXT NOT NULL,
    asset BIGINT,
    address TEXT,
    country TEXT,
    holder TEXT,
    bank TEXT,
    account_kind BIGINT,
    number TEXT,
    tax_number TEXT,
    added_at BIGINT NOT NULL,
    UNIQUE (account, name)
);

-- Accounts whose money may go to those places alone, and when that ends once its owner has asked for the end.
CREATE TABLE address_book_rules (
    account BIGINT NOT NULL PRIMARY KEY,
    opens_at BIGINT
);

-- Payments that people ask one another for are invoices without a change of what is paid: what the receiver calls
-- themselves and what it is for; and of every invoice who paid it, with which transfer, and how much was sent back.
ALTER TABLE payment_orders ADD COLUMN label TEXT;
ALTER TABLE payment_orders ADD COLUMN memo TEXT;
ALTER TABLE payment_orders ADD COLUMN payer BIGINT;
ALTER TABLE payment_orders ADD COLUMN transfer BIGINT;
ALTER TABLE payment_orders ADD COLUMN refunded TEXT;
