-- What happened to the security of accounts, and the language of sessions.
--
-- Days are counted since 1970-01-01, instants are milliseconds since then. The SQL is the subset that SQLite and
-- PostgreSQL share.

-- How often something happened on a day; `label` is the device or key as its owner knows it, `address` that of the
-- network, both empty when there is none. Rows go after 90 days, and with their account. There is no instant in them,
-- and none beside them: those of two days are written anew together, in a random order, as long as one is fresh.
CREATE TABLE account_events (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    day BIGINT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    address TEXT NOT NULL,
    times BIGINT NOT NULL,
    is_fresh BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, kind, label, address)
) /* /* */ WITHOUT ROWID -- */
;

CREATE INDEX account_events_by_day ON account_events (day);
CREATE INDEX account_events_fresh ON account_events (is_fresh) WHERE is_fresh = 1;

-- Whether the owner wants addresses of the network kept in the trail.
ALTER TABLE accounts ADD COLUMN keeps_addresses BIGINT NOT NULL DEFAULT 0;

-- The language of a mail to the session's owner.
ALTER TABLE sessions ADD COLUMN language TEXT;
