-- Identities of others with which people sign in: the provider's issuer and what names the person there.
--
-- Instants are milliseconds since 1970-01-01T00:00:00Z, days are counted since then. The SQL is the subset that SQLite
-- and PostgreSQL share.

-- An identity and its account; `email` is what the provider said last, for its owner to recognize it by. A row ends when
-- its owner takes the identity away, and with the account.
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    provider TEXT NOT NULL,
    email TEXT,
    linked_day BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);

CREATE INDEX identities_by_account ON identities (account_id);

-- Browsers that were sent to a provider, by the SHA-256 digest of what the provider has to repeat. `secret` is the digest
-- of what the browser has: the nonce and the verifier of the code follow from that and are not kept. With an account, its
-- owner is signed in and wants to link. A row ends when the browser comes back, or after ten minutes.
CREATE TABLE identity_requests (
    state BYTEA NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL,
    provider TEXT NOT NULL,
    place TEXT NOT NULL,
    account_id BYTEA REFERENCES accounts (id),
    expires_at BIGINT NOT NULL
);

-- People whom a provider has told of and who are not signed in yet, by the digest of what their browser has. `code` is a
-- digest over that and a code that went out by mail. A row ends with the sign-in, or after ten minutes.
CREATE TABLE identity_arrivals (
    secret BYTEA NOT NULL PRIMARY KEY,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT,
    is_vouched BIGINT NOT NULL,
    session TEXT,
    account_id BYTEA REFERENCES accounts (id),
    code BYTEA,
    attempts BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- Which sessions stem from which identity, so that a provider can end them. Rows of sessions that are over are removed
-- once a minute.
CREATE TABLE identity_sessions (
    token_digest BYTEA NOT NULL PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    session TEXT
);

CREATE INDEX identity_sessions_by_identity ON identity_sessions (issuer, subject);

-- Notices of sign-outs that were taken, each of which counts once.
CREATE TABLE logout_notices (
    issuer TEXT NOT NULL,
    id TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, id)
);
