-- Campaigns of shops: who is held out is worked out from the secret and stands nowhere.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- Shares are of 10,000; days are those of the venue, counted from 1970-01-01.
CREATE TABLE campaigns (
    id BYTEA PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    version BIGINT NOT NULL,
    name TEXT NOT NULL,
    hold_out BIGINT NOT NULL,
    weeks BIGINT NOT NULL,
    baseline BIGINT NOT NULL,
    expected BIGINT NOT NULL,
    weekly BIGINT NOT NULL,
    secret BYTEA NOT NULL,
    first_day BIGINT,
    last_day BIGINT,
    given_from BIGINT,
    given_until BIGINT,
    stopped_day BIGINT,
    made_at BIGINT NOT NULL
);

CREATE INDEX campaigns_by_shop ON campaigns (venue, major, given_until);

-- A shop and day has one campaign's counts at most, since a person's budget of a day has room for one.
CREATE UNIQUE INDEX campaigns_by_measure ON campaigns (venue, major, last_day) WHERE stopped_day IS NULL;
