-- What counts of visits, and what is shown of them to anybody.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- Whether an account was new when it proved its presence: new accounts use up a share of a code of their own.
ALTER TABLE sightings ADD COLUMN newcomer BIGINT NOT NULL DEFAULT 0;

-- Which visits were proved with the same code by accounts of the same kind, new or not: the same number. It is made from
-- the code, so that it says neither window nor place in the shop to whoever has no beacon's key. Visits of before have
-- none.
ALTER TABLE visits ADD COLUMN code BIGINT;

-- Codes of which all that may use them have: visits that they proved are kept and shown as disputed, and are no visitors.
CREATE TABLE disputed_codes (
    code BIGINT NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL
);

-- How sightings ended, by quarters of an hour that begin at `cell`; each server adds what it has counted once the quarter
-- is over.
CREATE TABLE sighting_outcomes (
    venue BYTEA NOT NULL,
    cell BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (venue, cell, outcome)
);

-- The quarters that have been published; from then on nothing of them changes.
CREATE TABLE published_cells (
    venue BYTEA NOT NULL,
    cell BIGINT NOT NULL,
    PRIMARY KEY (venue, cell)
);

-- How many visitors the shops of a published quarter had, of those that had enough.
CREATE TABLE published_visitors (
    venue BYTEA NOT NULL,
    cell BIGINT NOT NULL,
    major BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    PRIMARY KEY (venue, cell, major)
);
