-- The photo of an account: two JPEGs that the server made, never what was sent.
--
-- `digest` is the SHA-256 of the larger one, by which it is asked for. A row ends with its photo, or with its account. It
-- keeps its place when the photo is replaced; the order of rows tells who had a first photo before whom, and nothing else.
-- The SQL is the subset that SQLite and PostgreSQL share.
CREATE TABLE photos (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    digest BYTEA NOT NULL,
    large BYTEA NOT NULL,
    small BYTEA NOT NULL
);
