-- since 53
-- People and the ways into their accounts; what they are told; what is handed over for them; trails of what staff
-- did.

-- People. `password` is an Argon2id hash; `created_at` is the beginning of a day.
CREATE TABLE accounts (
    id BYTEA NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- `none`; `trading`, when an operator vouches for the account or it was there before; `mailbox`, when its owner has
    -- read what was sent to the address. A password of no characters is none: the account is entered by other ways.
    proof TEXT NOT NULL DEFAULT 'none',
    display_name TEXT,
    -- 1 for an account whose sessions, keys and sign-ins do not count until the operator says otherwise.
    disabled BIGINT NOT NULL DEFAULT 0,
    -- Whether the owner wants addresses of the network kept in the trail.
    keeps_addresses BIGINT NOT NULL DEFAULT 0,
    -- The quarter of an hour in which an account was last entered by its mailbox alone: it moves no money for three
    -- days.
    recovered_at BIGINT
);

-- What an account asks for at its own sign-in, beyond the password; an account without a row asks for nothing more. The
-- secret of the second factor is in `second_factors`, which roles use as well.
CREATE TABLE sign_in_rules (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    needs_code BIGINT NOT NULL,
    approves_devices BIGINT NOT NULL
);

-- Only the digest of a token is kept. The pseudonym key lives and dies with its session: once the row is gone nobody
-- can tell which visits were made in it.
CREATE TABLE sessions (
    token_digest BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    pseudonym_key BYTEA NOT NULL,
    signed_in_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- The role that a session was begun for; nothing for everybody else's.
    role TEXT,
    -- The device that a session was begun on, as its owner may recognize it.
    device BYTEA,
    device_label TEXT,
    -- The instant at which the owner of a session last showed a password, a passkey or another identity in it, and the
    -- quarter of an hour in which it was last used.
    confirmed_at BIGINT,
    seen_at BIGINT,
    -- The language of a mail to the session's owner.
    language TEXT,
    unsealed BIGINT NOT NULL DEFAULT 0,
    -- When the owner of a session last showed a passkey in it.
    passkey_at BIGINT
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_account ON sessions (account_id);

-- Confirmations are exact for the minutes in which they count, and whole quarters of an hour afterwards. The index
-- finds the exact ones, which are few.
CREATE INDEX sessions_confirmed_exactly ON sessions (confirmed_at) WHERE confirmed_at % 900000 <> 0;

-- What an account is entrusted with, given on the machine itself.
CREATE TABLE roles (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL,
    PRIMARY KEY (account_id, role)
);

-- Keys by which programs sign requests. The secret is sealed and not a digest, because a signature is an HMAC. Scopes
-- and ranges of addresses are lists with commas.
CREATE TABLE api_keys (
    public_text TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    secret TEXT NOT NULL,
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    addresses TEXT NOT NULL,
    made_day BIGINT NOT NULL,
    expires_at BIGINT,
    unsealed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX api_keys_by_account ON api_keys (account_id);

-- What an account shares with an authenticator app, sealed, and the 30-second step of the last code that was used: no
-- code works twice.
CREATE TABLE second_factors (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    secret BYTEA NOT NULL,
    last_step BIGINT NOT NULL,
    unsealed BIGINT NOT NULL DEFAULT 0
);

-- Secrets that were shown and not yet confirmed by a code.
CREATE TABLE pending_factors (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    secret BYTEA NOT NULL,
    expires_at BIGINT NOT NULL,
    unsealed BIGINT NOT NULL DEFAULT 0
);

-- SHA-256 digests of recovery codes, each of which has 78 random bits; a used one loses its row.
CREATE TABLE recovery_codes (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    digest BYTEA NOT NULL,
    PRIMARY KEY (account_id, digest)
);

-- Devices that an account has approved, by the SHA-256 digest of what the device shows. There is no address in it, and
-- no instant: days are enough to recognize a device by.
CREATE TABLE devices (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    digest BYTEA NOT NULL,
    label TEXT NOT NULL,
    approved_day BIGINT NOT NULL,
    seen_day BIGINT NOT NULL,
    PRIMARY KEY (account_id, digest)
);

-- Sign-ins that wait for the code from a mail, by the SHA-256 digest of their challenge. `code` is a digest over the
-- challenge and the code: who reads the table knows neither. `device` is the digest of what the device shows, when it
-- brought something of its own.
CREATE TABLE device_challenges (
    digest BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    code BYTEA NOT NULL,
    device BYTEA,
    label TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX device_challenges_by_expiry ON device_challenges (expires_at);

-- What waits for the code that went to `email`, by the SHA-256 digest of its challenge. `code` is a digest over
-- challenge and code: who reads the table knows neither. It is nil where no code was sent, because the address has an
-- account; the row is there all the same, so that the answers to it are too. A sign-up has the hash of its password and
-- no account yet; what an account asks for names the account.
CREATE TABLE address_challenges (
    digest BYTEA NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    email TEXT NOT NULL,
    code BYTEA,
    account_id BYTEA REFERENCES accounts (id),
    password TEXT,
    device BYTEA,
    label TEXT,
    attempts BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX address_challenges_by_expiry ON address_challenges (expires_at);
CREATE INDEX address_challenges_by_account ON address_challenges (account_id);

-- Former addresses to which a link went that takes a change back, by the SHA-256 digest of its token. Nobody else may
-- have such an address until then.
CREATE TABLE address_changes (
    digest BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    former TEXT NOT NULL,
    former_proof TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX address_changes_by_former ON address_changes (former);
CREATE INDEX address_changes_by_account ON address_changes (account_id);

-- Addresses for which somebody has asked for a reset of the password. Whether they have an account is looked up after
-- the answer, so that its time tells nothing.
CREATE TABLE reset_requests (
    id BYTEA NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    language TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- The one link of an account that resets its password, by the SHA-256 digest of its token. `password` is the SHA-256
-- digest of the hash that it replaces: a link is of no use once there is another password.
CREATE TABLE password_resets (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    digest BYTEA NOT NULL UNIQUE,
    password BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);

-- How often something happened on a day; `label` is the device or key as its owner knows it, `address` that of the
-- network, both empty when there is none. Rows go after 90 days, and with their account. There is no instant in them,
-- and none beside them: those of two days are written anew together, in a random order, as long as one is fresh.
CREATE TABLE account_events (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    day BIGINT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    address TEXT NOT NULL,
    times BIGINT NOT NULL,
    is_fresh BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, kind, label, address)
) WITHOUT ROWID;
CREATE INDEX account_events_by_day ON account_events (day);
CREATE INDEX account_events_fresh ON account_events (is_fresh) WHERE is_fresh = 1;

-- An identity and its account; `email` is what the provider said last, for its owner to recognize it by. A row ends
-- when its owner takes the identity away, and with the account.
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    provider TEXT NOT NULL,
    email TEXT,
    linked_day BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_account ON identities (account_id);

-- Browsers that were sent to a provider, by the SHA-256 digest of what the provider has to repeat. `secret` is the
-- digest of what the browser has: the nonce and the verifier of the code follow from that and are not kept. With an
-- account, its owner is signed in and wants to link. A row ends when the browser comes back, or after ten minutes.
CREATE TABLE identity_requests (
    state BYTEA NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL,
    provider TEXT NOT NULL,
    place TEXT NOT NULL,
    account_id BYTEA REFERENCES accounts (id),
    expires_at BIGINT NOT NULL,
    -- With a session, the digest of its token: its owner signs in at the provider to show once more who they are.
    session BYTEA
);

-- People whom a provider has told of and who are not signed in yet, by the digest of what their browser has. `code` is
-- a digest over that and a code that went out by mail. A row ends with the sign-in, or after ten minutes.
CREATE TABLE identity_arrivals (
    secret BYTEA NOT NULL PRIMARY KEY,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    email TEXT,
    is_vouched BIGINT NOT NULL,
    session TEXT,
    account_id BYTEA REFERENCES accounts (id),
    code BYTEA,
    attempts BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Whether the provider signed somebody in by a method that the operator takes for a second factor; and what it has
    -- to be told when the tie ends, sealed, until the sign-in is finished.
    is_strong BIGINT NOT NULL DEFAULT 0,
    refresh_token BYTEA
);

-- Which sessions stem from which identity, so that a provider can end them. Rows of sessions that are over are removed
-- once a minute.
CREATE TABLE identity_sessions (
    token_digest BYTEA NOT NULL PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    session TEXT
);
CREATE INDEX identity_sessions_by_identity ON identity_sessions (issuer, subject);

-- Notices of sign-outs that were taken, each of which counts once.
CREATE TABLE logout_notices (
    issuer TEXT NOT NULL,
    id TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, id)
);

-- Refresh tokens of providers that have to be told when a tie ends (Apple), kept sealed and for that alone. When the
-- identity is taken away, or the account ends, the row loses account and subject: from then on it waits until the
-- provider has been told, and is then deleted. `due_at` is the instant of the next try in milliseconds since
-- 1970-01-01T00:00:00Z, `attempts` how often it was tried.
CREATE TABLE provider_tokens (
    id BYTEA NOT NULL PRIMARY KEY,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id BYTEA REFERENCES accounts (id),
    token BYTEA NOT NULL,
    attempts BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX provider_tokens_by_account ON provider_tokens (account_id, due_at);

-- A passkey by what its authenticator calls it. The public key is no secret; `counter` is how often the authenticator
-- signed, as last told, and 0 for one that does not count. Rows go when their owner removes the passkey, and with the
-- account.
CREATE TABLE passkeys (
    credential BYTEA NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    public_key BYTEA NOT NULL,
    counter BIGINT NOT NULL,
    can_be_backed_up BIGINT NOT NULL,
    label TEXT NOT NULL,
    made_day BIGINT NOT NULL,
    used_day BIGINT
);
CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- Challenges that wait for an answer, by their SHA-256 digest; each is answered once. Those of a sign-in are nobody's
-- until they are answered. Rows go when they are answered, after five minutes, and with the account.
CREATE TABLE passkey_challenges (
    digest BYTEA NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    account_id BYTEA REFERENCES accounts (id),
    expires_at BIGINT NOT NULL
);

-- The photo of an account: two JPEGs that the server made, never what was sent.
--
-- `digest` is the SHA-256 of the larger one, by which it is asked for. A row ends with its photo, or with its account.
-- It keeps its place when the photo is replaced; the order of rows tells who had a first photo before whom, and nothing
-- else.
CREATE TABLE photos (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    digest BYTEA NOT NULL,
    large BYTEA NOT NULL,
    small BYTEA NOT NULL
);

-- What an account is told. A deleted notification keeps its row for a day, so that the deletion can be undone; of a new
-- device the instant is the beginning of the day. `source` names what must not be told of twice.
CREATE TABLE notifications (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    details TEXT NOT NULL,
    at BIGINT NOT NULL,
    is_read BIGINT NOT NULL,
    deleted_at BIGINT,
    source TEXT UNIQUE
);
CREATE INDEX notifications_by_account ON notifications (account_id, id);
CREATE INDEX notifications_by_deletion ON notifications (deleted_at);

-- What an account wants to be told of a market, 0 for all of them. A price alert has a direction, 1 for at or above and
-- 2 for at or below, and goes when it fires; an order alert has none and stays. Trades count whose number is greater
-- than `after_trade`.
CREATE TABLE alerts (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    trader BIGINT NOT NULL,
    market BIGINT NOT NULL,
    direction BIGINT,
    ticks BIGINT,
    after_trade BIGINT NOT NULL
);
CREATE INDEX alerts_by_account ON alerts (account_id);
CREATE INDEX alerts_by_market ON alerts (market, direction, ticks);

-- Up to which trade of a market alerts have been looked at; under the number -1, up to which instant decisions about
-- money have been.
CREATE TABLE alert_progress (
    market BIGINT NOT NULL PRIMARY KEY,
    last_trade BIGINT NOT NULL
);

-- The private key by which push services know this deployment, sealed; there is one row.
CREATE TABLE push_keys (
    name TEXT NOT NULL PRIMARY KEY,
    sealed BYTEA NOT NULL
);

-- Devices that take messages: where (the URL of a browser's push service, or the token of an app), and what messages
-- are encrypted with. A row belongs to a session and goes with it; it goes with its account as well, and when its
-- carrier says that the device is gone. Its name is random. `muted` lists the kinds that this device does not want,
-- each with a blank before and behind. The first instant is when the device last told where it is: a carrier may know
-- of an earlier end. The second is when it is next reminded to open Cerca, at a time of the day that is drawn.
CREATE TABLE push_devices (
    id TEXT NOT NULL PRIMARY KEY,
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    session BYTEA NOT NULL REFERENCES sessions (token_digest) ON DELETE CASCADE,
    lane TEXT NOT NULL,
    address TEXT NOT NULL,
    is_sandbox BIGINT NOT NULL,
    point BYTEA NOT NULL,
    secret BYTEA NOT NULL,
    language TEXT NOT NULL,
    muted TEXT NOT NULL,
    registered_at BIGINT NOT NULL,
    heartbeat_at BIGINT NOT NULL,
    UNIQUE (lane, address)
);
CREATE INDEX push_devices_by_account ON push_devices (account_id);
CREATE INDEX push_devices_by_session ON push_devices (session);
CREATE INDEX push_devices_by_heartbeat ON push_devices (heartbeat_at);

-- What an account wants: nothing at all for now, and nothing between two minutes of its day, in a time zone of the
-- IANA. It goes with the account.
CREATE TABLE push_rules (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    is_silent BIGINT NOT NULL,
    quiet_from BIGINT,
    quiet_until BIGINT,
    time_zone TEXT NOT NULL
);

-- Shops whose offers an account does not want pushed. It goes with the account.
CREATE TABLE push_muted_shops (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    PRIMARY KEY (account_id, venue, major)
);

-- Of which shops an account was told on which day, of which there may be three a day and each shop once. The coupon
-- says the same for longer; this goes when the day is over.
CREATE TABLE pushed_offers (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    venue BYTEA NOT NULL,
    major BIGINT NOT NULL,
    day BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, venue, major)
);

-- The servers that hold deliveries, and until when each is taken to be there; random names.
CREATE TABLE delivery_servers (
    name TEXT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);

-- What waits to be handed to a mail server, a push service or a merchant. `lane` says which; `content` is sealed.
CREATE TABLE deliveries (
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
CREATE INDEX mail_outbox_by_time ON deliveries (next_at);
CREATE INDEX deliveries_by_recipient ON deliveries (recipient);
CREATE INDEX deliveries_by_due ON deliveries (lane, due_at);

-- How often something was done on a day that is known by its day alone: with codes, uploads and cases. When the day is
-- over each row becomes an entry of the trail, after every entry of that day that has an instant.
CREATE TABLE audit_days (
    day BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (day, action, actor)
) WITHOUT ROWID;

-- What was done and on whose behalf; each entry's digest is over the one before it.
CREATE TABLE audit_entries (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL
);

-- A trail with exact instants that an older server wrote. It is told again without them in `audit_entries`, and is
-- empty from then on.
CREATE TABLE audit_entries_before (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL
);

-- What was done in the console, and on whose behalf; each entry's digest is over the one before it.
CREATE TABLE market_journal (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL
);

-- What the staff of venues did: one chain of entries for each venue, each with a digest over the one before it.
CREATE TABLE venue_journal (
    venue BYTEA NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT NOT NULL,
    digest BYTEA NOT NULL,
    PRIMARY KEY (venue, number)
);
