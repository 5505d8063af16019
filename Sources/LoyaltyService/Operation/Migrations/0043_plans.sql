-- Versions of venues' plans, the draft of the next one, and the pictures that lie under them.
--
-- None of it speaks of people but for who of a venue's staff did it. Documents are venue files without offers.
-- The SQL is the subset that SQLite and PostgreSQL share.

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

-- `digest` is the SHA-256 of `picture`, a JPEG that the server made. A picture that no plan names ends after the day that
-- it came on.
CREATE TABLE plan_pictures (
    venue BYTEA NOT NULL,
    digest BYTEA NOT NULL,
    picture BYTEA NOT NULL,
    day BIGINT NOT NULL,
    PRIMARY KEY (venue, digest)
);
