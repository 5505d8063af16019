-- One queue for whatever is handed over to somebody else, and the devices that messages are pushed to.
--
-- Days are counted since 1970-01-01, instants are milliseconds since then. The SQL is the subset that SQLite and
-- PostgreSQL share.

-- What waits: a mail with its recipient, subject and text; or a message, whose recipient is the name of a device below
-- and whose text is what the device will read. A row goes once it was taken or can no longer be of use.
ALTER TABLE mail_outbox RENAME TO deliveries;
ALTER TABLE deliveries ADD COLUMN lane TEXT NOT NULL DEFAULT 'mail';

CREATE INDEX deliveries_by_recipient ON deliveries (recipient);

-- Devices that take messages: where (the URL of a browser's push service, or the token of an app), and what messages are
-- encrypted with. A row belongs to a session and goes with it; it goes with its account as well, and when its carrier
-- says that the device is gone. Its name is random. `muted` lists the kinds that this device does not want, each with a
-- blank before and behind. The first instant is when the device last told where it is: a carrier may know of an earlier
-- end. The second is when it is next reminded to open Cerca, at a time of the day that is drawn.
CREATE TABLE push_devices (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    session BYTEA NOT NULL REFERENCES sessions (token_digest) ON DELETE CASCADE,
    lane TEXT NOT NULL,
    address TEXT NOT NULL,
    is_sandbox BIGINT NOT NULL,
    point BYTEA NOT NULL,
    secret BYTEA NOT NULL,
    language TEXT NOT NULL,
    muted TEXT NOT NULL,
    registered_at BIGINT NOT NULL,
    heartbeat_at BIGINT NOT NULL,
    UNIQUE (lane, address)
);

CREATE INDEX push_devices_by_account ON push_devices (account_id);
CREATE INDEX push_devices_by_session ON push_devices (session);
CREATE INDEX push_devices_by_heartbeat ON push_devices (heartbeat_at);

-- What an account wants: nothing at all for now, and nothing between two minutes of its day, in a time zone of the IANA.
-- It goes with the account.
CREATE TABLE push_rules (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    is_silent BIGINT NOT NULL,
    quiet_from BIGINT,
    quiet_until BIGINT,
    time_zone TEXT NOT NULL
);

-- Shops whose offers an account does not want pushed. It goes with the account.
CREATE TABLE push_muted_shops (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    PRIMARY KEY (account_id, venue, major)
);

-- Of which shops an account was told on which day, of which there may be three a day and each shop once. The coupon says
-- the same for longer; this goes when the day is over.
CREATE TABLE pushed_offers (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, venue, major)
);

-- The private key by which push services know this deployment, sealed; there is one row.
CREATE TABLE push_keys (
    name TEXT NOT NULL PRIMARY KEY,
    sealed BYTEA NOT NULL
);
