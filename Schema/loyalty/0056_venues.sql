-- since 53
-- Venues: their staff, plans, beacons and radio maps.

-- The document is the venue file without keys; the version grows by one with each import.
CREATE TABLE venues (
    uuid BYTEA NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    document TEXT NOT NULL,
    version BIGINT NOT NULL,
    imported_at BIGINT NOT NULL,
    -- How often a key of the venue has changed since it was imported first: servers that know an older number read them
    -- anew.
    keys_version BIGINT NOT NULL DEFAULT 0
);

-- A row stays when its draft ends, without a document, so that `number` never names two states.
CREATE TABLE plan_drafts (
    venue BYTEA NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    base BIGINT NOT NULL,
    document TEXT,
    account_id BYTEA,
    at BIGINT
);
CREATE INDEX plan_drafts_by_account ON plan_drafts (account_id);

-- `digest` is the SHA-256 of `picture`, a JPEG that the server made. A picture that no plan names ends after the day
-- that it came on.
CREATE TABLE plan_pictures (
    venue BYTEA NOT NULL,
    digest BYTEA NOT NULL,
    picture BYTEA NOT NULL,
    day BIGINT NOT NULL,
    PRIMARY KEY (venue, digest)
);

-- `account_id` is missing where a plan was imported on the machine. `restored` is the older version that it is again.
CREATE TABLE plan_versions (
    venue BYTEA NOT NULL,
    number BIGINT NOT NULL,
    document TEXT NOT NULL,
    account_id BYTEA,
    at BIGINT NOT NULL,
    note TEXT NOT NULL,
    restored BIGINT,
    shops BIGINT NOT NULL,
    beacons BIGINT NOT NULL,
    PRIMARY KEY (venue, number)
);
CREATE INDEX plan_versions_by_account ON plan_versions (account_id);

-- An operator's row has the major -1: the whole venue. A merchant has a row for each shop.
CREATE TABLE venue_staff (
    account_id BYTEA NOT NULL,
    venue BYTEA NOT NULL,
    role TEXT NOT NULL,
    major BIGINT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (account_id, venue, role, major)
);
CREATE INDEX venue_staff_by_venue ON venue_staff (venue, role, major);

-- Who is invited to work for a venue or shops. Of the link's secret there is the digest alone. The address goes when
-- the invitation is used or withdrawn; the rest goes a month later.
CREATE TABLE venue_invitations (
    id BYTEA PRIMARY KEY,
    secret_digest BYTEA NOT NULL UNIQUE,
    venue BYTEA NOT NULL,
    role TEXT NOT NULL,
    -- The shops with commas between them; nothing for the venue itself.
    majors TEXT NOT NULL,
    email TEXT,
    invited_by BYTEA,
    invited_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- open, used or withdrawn.
    state TEXT NOT NULL
);
CREATE INDEX venue_invitations_by_venue ON venue_invitations (venue, invited_at);

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
    unsealed BIGINT NOT NULL DEFAULT 0,
    -- Which key of the beacon this is, counted from 0: what is proved with one is told apart from what is proved with
    -- another.
    generation BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (venue, major, minor)
);

-- The second key of a beacon, for as long as it has two: its new one (`is_next` is 1) until the first code of it comes,
-- a day at most; then the old one, for as long as a phone may take to deliver what it heard. Each has the clock of its
-- own device.
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

-- The same by day (`day`, counted from 1970-01-01 in UTC), with the medians of what the beacon told of its battery and
-- its temperature in 1/256 of a degree, and how far its clock was from the server's at least, in milliseconds.
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

-- `document` is missing where a map was taken out of force. `restored` is the older version that it is again.
CREATE TABLE radio_maps (
    venue BYTEA NOT NULL,
    number BIGINT NOT NULL,
    document TEXT,
    plan BYTEA,
    account_id BYTEA,
    at BIGINT NOT NULL,
    restored BIGINT,
    places BIGINT NOT NULL,
    scans BIGINT NOT NULL,
    PRIMARY KEY (venue, number)
);
CREATE INDEX radio_maps_by_account ON radio_maps (account_id);

-- How many phones heard a beacon louder by so many whole decibels than the map with this number says; the number is
-- that of the map in force.
CREATE TABLE radio_residuals (
    venue BYTEA NOT NULL,
    number BIGINT NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    decibels BIGINT NOT NULL,
    reports BIGINT NOT NULL,
    PRIMARY KEY (venue, number, major, minor, decibels)
);

-- Digests that keep a credential from being used twice for one day; they name neither venue nor beacon.
CREATE TABLE radio_residual_marks (
    mark BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL
);
CREATE INDEX radio_residual_marks_by_day ON radio_residual_marks (day);

-- The median of a beacon as it was when a day was closed, and how many reports there were then.
CREATE TABLE radio_residual_figures (
    venue BYTEA NOT NULL,
    number BIGINT NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    decibels BIGINT NOT NULL,
    reports BIGINT NOT NULL,
    PRIMARY KEY (venue, number, major, minor)
);

-- Up to which day (UTC) the figures of a map are closed, and whether the venue corrects its map by them.
CREATE TABLE radio_refinements (
    venue BYTEA NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    day BIGINT NOT NULL,
    is_taken BIGINT NOT NULL
);
