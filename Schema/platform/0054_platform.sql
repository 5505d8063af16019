-- since 53
-- What every product stands on.

-- What happens to people, for the streams of every server of the database: each reads it here, wherever it happened.
--
-- Written in the transaction of what happened, so that none is lost, and only where there are several servers.
-- `channel` is a keyed digest of the account and the minute, and `body` is sealed and filled up, under keys of the
-- server: who reads this table alone learns that something happened to somebody in this minute. Rows go after a few
-- minutes.
CREATE TABLE user_events (
    -- The transaction, by PostgreSQL's number: all below the oldest one that still runs have ended.
    xact BIGINT NOT NULL,
    number BIGINT NOT NULL,
    channel BYTEA NOT NULL,
    body BYTEA NOT NULL,
    minute BIGINT NOT NULL,
    PRIMARY KEY (xact, number)
);

-- Tables with secrets that a version before sealing wrote in clear. The server seals them when it opens the database;
-- `unsealed` is 1 in the rows that are left, and 0 in all others.
CREATE TABLE sealing_backlog (
    name TEXT NOT NULL PRIMARY KEY
);
