-- since 45
-- Several servers on one database: each market is written by one of them at a time, and the others hand commands on.
--
-- No row here speaks of people but those of `forwarded_commands`, which go after five minutes.

-- The servers that are there, until their time is over by the database's clock, in milliseconds since 1970. A server's
-- name is random and made anew when it starts.
CREATE TABLE market_servers (
    name TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    until BIGINT NOT NULL
);

-- Who writes a market, and until when unless that is said again. The epoch grows whenever another one takes it over.
CREATE TABLE market_leases (
    market BIGINT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    address TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- The epoch once more, in the row that each batch writes: a batch of somebody who has lost the lease does not fit it.
ALTER TABLE market_state ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

-- What came of commands that one server handed to another, written in the transaction of what they did, so that an answer
-- that was lost on the way is found. Without an answer the commands were withdrawn before they happened, and never will.
CREATE TABLE forwarded_commands (
    id BYTEA NOT NULL PRIMARY KEY,
    answer BYTEA,
    at BIGINT NOT NULL
);

-- What all servers of the database know and nobody else, sealed under its key: by it they know each other.
CREATE TABLE server_secrets (
    name TEXT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Without rows: batches that write the same balances from several markets take turns by locking it.
CREATE TABLE market_turns (
    market BIGINT NOT NULL PRIMARY KEY
);
