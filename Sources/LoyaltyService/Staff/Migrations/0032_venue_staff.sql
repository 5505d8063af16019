-- Who works for which venue, and for which of its shops.

-- An operator's row has the major -1: the whole venue. A merchant has a row for each shop.
CREATE TABLE venue_staff (
    account_id BYTEA NOT NULL,
    venue BYTEA NOT NULL,
    role TEXT NOT NULL,
    major BIGINT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (account_id, venue, role, major)
);

CREATE INDEX venue_staff_by_venue ON venue_staff (venue, role, major);
