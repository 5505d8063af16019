-- The health authority: roles, second factors, cases, news and questions.

-- What an account is entrusted with, given on the machine itself.
CREATE TABLE roles (
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL,
    PRIMARY KEY (account_id, role)
);

-- What an account shares with an authenticator app, and the 30-second step of the last code that was used: no code works
-- twice. Whoever reads this table still needs the password.
CREATE TABLE second_factors (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    secret BYTEA NOT NULL,
    last_step BIGINT NOT NULL
);

-- The role that a session was begun for; nothing for everybody else's.
ALTER TABLE sessions ADD COLUMN role TEXT;

-- Cases that the authority registered from a phone's QR code. Nothing here says whose a case is: neither a name nor the
-- phone's installation nor who of the staff registered it. Days are numbers of UTC days since 1970. The key and the check
-- words are there while the case is pending and go with the decision, or after three days without one.
CREATE TABLE cases (
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    first_day BIGINT NOT NULL,
    registered_on BIGINT NOT NULL,
    decided_on BIGINT,
    day_key BYTEA UNIQUE,
    words TEXT
);

-- News and questions: `headings` and `texts` are JSON objects from language to plain text. The highest place comes first.
-- What was deleted stays for some days, so that it can be restored.
CREATE TABLE publications (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    place BIGINT NOT NULL,
    published_on BIGINT NOT NULL,
    headings TEXT NOT NULL,
    texts TEXT NOT NULL,
    deleted_at BIGINT
);
