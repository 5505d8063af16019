-- since 53
-- Exposure: batches of keys, codes, cases and news of the health authority, and risk zones.
--
-- Rows that speak of people lie in the order of a random key and have no number beside it. On PostgreSQL, where rows
-- lie in the order in which they were written, the server writes them again in the order of their keys with each batch.

-- The key that signs the batches of exposure, in PEM form, sealed: all servers of a database have the same.
CREATE TABLE exposure_signers (
    number BIGINT NOT NULL PRIMARY KEY,
    private_key BYTEA NOT NULL
);

-- How many uploads with a code came for each batch: what the brake compares.
CREATE TABLE exposure_arrivals (
    release BIGINT NOT NULL PRIMARY KEY,
    uploads BIGINT NOT NULL,
    held BIGINT NOT NULL
);

-- A batch as it is served, made once after its release: what was served never changes. `signer` is the digest of the
-- public key whose signatures these are.
CREATE TABLE exposure_batches (
    release BIGINT NOT NULL PRIMARY KEY,
    protobuf BYTEA NOT NULL,
    signer BYTEA NOT NULL,
    protobuf_signature TEXT NOT NULL,
    json_signature TEXT NOT NULL
);

-- Day keys of people who tested positive. Of the instant at which one came only the batch is kept, which is named by
-- its release; while `held` is 1 the key is in no batch and `release` says in which it would have been.
CREATE TABLE exposure_keys (
    day_key BYTEA NOT NULL PRIMARY KEY,
    key_day BIGINT NOT NULL,
    release BIGINT NOT NULL,
    held BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX exposure_keys_by_release ON exposure_keys (release);

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
    retry BYTEA,
    -- The day on which a person's symptoms began, if the authority entered it beside their code; the day of the test,
    -- if there were none. It goes when the code is used, and four days after it was issued if nobody did.
    onset_day BIGINT
) WITHOUT ROWID;

-- The release of the last batch with which rows were written anew.
CREATE TABLE exposure_row_orders (
    number BIGINT NOT NULL PRIMARY KEY,
    release BIGINT NOT NULL
);

-- Cases that the authority registered from a phone's QR code.
CREATE TABLE cases (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    first_day BIGINT NOT NULL,
    registered_on BIGINT NOT NULL,
    decided_on BIGINT,
    day_key BYTEA UNIQUE,
    words TEXT
) WITHOUT ROWID;

-- News and questions: `headings` and `texts` are JSON objects from language to plain text. The highest place comes
-- first. What was deleted stays for some days, so that it can be restored.
CREATE TABLE publications (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    place BIGINT NOT NULL,
    published_on BIGINT NOT NULL,
    headings TEXT NOT NULL,
    texts TEXT NOT NULL,
    deleted_at BIGINT
);

-- A level of areas, as states or municipalities; the version grows by one with each import.
CREATE TABLE zone_levels (
    level TEXT NOT NULL PRIMARY KEY,
    is_fictional BIGINT NOT NULL,
    version BIGINT NOT NULL
);

-- The shape is simplified: polygons of borders of corners in millionths of a degree, each number in four bytes.
CREATE TABLE zone_areas (
    level TEXT NOT NULL REFERENCES zone_levels (level),
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    place BIGINT NOT NULL,
    longitude DOUBLE PRECISION NOT NULL,
    latitude DOUBLE PRECISION NOT NULL,
    shape BYTEA NOT NULL,
    PRIMARY KEY (level, code)
);

-- What is counted of a level's areas, and of which days.
CREATE TABLE zone_measures (
    level TEXT NOT NULL REFERENCES zone_levels (level),
    measure TEXT NOT NULL,
    first_day BIGINT NOT NULL,
    day_count BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (level, measure)
);

-- The code 000 is the whole country. The counts of the days lie behind one another, each in four bytes.
CREATE TABLE zone_series (
    level TEXT NOT NULL,
    measure TEXT NOT NULL,
    code TEXT NOT NULL,
    place BIGINT NOT NULL,
    population BIGINT,
    counts BYTEA NOT NULL,
    PRIMARY KEY (level, measure, code),
    FOREIGN KEY (level, measure) REFERENCES zone_measures (level, measure)
);

-- The secret with which the credentials of a period are issued and checked.
CREATE TABLE venue_day_issuers (
    period BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL,
    unsealed BIGINT NOT NULL DEFAULT 0
);

-- Whose upload has had its credential: a digest of the upload's secret, which nothing else in the database holds, and
-- the answer, for a phone that lost it. The answer is blind: no contribution can be recognised by it.
CREATE TABLE venue_day_claims (
    claim BYTEA NOT NULL PRIMARY KEY,
    period BIGINT NOT NULL,
    request BYTEA NOT NULL,
    response BYTEA NOT NULL
);

-- What keeps a credential from counting twice for one shop and day. A mark is a digest of the contribution's tag and
-- its shop and day; it names neither, and two marks of one credential have nothing in common.
CREATE TABLE venue_day_marks (
    mark BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL
);

-- How many people who reported were in a shop on a day.
CREATE TABLE venue_day_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

-- What is shown of it, made once a day: so that nobody sees what one more contribution changes.
CREATE TABLE venue_risk (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

-- The day of which `venue_risk` was made; one row.
CREATE TABLE venue_risk_publication (
    number BIGINT NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL
);
