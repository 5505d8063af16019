-- What shops want to offer, and its history.
--
-- The SQL is the subset that SQLite and PostgreSQL share.

-- The newest version of each offer of a shop, published or not; `terms` is what it says, as JSON, and `account_id` who
-- changed it last.
CREATE TABLE shop_offers (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    id TEXT NOT NULL,
    version BIGINT NOT NULL,
    terms TEXT NOT NULL,
    is_deleted BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    account_id BYTEA,
    PRIMARY KEY (venue, major, id)
);

-- What was done to each offer; `change` is the word of the API for it, and `terms` what the offer said from then on.
CREATE TABLE offer_versions (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    offer TEXT NOT NULL,
    version BIGINT NOT NULL,
    change TEXT NOT NULL,
    terms TEXT NOT NULL,
    at BIGINT NOT NULL,
    account_id BYTEA,
    PRIMARY KEY (venue, major, offer, version)
);
