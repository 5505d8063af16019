-- Versions of venues' radio maps: how their beacons are heard where somebody surveyed.
--
-- A document has counts and sums for each place, and nothing of people; who of a venue's staff put it in force stands
-- beside it. The SQL is the subset that SQLite and PostgreSQL share.

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
