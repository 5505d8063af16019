-- Devices that are to be beacons, where they hang, and what was measured there.

-- What gives a device a beacon's identity and a new key, once; of its secret there is a SHA-256 digest.
CREATE TABLE beacon_claims (
    id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    used_at BIGINT
);

CREATE INDEX beacon_claims_by_beacon ON beacon_claims (venue, major, minor);

-- How far a beacon is: `device` is hanging, removed or lost; lengths are centimetres.
CREATE TABLE beacon_deployments (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    device TEXT NOT NULL,
    x BIGINT,
    y BIGINT,
    height BIGINT,
    placed_at BIGINT,
    claimed_at BIGINT,
    code_at BIGINT,
    PRIMARY KEY (venue, major, minor)
);

-- What was measured at 1, 3 and 6 metres.
CREATE TABLE beacon_checks (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    distance BIGINT NOT NULL,
    milliseconds BIGINT NOT NULL,
    readings BIGINT NOT NULL,
    median BIGINT NOT NULL,
    PRIMARY KEY (venue, major, minor, distance)
);

-- Which neighbours were heard from a beacon's place.
CREATE TABLE beacon_neighbours_heard (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    other_major BIGINT NOT NULL,
    other_minor BIGINT NOT NULL,
    PRIMARY KEY (venue, major, minor, other_major, other_minor)
);

-- How far the actions of a walk have been carried out.
CREATE TABLE deployment_walks (
    venue BYTEA NOT NULL,
    walk BYTEA NOT NULL,
    done BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (venue, walk)
);
