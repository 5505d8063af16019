-- What came when is no longer in the order of rows, nor in a trail that is kept.
--
-- A table of people's rows is kept in the order of its key, which is drawn by chance, and has no row number beside it. The
-- words for that are SQLite's alone: between `*/` and `--` they stand outside a comment for SQLite, whose comments end at
-- the first `*/`, and inside one for PostgreSQL, whose comments nest. PostgreSQL's rows lie in the order in which they
-- were written; the server writes them anew, in the order of their keys, with each batch.

ALTER TABLE exposure_codes RENAME TO exposure_codes_before;

-- A code that a person is given with a positive test. Only a keyed digest of it is kept, the day, and nothing of the
-- person. `checked` is 0 for codes that were issued before codes had a check digit. `retry` is a keyed digest of the
-- token of the attempt that spent it, and `binding` a digest of the keys under that same token, which is nowhere on the
-- server: without it nobody can look which keys a code was spent for. Both go when the code expires.
CREATE TABLE exposure_codes (
    id TEXT NOT NULL PRIMARY KEY,
    digest BYTEA NOT NULL UNIQUE,
    issued_day BIGINT NOT NULL,
    checked BIGINT NOT NULL,
    state TEXT NOT NULL,
    binding BYTEA,
    retry BYTEA
) /* /* */ WITHOUT ROWID -- */
;

-- The bindings that there were could be computed by whoever has the signing key: they are not taken along.
INSERT INTO exposure_codes (id, digest, issued_day, checked, state, binding, retry)
SELECT id, digest, issued_day, 0, state, NULL, retry FROM exposure_codes_before ORDER BY id;

DROP TABLE exposure_codes_before;

DROP INDEX exposure_keys_by_release;
ALTER TABLE exposure_keys RENAME TO exposure_keys_before;

-- Day keys of people who tested positive. Of the instant at which one came only the batch is kept, which is named by
-- its release; while `held` is 1 the key is in no batch and `release` says in which it would have been.
CREATE TABLE exposure_keys (
    day_key BYTEA NOT NULL PRIMARY KEY,
    key_day BIGINT NOT NULL,
    release BIGINT NOT NULL,
    held BIGINT NOT NULL
) /* /* */ WITHOUT ROWID -- */
;

INSERT INTO exposure_keys (day_key, key_day, release, held)
SELECT day_key, key_day, release, held FROM exposure_keys_before ORDER BY day_key;

DROP TABLE exposure_keys_before;

CREATE INDEX exposure_keys_by_release ON exposure_keys (release);

ALTER TABLE cases RENAME TO cases_before;

-- Cases that the authority registered from a phone's QR code, as before.
CREATE TABLE cases (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    first_day BIGINT NOT NULL,
    registered_on BIGINT NOT NULL,
    decided_on BIGINT,
    day_key BYTEA UNIQUE,
    words TEXT
) /* /* */ WITHOUT ROWID -- */
;

INSERT INTO cases (id, state, first_day, registered_on, decided_on, day_key, words)
SELECT id, state, first_day, registered_on, decided_on, day_key, words FROM cases_before ORDER BY id;

DROP TABLE cases_before;

-- The release of the last batch with which rows were written anew.
CREATE TABLE exposure_row_orders (
    number BIGINT NOT NULL PRIMARY KEY,
    release BIGINT NOT NULL
);

-- The trail begins anew. What is in the one before is told again in it by the server, as soon as it writes to it: its
-- digests cannot be computed in SQL. Then this table is empty.
ALTER TABLE audit_entries RENAME TO audit_entries_before;

-- What was done and on whose behalf; each entry's digest is over the one before it.
CREATE TABLE audit_entries (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL
);

-- How often something was done on a day that is known by its day alone: with codes, uploads and cases. When the day is
-- over each row becomes an entry of the trail, after every entry of that day that has an instant.
CREATE TABLE audit_days (
    day BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (day, action, actor)
) /* /* */ WITHOUT ROWID -- */
;
