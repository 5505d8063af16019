-- Codes that went to an address, links that reset a password, changes of address that can be undone, and accounts that
-- their operator has stopped.
--
-- Instants are milliseconds since 1970-01-01T00:00:00Z. The SQL is the subset that SQLite and PostgreSQL share. All of
-- these rows end by themselves within days; those that name an account end with it.

-- 1 for an account whose sessions, keys and sign-ins do not count until the operator says otherwise.
ALTER TABLE accounts ADD COLUMN disabled BIGINT NOT NULL DEFAULT 0;

-- What waits for the code that went to `email`, by the SHA-256 digest of its challenge. `code` is a digest over challenge
-- and code: who reads the table knows neither. It is nil where no code was sent, because the address has an account; the
-- row is there all the same, so that the answers to it are too. A sign-up has the hash of its password and no account
-- yet; what an account asks for names the account.
CREATE TABLE address_challenges (
    digest BYTEA NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    code BYTEA,
    account_id BYTEA REFERENCES accounts (id),
    password TEXT,
    device BYTEA,
    label TEXT,
    attempts BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX address_challenges_by_expiry ON address_challenges (expires_at);
CREATE INDEX address_challenges_by_account ON address_challenges (account_id);

-- Addresses for which somebody has asked for a reset of the password. Whether they have an account is looked up after the
-- answer, so that its time tells nothing.
CREATE TABLE reset_requests (
    id BYTEA NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    language TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- The one link of an account that resets its password, by the SHA-256 digest of its token. `password` is the SHA-256
-- digest of the hash that it replaces: a link is of no use once there is another password.
CREATE TABLE password_resets (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    digest BYTEA NOT NULL UNIQUE,
    password BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Former addresses to which a link went that takes a change back, by the SHA-256 digest of its token. Nobody else may
-- have such an address until then.
CREATE TABLE address_changes (
    digest BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    former TEXT NOT NULL,
    former_proof TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX address_changes_by_former ON address_changes (former);
CREATE INDEX address_changes_by_account ON address_changes (account_id);
