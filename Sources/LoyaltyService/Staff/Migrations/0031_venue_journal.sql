-- What the staff of venues did: one chain of entries for each venue, each with a digest over the one before it.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

CREATE TABLE venue_journal (
    venue BYTEA NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL,
    PRIMARY KEY (venue, number)
);
