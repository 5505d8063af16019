-- Passkeys: keys by which an account is entered without a password, or shows who it is beside one.
--
-- Days are counted since 1970-01-01, instants are milliseconds since then. The SQL is the subset that SQLite and
-- PostgreSQL share.

-- A passkey by what its authenticator calls it. The public key is no secret; `counter` is how often the authenticator
-- signed, as last told, and 0 for one that does not count. Rows go when their owner removes the passkey, and with the
-- account.
CREATE TABLE passkeys (
    credential BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    public_key BYTEA NOT NULL,
    counter BIGINT NOT NULL,
    can_be_backed_up BIGINT NOT NULL,
    label TEXT NOT NULL,
    made_day BIGINT NOT NULL,
    used_day BIGINT
);

CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- Challenges that wait for an answer, by their SHA-256 digest; each is answered once. Those of a sign-in are nobody's
-- until they are answered. Rows go when they are answered, after five minutes, and with the account.
CREATE TABLE passkey_challenges (
    digest BYTEA NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    account_id BYTEA REFERENCES accounts (id),
    expires_at BIGINT NOT NULL
);
