-- The market's console.
--
-- Instants are milliseconds since 1970-01-01T00:00:00Z, amounts whole minor units as decimal text. The SQL is the subset
-- that SQLite and PostgreSQL share; a column that may be null is added without a row being touched.

-- Why a request was refused, for its owner; null when nobody said.
ALTER TABLE money_requests ADD COLUMN reason TEXT;

-- Above how much of an asset two people of the staff have to approve a request; without a row one is enough.
CREATE TABLE approval_limits (
    asset BIGINT NOT NULL PRIMARY KEY REFERENCES assets (number),
    amount TEXT NOT NULL
);

-- Who of the staff has approved a request that waits for a second person. The row goes with the decision.
CREATE TABLE request_approvals (
    request BIGINT NOT NULL PRIMARY KEY REFERENCES money_requests (id),
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    at BIGINT NOT NULL
);

-- What was done in the console, and on whose behalf; each entry's digest is over the one before it.
CREATE TABLE market_journal (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL
);
