-- since 53
-- Consent, visits, offers and coupons; and the figures that shops see.
--
-- What names an account does not lie in the order of visits. A visit leaves it in `sightings`, `recent_places` and
-- `fresh_coupons` for minutes; what stays is written later, for many at once and in a random order, and with it
-- everything of the same day again.

-- The shops that a person lets know of their visits.
CREATE TABLE choices (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    -- What the shop may know: `coupons`, `visits` or `habits`, each more than the one before.
    term TEXT NOT NULL DEFAULT 'visits',
    PRIMARY KEY (account_id, venue, major)
);

-- A visit belongs to a pseudonym, which is another one in each shop and after each sign-in; it names no account. A
-- pseudonym is of one shop and one session: it finds a handful of rows by itself, and one index fewer is to be written.
CREATE TABLE visits (
    id TEXT NOT NULL,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    pseudonym TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- Which visits were proved with the same code by accounts of the same kind, new or not: the same number. It is made
    -- from the code, so that it says neither window nor place in the shop to whoever has no beacon's key. Visits of
    -- before have none.
    code BIGINT,
    PRIMARY KEY (pseudonym, id)
);
CREATE INDEX visits_by_time ON visits (venue, at);

-- Which account used which code. Rows go after minutes; they lie by their key alone, so that nothing tells their order.
CREATE TABLE sightings (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    period_window BIGINT NOT NULL,
    account_id BYTEA NOT NULL,
    at BIGINT NOT NULL,
    newcomer BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (venue, major, minor, period_window, account_id)
) WITHOUT ROWID;

-- How sightings ended, by quarters of an hour that begin at `cell`; each server adds what it has counted once the
-- quarter is over.
CREATE TABLE sighting_outcomes (
    venue BYTEA NOT NULL,
    cell BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (venue, cell, outcome)
);

-- Codes of which all that may use them have: visits that they proved are kept and shown as disputed, and are no
-- visitors.
CREATE TABLE disputed_codes (
    code BIGINT NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL
);

-- Where each account was last, to the minor and the millisecond, until its quarter of an hour is over.
CREATE TABLE recent_places (
    account_id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    at BIGINT NOT NULL
) WITHOUT ROWID;

-- In which venue each account was last, and in which quarter of an hour. A row goes when nobody can be too far away any
-- more from any other venue of the server; with one venue there are none.
CREATE TABLE last_places (
    account_id BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    quarter BIGINT NOT NULL
) WITHOUT ROWID;

-- The offers of every import, in the words of the last one that had them: a coupon outlives its offer's place in the
-- file. `given` counts the coupons of offers that have a limit.
CREATE TABLE offers (
    venue BYTEA NOT NULL REFERENCES venues (uuid),
    id TEXT NOT NULL,
    major BIGINT NOT NULL,
    shop TEXT NOT NULL,
    texts TEXT NOT NULL,
    points BIGINT NOT NULL,
    valid_until BIGINT NOT NULL,
    coupon_limit BIGINT,
    given BIGINT NOT NULL,
    -- The versions of one offer of a shop are of one family: an account gets one of them, whichever it is. Offers of
    -- the venue file have none. They are given from `given_from` until `given_until`, in these hours of the week, as a
    -- text; their points are paid when they are redeemed. `redeemed` counts the coupons of the offer that were.
    family TEXT,
    given_from BIGINT,
    given_until BIGINT,
    hours TEXT,
    pays_redeemed BIGINT NOT NULL DEFAULT 0,
    redeemed BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (venue, id)
);
CREATE INDEX offers_of_families ON offers (venue, family);

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

-- How often the offers of a venue have changed since it was imported: servers that keep them in memory look at it.
CREATE TABLE offer_changes (
    venue BYTEA NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);

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

-- What the secrets of coupons' codes and the names of redemptions are made from, sealed; one row.
CREATE TABLE coupon_keys (
    number BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Coupons that visits have just brought, with the points that come with them: the account's own already, and moved to
-- `coupons` with the next batch. No column tells more of the time than the day.
CREATE TABLE fresh_coupons (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    offer_id TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    points BIGINT NOT NULL,
    deleted_at BIGINT,
    UNIQUE (account_id, venue, offer_id),
    FOREIGN KEY (venue, offer_id) REFERENCES offers (venue, id)
);

-- A deleted coupon keeps its row, so that its offer is not given again and the deletion can be undone. Both columns of
-- time are beginnings of days: the one of the deletion in UTC, the other in the venue's time zone.
CREATE TABLE coupons (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    offer_id TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    deleted_at BIGINT,
    UNIQUE (account_id, venue, offer_id),
    FOREIGN KEY (venue, offer_id) REFERENCES offers (venue, id)
);

-- The coupons of a day, which are written anew together.
CREATE INDEX coupons_by_day ON coupons (received_at);

-- Coupons that were redeemed. `coupon` is made from the coupon's identifier with that key, so that nobody who has the
-- tables alone finds the coupon, and through it the account; `at` is the minute, and `showing` the till's own random
-- number.
CREATE TABLE redemptions (
    coupon BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    offer_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    till TEXT NOT NULL,
    showing BYTEA NOT NULL,
    UNIQUE (venue, major, showing)
);
CREATE INDEX redemptions_of_shops ON redemptions (venue, major, at);

-- What issues the credentials of a month, sealed.
CREATE TABLE report_issuers (
    period BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Which accounts have the credential of a month. It was issued blindly: nothing here can be found again in a report.
CREATE TABLE report_credentials (
    account_id BYTEA NOT NULL,
    period BIGINT NOT NULL,
    request BYTEA NOT NULL,
    response BYTEA NOT NULL,
    PRIMARY KEY (account_id, period)
);

-- Digests that keep a report from counting twice; they go when the day is released.
CREATE TABLE report_tags (
    mark BYTEA NOT NULL PRIMARY KEY,
    venue BYTEA NOT NULL,
    day BIGINT NOT NULL
);
CREATE INDEX report_tags_by_day ON report_tags (venue, day);

-- How many reports there are of each cell; they go when the day is released.
CREATE TABLE report_cells (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    cube TEXT NOT NULL,
    cell TEXT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, day, major, cube, cell)
);

-- What each release cost, in tenths of epsilon; a second one of the same is refused by the key.
CREATE TABLE budget (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    cube TEXT NOT NULL,
    tenths BIGINT NOT NULL,
    PRIMARY KEY (venue, major, cube, day)
);

-- What was released: the count of a cell with its noise, which may be below zero.
CREATE TABLE released_cells (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    cube TEXT NOT NULL,
    cell TEXT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day, cube, cell)
);

-- The quarters that have been published; from then on nothing of them changes.
CREATE TABLE published_cells (
    venue BYTEA NOT NULL,
    cell BIGINT NOT NULL,
    PRIMARY KEY (venue, cell)
);

-- How many visitors the shops of a published quarter had, of those that had enough.
CREATE TABLE published_visitors (
    venue BYTEA NOT NULL,
    cell BIGINT NOT NULL,
    major BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    PRIMARY KEY (venue, cell, major)
);

-- That a pseudonym came to a beacon of its shop or left it, to the minute; whether a proof was accepted beside it.
CREATE TABLE events (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    kind TEXT NOT NULL,
    minute BIGINT NOT NULL,
    pseudonym TEXT NOT NULL,
    proved BIGINT NOT NULL,
    PRIMARY KEY (pseudonym, minor, minute, kind)
);
CREATE INDEX events_by_time ON events (venue, minute);
CREATE INDEX events_by_shop ON events (venue, major, minute);

-- How far a venue is counted: the next day, and the beginning of the next quarter of an hour.
CREATE TABLE counting_progress (
    venue BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    quarter BIGINT NOT NULL
);

-- Visitors, stays and disputed proofs of a shop on a day that is over.
CREATE TABLE day_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    stays BIGINT NOT NULL,
    disputed BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

-- Visitors and disputed proofs of a shop in a quarter of an hour that is over.
CREATE TABLE quarter_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    quarter BIGINT NOT NULL,
    visitors BIGINT NOT NULL,
    disputed BIGINT NOT NULL,
    PRIMARY KEY (venue, major, quarter)
);

-- How often phones said that somebody came to a beacon on a day that is over, and how often that was proved.
CREATE TABLE beacon_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    minor BIGINT NOT NULL,
    day BIGINT NOT NULL,
    entered BIGINT NOT NULL,
    proved BIGINT NOT NULL,
    PRIMARY KEY (venue, major, minor, day)
);

-- How many people came through a shop's door on a day, as its merchant says.
CREATE TABLE door_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    people BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

-- How many stays phones reported of a shop on a day that is over, and at how many of them a proof was accepted.
CREATE TABLE stay_counts (
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    entered BIGINT NOT NULL,
    proved BIGINT NOT NULL,
    PRIMARY KEY (venue, major, day)
);

-- What all credentials for time are issued with, sealed; one row.
CREATE TABLE stay_issuers (
    number BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

-- Which accounts have the credential of ten minutes in a shop, for as long as it is issued and a little longer. It was
-- issued blindly: nothing here can be found again in what is shown.
CREATE TABLE stay_credentials (
    account_id BYTEA NOT NULL,
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    request BYTEA NOT NULL,
    response BYTEA NOT NULL,
    PRIMARY KEY (account_id, venue, major, slot)
);
CREATE INDEX stay_credentials_by_slot ON stay_credentials (slot);

-- Digests that keep a credential from being used twice.
CREATE TABLE stay_marks (
    mark BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL
);
CREATE INDEX stay_marks_by_day ON stay_marks (day);

-- What was answered to a stay that was shown: the same again has the same answer.
CREATE TABLE stay_exchanges (
    exchange BYTEA NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    response BYTEA NOT NULL
);
CREATE INDEX stay_exchanges_by_day ON stay_exchanges (day);

-- Which accounts were paid for which day of which venue, and with which credential.
CREATE TABLE stay_payments (
    account_id BYTEA NOT NULL,
    venue BYTEA NOT NULL,
    day BIGINT NOT NULL,
    points BIGINT NOT NULL,
    mark BYTEA NOT NULL,
    PRIMARY KEY (account_id, venue, day)
);
CREATE INDEX stay_payments_by_day ON stay_payments (day);
