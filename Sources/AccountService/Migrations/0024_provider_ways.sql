-- What providers of identities do in ways of their own, and what they are asked for beside a sign-in.

-- With a session, the digest of its token: its owner signs in at the provider to show once more who they are.
ALTER TABLE identity_requests ADD COLUMN session BYTEA;

-- Whether the provider signed somebody in by a method that the operator takes for a second factor; and what it has to be
-- told when the tie ends, sealed, until the sign-in is finished.
ALTER TABLE identity_arrivals ADD COLUMN is_strong BIGINT NOT NULL DEFAULT 0;
ALTER TABLE identity_arrivals ADD COLUMN refresh_token BYTEA;

-- Refresh tokens of providers that have to be told when a tie ends (Apple), kept sealed and for that alone. When the
-- identity is taken away, or the account ends, the row loses account and subject: from then on it waits until the provider
-- has been told, and is then deleted. `due_at` is the instant of the next try in milliseconds since
-- 1970-01-01T00:00:00Z, `attempts` how often it was tried.
CREATE TABLE provider_tokens (
    id BYTEA NOT NULL PRIMARY KEY,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id BYTEA REFERENCES accounts (id),
    token BYTEA NOT NULL,
    attempts BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);

CREATE INDEX provider_tokens_by_account ON provider_tokens (account_id, due_at);
