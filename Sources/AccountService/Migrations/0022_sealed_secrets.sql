-- Secrets are kept sealed under a key that the database does not have. What there is in clear is sealed by the program,
-- before it does anything else, a few rows at a time: `unsealed` is 1 in rows that it has not come to, and in no others;
-- the tables that have such rows are named in the backlog.
CREATE TABLE sealing_backlog (
    name TEXT NOT NULL PRIMARY KEY
);

ALTER TABLE api_keys ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE second_factors ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pending_factors ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE beacons ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE vault_slots ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE venue_day_issuers ADD COLUMN unsealed BIGINT NOT NULL DEFAULT 0;

UPDATE api_keys SET unsealed = 1;
UPDATE second_factors SET unsealed = 1;
UPDATE pending_factors SET unsealed = 1;
UPDATE sessions SET unsealed = 1;
UPDATE beacons SET unsealed = 1;
UPDATE vault_slots SET unsealed = 1;
UPDATE venue_day_issuers SET unsealed = 1;

INSERT INTO sealing_backlog (name) SELECT 'api_keys' WHERE EXISTS (SELECT 1 FROM api_keys);
INSERT INTO sealing_backlog (name) SELECT 'second_factors' WHERE EXISTS (SELECT 1 FROM second_factors);
INSERT INTO sealing_backlog (name) SELECT 'pending_factors' WHERE EXISTS (SELECT 1 FROM pending_factors);
INSERT INTO sealing_backlog (name) SELECT 'sessions' WHERE EXISTS (SELECT 1 FROM sessions);
INSERT INTO sealing_backlog (name) SELECT 'beacons' WHERE EXISTS (SELECT 1 FROM beacons);
INSERT INTO sealing_backlog (name) SELECT 'vault_slots' WHERE EXISTS (SELECT 1 FROM vault_slots);
INSERT INTO sealing_backlog (name) SELECT 'venue_day_issuers' WHERE EXISTS (SELECT 1 FROM venue_day_issuers);

-- The key that signs the batches of exposure, in PEM form, sealed: all servers of a database have the same.
CREATE TABLE exposure_signers (
    number BIGINT NOT NULL PRIMARY KEY,
    private_key BYTEA NOT NULL
);
