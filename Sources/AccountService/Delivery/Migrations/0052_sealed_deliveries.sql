-- since 49
-- What waits to be handed over tells neither what it says nor when it came.
--
-- `content` is sealed: subject, text, and from when both are no longer useful. `owner` is whose turn it takes. `due_at` and
-- `expires_at` are whole hours or coarser, but for the end of quiet hours (a quarter of an hour) and for calls to merchants'
-- programs; the exact instants of retries are in the memory of the server that is the `holder`. `attempts` is 0 or 1.
-- `next_at` is out of reach for whatever has a `content`: programs of before look at it alone, and can't open that.
ALTER TABLE deliveries ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN holder TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN content BYTEA;
ALTER TABLE deliveries ADD COLUMN due_at BIGINT;

-- The servers that hold deliveries, and until when each is taken to be there; random names.
CREATE TABLE delivery_servers (
    name TEXT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);

-- In SQLite the table had hidden numbers beside its key, in the order of arrival. PostgreSQL has none: for it what follows
-- is a comment.

/* /* */
CREATE TABLE deliveries_by_key (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    lane TEXT NOT NULL DEFAULT 'mail',
    owner TEXT NOT NULL DEFAULT '',
    holder TEXT NOT NULL DEFAULT '',
    content BYTEA,
    due_at BIGINT
) WITHOUT ROWID;

INSERT INTO deliveries_by_key (id, recipient, subject, body, attempts, next_at, expires_at, lane)
SELECT id, recipient, subject, body, attempts, next_at, expires_at, lane FROM deliveries ORDER BY id;

DROP TABLE deliveries;
ALTER TABLE deliveries_by_key RENAME TO deliveries;

CREATE INDEX mail_outbox_by_time ON deliveries (next_at);
CREATE INDEX deliveries_by_recipient ON deliveries (recipient);
-- */

CREATE INDEX deliveries_by_due ON deliveries (lane, due_at);
