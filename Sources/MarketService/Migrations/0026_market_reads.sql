-- How accounts want to see money, words and times: the name of an asset, a language with its region, and a time zone.
-- What is missing is as usual.
CREATE TABLE account_preferences (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    base TEXT,
    language TEXT,
    time_zone TEXT
);
