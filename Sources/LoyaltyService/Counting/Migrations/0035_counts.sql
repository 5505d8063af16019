-- What is counted exactly, of people who let a shop know of their visits: events at beacons, and daily roll-ups.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- That a pseudonym came to a beacon of its shop or left it, to the minute; whether a proof was accepted beside it.
CREATE TABLE events (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    kind TEXT NOT NULL,
    minute BIGINT NOT NULL,
    pseudonym TEXT NOT NULL,
    proved BIGINT NOT NULL,
    PRIMARY KEY (pseudonym, minor, minute, kind)
);

CREATE INDEX events_by_time ON events (venue, minute);
CREATE INDEX events_by_shop ON events (venue, major, minute);

-- How far a venue is counted: the next day, and the beginning of the next quarter of an hour.
CREATE TABLE counting_progress (
    venue BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    quarter BIGINT NOT NULL
);

-- Visitors, stays and disputed proofs of a shop on a day that is over.
CREATE TABLE day_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    stays BIGINT NOT NULL,
    disputed BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

-- Visitors and disputed proofs of a shop in a quarter of an hour that is over.
CREATE TABLE quarter_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    quarter BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    disputed BIGINT NOT NULL,
    PRIMARY KEY (venue, major, quarter)
);

-- How often phones said that somebody came to a beacon on a day that is over, and how often that was proved.
CREATE TABLE beacon_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    day BIGINT NOT NULL,
    entered BIGINT NOT NULL,
    proved BIGINT NOT NULL,
    PRIMARY KEY (venue, major, minor, day)
);

-- How many people came through a shop's door on a day, as its merchant says.
CREATE TABLE door_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);
