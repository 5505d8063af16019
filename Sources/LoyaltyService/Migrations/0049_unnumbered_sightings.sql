-- since 45
-- What a visit leaves for minutes lies by its key alone.
--
-- In SQLite these tables had hidden numbers beside their keys: each row was looked for and written twice, and the numbers
-- told in which order visits came. PostgreSQL has none, and nothing to do here: for it all that follows is a comment.

/* /* */
CREATE TABLE sightings_by_key (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    period_window BIGINT NOT NULL,
    account_id BYTEA NOT NULL,
    at BIGINT NOT NULL,
    newcomer BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (venue, major, minor, period_window, account_id)
) WITHOUT ROWID;

INSERT INTO sightings_by_key (venue, major, minor, period_window, account_id, at, newcomer)
SELECT venue, major, minor, period_window, account_id, at, newcomer FROM sightings
ORDER BY venue, major, minor, period_window, account_id;

DROP TABLE sightings;
ALTER TABLE sightings_by_key RENAME TO sightings;

CREATE TABLE recent_places_by_key (
    account_id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    at BIGINT NOT NULL
) WITHOUT ROWID;

INSERT INTO recent_places_by_key (account_id, venue, major, minor, at)
SELECT account_id, venue, major, minor, at FROM recent_places ORDER BY account_id;

DROP TABLE recent_places;
ALTER TABLE recent_places_by_key RENAME TO recent_places;

CREATE TABLE last_places_by_key (
    account_id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    quarter BIGINT NOT NULL
) WITHOUT ROWID;

INSERT INTO last_places_by_key (account_id, venue, quarter)
SELECT account_id, venue, quarter FROM last_places ORDER BY account_id;

DROP TABLE last_places;
ALTER TABLE last_places_by_key RENAME TO last_places;
-- */
