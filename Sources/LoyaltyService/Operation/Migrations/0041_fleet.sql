-- How the beacons of venues are doing: numbers by hour and by day, and nothing of anybody.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- How sightings at a beacon ended in one hour (`hour`, counted from 1970-01-01T00:00Z).
CREATE TABLE beacon_hours (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    hour BIGINT NOT NULL,
    proofs BIGINT NOT NULL,
    disputed BIGINT NOT NULL,
    mismatches BIGINT NOT NULL,
    stale BIGINT NOT NULL,
    others BIGINT NOT NULL,
    PRIMARY KEY (venue, hour, major, minor)
);

-- The same by day (`day`, counted from 1970-01-01 in UTC), with the medians of what the beacon told of its battery and its
-- temperature in 1/256 of a degree, and how far its clock was from the server's at least, in milliseconds.
CREATE TABLE beacon_days (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    day BIGINT NOT NULL,
    proofs BIGINT NOT NULL,
    disputed BIGINT NOT NULL,
    mismatches BIGINT NOT NULL,
    stale BIGINT NOT NULL,
    others BIGINT NOT NULL,
    millivolts BIGINT,
    temperature BIGINT,
    clock BIGINT,
    PRIMARY KEY (venue, major, minor, day)
);

-- How many phones heard the same voltage and temperature of a beacon on one day; gone when the day's medians are made.
CREATE TABLE beacon_readings (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    day BIGINT NOT NULL,
    millivolts BIGINT NOT NULL,
    temperature BIGINT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (venue, day, major, minor, millivolts, temperature)
);

-- What is known of a beacon now: the end of the quarter of an hour of its last proof, and what it told of itself last.
CREATE TABLE beacon_states (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    last_proof BIGINT,
    advertisements BIGINT,
    uptime BIGINT,
    told_at BIGINT,
    milliframes BIGINT,
    rebooted_at BIGINT,
    PRIMARY KEY (venue, major, minor)
);

-- How often somebody proved two beacons within ten seconds on one day.
CREATE TABLE beacon_pairs (
    venue BYTEA NOT NULL,
    day BIGINT NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    other_major BIGINT NOT NULL,
    other_minor BIGINT NOT NULL,
    heard BIGINT NOT NULL,
    PRIMARY KEY (venue, day, major, minor, other_major, other_minor)
);
