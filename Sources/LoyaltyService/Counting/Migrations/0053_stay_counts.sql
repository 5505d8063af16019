-- since 49
-- Whether the stays that phones report are verified, by shop.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- How many stays phones reported of a shop on a day that is over, and at how many of them a proof was accepted.
CREATE TABLE stay_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    entered BIGINT NOT NULL,
    proved BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);
