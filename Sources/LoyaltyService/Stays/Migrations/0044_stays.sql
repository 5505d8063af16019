-- Points for time: what issues their credentials, who has one of these ten minutes, and what has been used.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- What all credentials for time are issued with, sealed; one row.
CREATE TABLE stay_issuers (
    number BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Which accounts have the credential of ten minutes in a shop, for as long as it is issued and a little longer. It was issued
-- blindly: nothing here can be found again in what is shown.
CREATE TABLE stay_credentials (
    account_id BYTEA NOT NULL,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    request BYTEA NOT NULL,
    response BYTEA NOT NULL,
    PRIMARY KEY (account_id, venue, major, slot)
);

CREATE INDEX stay_credentials_by_slot ON stay_credentials (slot);

-- Digests that keep a credential from being used twice.
CREATE TABLE stay_marks (
    mark BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL
);

CREATE INDEX stay_marks_by_day ON stay_marks (day);

-- What was answered to a stay that was shown: the same again has the same answer.
CREATE TABLE stay_exchanges (
    exchange BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    response BYTEA NOT NULL
);

CREATE INDEX stay_exchanges_by_day ON stay_exchanges (day);

-- Which accounts were paid for which day of which venue, and with which credential.
CREATE TABLE stay_payments (
    account_id BYTEA NOT NULL,
    venue BYTEA NOT NULL,
    day BIGINT NOT NULL,
    points BIGINT NOT NULL,
    mark BYTEA NOT NULL,
    PRIMARY KEY (account_id, venue, day)
);

CREATE INDEX stay_payments_by_day ON stay_payments (day);
