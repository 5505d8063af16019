-- How accounts want to see money, words and times: the name of an asset, a language with its region, and a time zone.
-- What is missing is as usual.
CREATE TABLE account_preferences (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    base TEXT,
    language TEXT,
    time_zone TEXT
);

-- What accounts had of assets at the ends of days in UTC, those on which something moved it, and what came less what went
-- then otherwise than by trades, in minor units. All of it follows from fills and postings, and is found when somebody
-- asks for it.
CREATE TABLE portfolio_days (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    day BIGINT NOT NULL,
    total TEXT NOT NULL,
    flow TEXT NOT NULL,
    PRIMARY KEY (account, asset, day)
);

-- How far that is done: the days up to `through_day`. Statements are read from the newest line back, and a long one in
-- pieces: with a `cursor` such a walk goes on there, finds the days before `end_day`, and knows those after `floor_day`;
-- `total` is what there was after the line at the cursor.
CREATE TABLE portfolio_walks (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    through_day BIGINT NOT NULL,
    end_day BIGINT NOT NULL,
    cursor TEXT,
    total TEXT NOT NULL,
    floor_day BIGINT NOT NULL,
    PRIMARY KEY (account, asset)
);
