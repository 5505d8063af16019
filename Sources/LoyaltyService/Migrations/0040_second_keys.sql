-- Keys that take the place of others.

-- The second key of a beacon, for as long as it has two: its new one (`is_next` is 1) until the first code of it comes, a day
-- at most; then the old one, for as long as a phone may take to deliver what it heard. Each has the clock of its own device.
CREATE TABLE second_beacon_keys (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    second_key BYTEA NOT NULL,
    is_next BIGINT NOT NULL,
    until BIGINT NOT NULL,
    clock_floor BIGINT NOT NULL,
    clock_ceiling BIGINT NOT NULL,
    clock_as_of BIGINT NOT NULL,
    PRIMARY KEY (venue, major, minor)
);

CREATE INDEX second_beacon_keys_by_end ON second_beacon_keys (until);

-- Which key of the beacon this is, counted from 0: what is proved with one is told apart from what is proved with another.
ALTER TABLE beacons ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;

-- How often a key of the venue has changed since it was imported first: servers that know an older number read them anew.
ALTER TABLE venues ADD COLUMN keys_version BIGINT NOT NULL DEFAULT 0;
