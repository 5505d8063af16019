-- People, their sessions and their consent; venues; and what a proved sighting leaves.
--
-- Instants are milliseconds since 1970-01-01T00:00:00Z. The SQL is the subset that SQLite and PostgreSQL share.

CREATE TABLE accounts (
    id BYTEA NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Only the digest of a token is kept. The pseudonym key lives and dies with its session: once the row is gone nobody
-- can tell which visits were made in it.
CREATE TABLE sessions (
    token_digest BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    pseudonym_key BYTEA NOT NULL,
    signed_in_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The document is the venue file without keys; the version grows by one with each import.
CREATE TABLE venues (
    uuid BYTEA NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    document TEXT NOT NULL,
    version BIGINT NOT NULL,
    imported_at BIGINT NOT NULL
);

-- The key of each beacon, and what is known of its clock: how far it is from the server's, at least and at most, in
-- milliseconds, as of an instant.
CREATE TABLE beacons (
    venue BYTEA NOT NULL REFERENCES venues (uuid),
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    security_key BYTEA NOT NULL,
    clock_floor BIGINT NOT NULL,
    clock_ceiling BIGINT NOT NULL,
    clock_as_of BIGINT NOT NULL,
    PRIMARY KEY (venue, major, minor)
);

-- The shops that a person lets know of their visits.
CREATE TABLE choices (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    PRIMARY KEY (account_id, venue, major)
);

-- What has been proved in the windows whose codes a beacon's clock still allows: it stops replays and shared codes. The
-- rows of a window are removed once it can no longer be accepted, a matter of minutes: it and the next table are the only
-- ones that join an account to a place.
CREATE TABLE sightings (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    period_window BIGINT NOT NULL,
    account_id BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (venue, major, minor, period_window, account_id)
);

-- Where each account was last, and nowhere before: it stops impossible walks, and is removed when no place on Earth is
-- out of reach from it any more.
CREATE TABLE last_places (
    account_id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    at BIGINT NOT NULL
);

-- A visit belongs to a pseudonym, which is another one in each shop and after each sign-in; it names no account. A
-- pseudonym is of one shop and one session: it finds a handful of rows by itself, and one index fewer is to be written.
CREATE TABLE visits (
    id TEXT NOT NULL,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    pseudonym TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (pseudonym, id)
);

CREATE INDEX visits_by_time ON visits (venue, at);

-- The offers of every import, in the words of the last one that had them: a coupon outlives its offer's place in the
-- file. `given` counts the coupons of offers that have a limit.
CREATE TABLE offers (
    venue BYTEA NOT NULL REFERENCES venues (uuid),
    id TEXT NOT NULL,
    major BIGINT NOT NULL,
    shop TEXT NOT NULL,
    texts TEXT NOT NULL,
    points BIGINT NOT NULL,
    valid_until BIGINT NOT NULL,
    coupon_limit BIGINT,
    given BIGINT NOT NULL,
    PRIMARY KEY (venue, id)
);

-- A deleted coupon keeps its row, so that its offer is not given again and the deletion can be undone. `received_at`
-- is the beginning of the day in the venue's time zone: the instant would tell which visit, and so which pseudonym, is
-- this account's.
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
