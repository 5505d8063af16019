-- A code that a person is given with a positive test. Only a keyed digest of it is kept, and nothing of the person.
-- `binding` and `retry` are keyed digests too, of the keys that it was spent for and of the token of that attempt; both
-- go when the code expires.
CREATE TABLE exposure_codes (
    id TEXT NOT NULL PRIMARY KEY,
    digest BYTEA NOT NULL UNIQUE,
    issued_day BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    state TEXT NOT NULL,
    binding BYTEA,
    retry BYTEA
);

-- Day keys of people who tested positive. Of the instant at which one came only the batch is kept, which is named by
-- its release; while `held` is 1 the key is in no batch and `release` says in which it would have been.
CREATE TABLE exposure_keys (
    day_key BYTEA NOT NULL PRIMARY KEY,
    key_day BIGINT NOT NULL,
    release BIGINT NOT NULL,
    held BIGINT NOT NULL
);

CREATE INDEX exposure_keys_by_release ON exposure_keys (release);

-- How many uploads with a code came for each batch: what the brake compares.
CREATE TABLE exposure_arrivals (
    release BIGINT NOT NULL PRIMARY KEY,
    uploads BIGINT NOT NULL,
    held BIGINT NOT NULL
);

-- A batch as it is served, made once after its release: what was served never changes. `signer` is the digest of the
-- public key whose signatures these are.
CREATE TABLE exposure_batches (
    release BIGINT NOT NULL PRIMARY KEY,
    protobuf BYTEA NOT NULL,
    signer BYTEA NOT NULL,
    protobuf_signature TEXT NOT NULL,
    json_signature TEXT NOT NULL
);

-- What was done with codes, cases and uploads, and on whose behalf; each entry's digest is over the one before it.
CREATE TABLE audit_entries (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL
);
