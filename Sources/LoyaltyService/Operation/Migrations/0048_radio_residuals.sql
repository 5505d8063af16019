-- since 45
-- How beacons are heard otherwise than a venue's radio map says, as visitors' phones tell anonymously.
--
-- Nothing here speaks of anybody: how many said what of which beacon, and digests that keep one from being counted twice.
-- The SQL is the subset that SQLite and PostgreSQL share.

-- How many phones heard a beacon louder by so many whole decibels than the map with this number says; the number is that
-- of the map in force.
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
