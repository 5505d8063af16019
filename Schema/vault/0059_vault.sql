-- since 53
-- The vault: what proves presence to a vault, and sealed records on their way between devices.

-- Keys that are used for whoever has just proved presence at a beacon. Of an opening there remain a count and, from the
-- third failure on, the instant until which the slot waits; a receipt ends both, and no instant is kept otherwise. The
-- key alone opens nothing: a device adds what never leaves it.
CREATE TABLE vault_slots (
    id BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    rule BIGINT NOT NULL,
    private_key BYTEA NOT NULL,
    receipt_key BYTEA,
    failures BIGINT NOT NULL,
    waits_until BIGINT NOT NULL,
    attempt BYTEA,
    unsealed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX vault_slots_by_account ON vault_slots (account_id);

-- The vaults of accounts. The identifier is random; every change takes the next number, which is never given again.
CREATE TABLE vaults (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    id BYTEA NOT NULL,
    last_number BIGINT NOT NULL,
    record_count BIGINT NOT NULL,
    byte_count BIGINT NOT NULL,
    changed_day BIGINT NOT NULL,
    join_header BYTEA,
    PRIMARY KEY (account_id, id)
);

-- Sealed bytes under identifiers that say nothing. What a device deleted is a record like any other: sealed as well, so
-- that neither can the server see a deletion nor make one up.
CREATE TABLE vault_records (
    account_id BYTEA NOT NULL,
    vault BYTEA NOT NULL,
    id BYTEA NOT NULL,
    version BIGINT NOT NULL,
    number BIGINT NOT NULL,
    size BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    PRIMARY KEY (account_id, vault, id),
    FOREIGN KEY (account_id, vault) REFERENCES vaults (account_id, id)
);
CREATE UNIQUE INDEX vault_records_by_number ON vault_records (account_id, vault, number);
