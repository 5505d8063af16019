-- What names an account does not lie in the order of visits.
--
-- Coupons, points and places were written in the transaction of the visit that brought them, so that the order of rows
-- in a file, or the number of a transaction, named the account of nearly every pseudonym. From now on a visit leaves
-- what names its account in two small tables, for minutes; what stays is written later, for many at once, in a random
-- order, and with it everything of the same day anew. The SQL is the subset that SQLite and PostgreSQL share.

-- Coupons that visits have just brought, with the points that come with them: the account's own already, and moved to
-- `coupons` with the next batch. No column tells more of the time than the day.
CREATE TABLE fresh_coupons (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    offer_id TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    points BIGINT NOT NULL,
    deleted_at BIGINT,
    UNIQUE (account_id, venue, offer_id),
    FOREIGN KEY (venue, offer_id) REFERENCES offers (venue, id)
);

-- Where each account was last, to the metre and the millisecond, until its quarter of an hour is over.
CREATE TABLE recent_places (
    account_id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    at BIGINT NOT NULL
);

-- In which venue each account was last, and in which quarter of an hour; it is removed when nobody can be too far away
-- any more from any other venue that the server knows, and not even written where there is only one.
ALTER TABLE last_places RENAME TO last_places_before;

CREATE TABLE last_places (
    account_id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    quarter BIGINT NOT NULL
);

INSERT INTO last_places (account_id, venue, quarter)
SELECT account_id, venue, at - at % 900000 FROM last_places_before ORDER BY RANDOM();

DROP TABLE last_places_before;

ALTER TABLE coupons RENAME TO coupons_before;

-- A deleted coupon keeps its row, so that its offer is not given again and the deletion can be undone. Both columns of
-- time are beginnings of days: the one of the deletion in UTC, the other in the venue's time zone.
CREATE TABLE coupons (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    offer_id TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    deleted_at BIGINT,
    UNIQUE (account_id, venue, offer_id),
    FOREIGN KEY (venue, offer_id) REFERENCES offers (venue, id)
);

INSERT INTO coupons (id, account_id, venue, offer_id, received_at, deleted_at)
SELECT id, account_id, venue, offer_id, received_at, deleted_at - deleted_at % 86400000
FROM coupons_before ORDER BY RANDOM();

DROP TABLE coupons_before;

-- The coupons of a day, which are written anew together.
CREATE INDEX coupons_by_day ON coupons (received_at);

-- An account's age is counted in days, and nobody needs to know when in the day it was made.
UPDATE accounts SET created_at = created_at - created_at % 86400000;

-- Numbers in the ledger were given at the first points, and so in the order of first visits. From now on an account has
-- its number from the beginning; those that exist are given anew, in the order of the accounts' random identifiers.
CREATE TABLE ledger_renumbering (
    account_id BYTEA NOT NULL PRIMARY KEY,
    former BIGINT UNIQUE,
    number BIGINT NOT NULL
);

INSERT INTO ledger_renumbering (account_id, former, number)
SELECT accounts.id, ledger_accounts.number,
    (
        SELECT MAX(used.value) FROM (
            SELECT value FROM ledger_counters WHERE name = 'accounts' UNION ALL SELECT MAX(number) FROM ledger_accounts
        ) AS used
    ) + ROW_NUMBER() OVER (ORDER BY accounts.id)
FROM accounts LEFT JOIN ledger_accounts ON ledger_accounts.account_id = accounts.id;

UPDATE ledger_counters SET value = (SELECT MAX(number) FROM ledger_renumbering)
WHERE name = 'accounts' AND EXISTS (SELECT 1 FROM ledger_renumbering);

UPDATE ledger_accounts SET account_id = NULL WHERE account_id IS NOT NULL;

INSERT INTO ledger_accounts (number, account_id)
SELECT number, account_id FROM ledger_renumbering ORDER BY RANDOM();

UPDATE money_requests SET account = (SELECT number FROM ledger_renumbering WHERE former = account)
WHERE account IN (SELECT former FROM ledger_renumbering);

UPDATE payment_orders SET merchant = (SELECT number FROM ledger_renumbering WHERE former = merchant)
WHERE merchant IN (SELECT former FROM ledger_renumbering);

DELETE FROM ledger_accounts WHERE number IN (SELECT former FROM ledger_renumbering);

UPDATE orders SET account = (SELECT number FROM ledger_renumbering WHERE former = account)
WHERE account IN (SELECT former FROM ledger_renumbering);

UPDATE fills SET buyer = (SELECT number FROM ledger_renumbering WHERE former = buyer)
WHERE buyer IN (SELECT former FROM ledger_renumbering);

UPDATE fills SET seller = (SELECT number FROM ledger_renumbering WHERE former = seller)
WHERE seller IN (SELECT former FROM ledger_renumbering);

UPDATE market_trails SET account = (SELECT number FROM ledger_renumbering WHERE former = account)
WHERE account IN (SELECT former FROM ledger_renumbering);

UPDATE traded_volumes SET account = (SELECT number FROM ledger_renumbering WHERE former = account)
WHERE account IN (SELECT former FROM ledger_renumbering);

UPDATE deposit_addresses SET account = (SELECT number FROM ledger_renumbering WHERE former = account)
WHERE account IN (SELECT former FROM ledger_renumbering);

UPDATE alerts SET trader = (SELECT number FROM ledger_renumbering WHERE former = trader)
WHERE trader IN (SELECT former FROM ledger_renumbering);

UPDATE socket_tickets SET trader = (SELECT number FROM ledger_renumbering WHERE former = trader)
WHERE trader IN (SELECT former FROM ledger_renumbering);

ALTER TABLE balances RENAME TO balances_before;

CREATE TABLE balances (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    total TEXT NOT NULL,
    held TEXT NOT NULL,
    PRIMARY KEY (account, asset)
);

INSERT INTO balances (account, asset, total, held)
SELECT COALESCE(r.number, b.account), b.asset, b.total, b.held
FROM balances_before b LEFT JOIN ledger_renumbering r ON r.former = b.account ORDER BY RANDOM();

DROP TABLE balances_before;

ALTER TABLE transfers RENAME TO transfers_before;

-- Money that moved otherwise than by a trade, and what it did to each account; the postings of a trade are in its fill.
-- Numbers are given one after another, but those of points that a shop gave: they begin with the hour of `at`, which is
-- the midnight before, and end at random. Those of a day lie in a random order, written in one transaction.
CREATE TABLE transfers (
    id BIGINT NOT NULL PRIMARY KEY,
    kind BIGINT NOT NULL,
    at BIGINT NOT NULL,
    address TEXT,
    memo TEXT
);

INSERT INTO transfers (id, kind, at, address, memo)
SELECT id, kind, at, address, memo FROM transfers_before ORDER BY RANDOM();

DROP TABLE transfers_before;

DROP INDEX postings_by_transfer;
ALTER TABLE postings RENAME TO postings_before;

CREATE TABLE postings (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    transfer BIGINT NOT NULL,
    amount TEXT NOT NULL,
    fee TEXT NOT NULL,
    balance TEXT NOT NULL,
    PRIMARY KEY (account, asset, transfer)
);

INSERT INTO postings (account, asset, transfer, amount, fee, balance)
SELECT COALESCE(r.number, p.account), p.asset, p.transfer, p.amount, p.fee, p.balance
FROM postings_before p LEFT JOIN ledger_renumbering r ON r.former = p.account ORDER BY RANDOM();

DROP TABLE postings_before;

CREATE INDEX postings_by_transfer ON postings (transfer);

DROP TABLE ledger_renumbering;
