-- Offers that shops publish themselves, and coupons that are redeemed at a till.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- The versions of one offer of a shop are of one family: an account gets one of them, whichever it is. Offers of the venue
-- file have none. They are given from `given_from` until `given_until`, in these hours of the week, as a text; their points
-- are paid when they are redeemed. `redeemed` counts the coupons of the offer that were.
ALTER TABLE offers ADD COLUMN family TEXT;
ALTER TABLE offers ADD COLUMN given_from BIGINT;
ALTER TABLE offers ADD COLUMN given_until BIGINT;
ALTER TABLE offers ADD COLUMN hours TEXT;
ALTER TABLE offers ADD COLUMN pays_redeemed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE offers ADD COLUMN redeemed BIGINT NOT NULL DEFAULT 0;

CREATE INDEX offers_of_families ON offers (venue, family);

-- How often the offers of a venue have changed since it was imported: servers that keep them in memory look at it.
CREATE TABLE offer_changes (
    venue BYTEA NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);

-- What the secrets of coupons' codes and the names of redemptions are made from, sealed; one row.
CREATE TABLE coupon_keys (
    number BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Coupons that were redeemed. `coupon` is made from the coupon's identifier with that key, so that nobody who has the
-- tables alone finds the coupon, and through it the account; `at` is the minute, and `showing` the till's own random number.
CREATE TABLE redemptions (
    coupon BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    offer_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    till TEXT NOT NULL,
    showing BYTEA NOT NULL,
    UNIQUE (venue, major, showing)
);

CREATE INDEX redemptions_of_shops ON redemptions (venue, major, at);
