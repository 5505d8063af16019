-- Anonymous reports: what issues their credentials, who has one, and what is counted until it is released.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- What issues the credentials of a month, sealed.
CREATE TABLE report_issuers (
    period BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Which accounts have the credential of a month. It was issued blindly: nothing here can be found again in a report.
CREATE TABLE report_credentials (
    account_id BYTEA NOT NULL,
    period BIGINT NOT NULL,
    request BYTEA NOT NULL,
    response BYTEA NOT NULL,
    PRIMARY KEY (account_id, period)
);

-- Digests that keep a report from counting twice; they go when the day is released.
CREATE TABLE report_tags (
    mark BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    day BIGINT NOT NULL
);

CREATE INDEX report_tags_by_day ON report_tags (venue, day);

-- How many reports there are of each cell; they go when the day is released.
CREATE TABLE report_cells (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    cube TEXT NOT NULL,
    cell TEXT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, day, major, cube, cell)
);

-- What each release cost, in tenths of epsilon; a second one of the same is refused by the key.
CREATE TABLE budget (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    cube TEXT NOT NULL,
    tenths BIGINT NOT NULL,
    PRIMARY KEY (venue, major, cube, day)
);

-- What was released: the count of a cell with its noise, which may be below zero.
CREATE TABLE released_cells (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    cube TEXT NOT NULL,
    cell TEXT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day, cube, cell)
);
