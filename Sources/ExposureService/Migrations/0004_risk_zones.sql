-- Risk zones: areas and the cases of each day; and the shops and days of people who reported.
--
-- Days are numbers since 1970-01-01.

-- A level of areas, as states or municipalities; the version grows by one with each import.
CREATE TABLE zone_levels (
    level TEXT NOT NULL PRIMARY KEY,
    is_fictional BIGINT NOT NULL,
    version BIGINT NOT NULL
);

-- The shape is simplified: polygons of borders of corners in millionths of a degree, each number in four bytes.
CREATE TABLE zone_areas (
    level TEXT NOT NULL REFERENCES zone_levels (level),
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    place BIGINT NOT NULL,
    longitude DOUBLE PRECISION NOT NULL,
    latitude DOUBLE PRECISION NOT NULL,
    shape BYTEA NOT NULL,
    PRIMARY KEY (level, code)
);

CREATE TABLE zone_measures (
    level TEXT NOT NULL REFERENCES zone_levels (level),
    measure TEXT NOT NULL,
    first_day BIGINT NOT NULL,
    day_count BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (level, measure)
);

-- The code 000 is the whole country. The counts of the days lie behind one another, each in four bytes.
CREATE TABLE zone_series (
    level TEXT NOT NULL,
    measure TEXT NOT NULL,
    code TEXT NOT NULL,
    place BIGINT NOT NULL,
    population BIGINT,
    counts BYTEA NOT NULL,
    PRIMARY KEY (level, measure, code),
    FOREIGN KEY (level, measure) REFERENCES zone_measures (level, measure)
);

-- The secret with which the credentials of a period are issued and checked.
CREATE TABLE venue_day_issuers (
    period BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Whose upload has had its credential: a digest of the upload's secret, which nothing else in the database holds, and
-- the answer, for a phone that lost it. The answer is blind: no contribution can be recognised by it.
CREATE TABLE venue_day_claims (
    claim BYTEA NOT NULL PRIMARY KEY,
    period BIGINT NOT NULL,
    request BYTEA NOT NULL,
    response BYTEA NOT NULL
);

-- What keeps a credential from counting twice for one shop and day. A mark is a digest of the contribution's tag and
-- its shop and day; it names neither, and two marks of one credential have nothing in common.
CREATE TABLE venue_day_marks (
    mark BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL
);

-- How many people who reported were in a shop on a day.
CREATE TABLE venue_day_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

-- What is shown of it, made once a day: so that nobody sees what one more contribution changes.
CREATE TABLE venue_risk (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

CREATE TABLE venue_risk_publication (
    number BIGINT NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL
);
