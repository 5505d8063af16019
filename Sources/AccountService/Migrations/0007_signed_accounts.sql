-- API keys, second factors and devices of accounts, mail that waits to be sent, the inbox and its alerts.
--
-- Instants are milliseconds since 1970-01-01T00:00:00Z, days are counted since then. The SQL is the subset that SQLite
-- and PostgreSQL share.

-- Keys by which programs sign requests. The secret is kept as it is: the signature is an HMAC, which nobody can check
-- with a digest. Whoever reads this table can sign, as whoever reads `second_factors` can make codes; it belongs in no
-- log and in no copy of the database that leaves the machine. Scopes and ranges of addresses are lists with commas.
CREATE TABLE api_keys (
    public_text TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    secret TEXT NOT NULL,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    addresses TEXT NOT NULL,
    made_day BIGINT NOT NULL,
    expires_at BIGINT
);

CREATE INDEX api_keys_by_account ON api_keys (account_id);

-- What an account asks for at its own sign-in, beyond the password; an account without a row asks for nothing more. The
-- secret of the second factor is in `second_factors`, which roles use as well.
CREATE TABLE sign_in_rules (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    needs_code BIGINT NOT NULL,
    approves_devices BIGINT NOT NULL
);

-- Secrets that were shown and not yet confirmed by a code.
CREATE TABLE pending_factors (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    secret BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);

-- SHA-256 digests of recovery codes, each of which has 78 random bits; a used one loses its row.
CREATE TABLE recovery_codes (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    digest BYTEA NOT NULL,
    PRIMARY KEY (account_id, digest)
);

-- Devices that an account has approved, by the SHA-256 digest of what the device shows. There is no address in it, and
-- no instant: days are enough to recognize a device by.
CREATE TABLE devices (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    digest BYTEA NOT NULL,
    label TEXT NOT NULL,
    approved_day BIGINT NOT NULL,
    seen_day BIGINT NOT NULL,
    PRIMARY KEY (account_id, digest)
);

-- Sign-ins that wait for the code from a mail, by the SHA-256 digest of their challenge. `code` is a digest over the
-- challenge and the code: who reads the table knows neither. `device` is the digest of what the device shows, when it
-- brought something of its own.
CREATE TABLE device_challenges (
    digest BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    code BYTEA NOT NULL,
    device BYTEA,
    label TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX device_challenges_by_expiry ON device_challenges (expires_at);

-- The device that a session was begun on, as its owner may recognize it.
ALTER TABLE sessions ADD COLUMN device BYTEA;
ALTER TABLE sessions ADD COLUMN device_label TEXT;

CREATE INDEX sessions_by_account ON sessions (account_id);

-- Mail that waits to be sent, so that it survives the end of the process. A row goes once its mail was taken or can no
-- longer be of use: minutes for a code, whose text is in here until then.
CREATE TABLE mail_outbox (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX mail_outbox_by_time ON mail_outbox (next_at);

-- What an account is told. A deleted notification keeps its row for a day, so that the deletion can be undone; of a new
-- device the instant is the beginning of the day. `source` names what must not be told of twice.
CREATE TABLE notifications (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    details TEXT NOT NULL,
    at BIGINT NOT NULL,
    is_read BIGINT NOT NULL,
    deleted_at BIGINT,
    source TEXT UNIQUE
);

CREATE INDEX notifications_by_account ON notifications (account_id, id);
CREATE INDEX notifications_by_deletion ON notifications (deleted_at);

-- What an account wants to be told of a market, 0 for all of them. A price alert has a direction, 1 for at or above and 2 for at or below,
-- and goes when it fires; an order alert has none and stays. Trades count whose number is greater than `after_trade`.
CREATE TABLE alerts (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    trader BIGINT NOT NULL,
    market BIGINT NOT NULL,
    direction BIGINT,
    ticks BIGINT,
    after_trade BIGINT NOT NULL
);

CREATE INDEX alerts_by_account ON alerts (account_id);
CREATE INDEX alerts_by_market ON alerts (market, direction, ticks);

-- What operators decided about money, in the order in which its owners are told.
CREATE INDEX money_requests_by_decision ON money_requests (decided_at) WHERE decided_at IS NOT NULL;

-- Up to which trade of a market alerts have been looked at; under the number -1, up to which instant decisions about
-- money have been.
CREATE TABLE alert_progress (
    market BIGINT NOT NULL PRIMARY KEY,
    last_trade BIGINT NOT NULL
);
