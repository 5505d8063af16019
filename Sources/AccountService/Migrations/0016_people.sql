-- How far an account's address is proved, what its owner is called, and when the owner of a session last showed who
-- they are.
--
-- Days are counted since 1970-01-01, instants are milliseconds since then. The SQL is the subset that SQLite and
-- PostgreSQL share.

-- `none`; `trading`, when an operator vouches for the account or it was there before; `mailbox`, when its owner has read
-- what was sent to the address. A password of no characters is none: the account is entered by other ways.
ALTER TABLE accounts ADD COLUMN proof TEXT NOT NULL DEFAULT 'none';
ALTER TABLE accounts ADD COLUMN display_name TEXT;

-- The instant at which the owner of a session last showed a password, a passkey or another identity in it, and the
-- quarter of an hour in which it was last used.
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT;
ALTER TABLE sessions ADD COLUMN seen_at BIGINT;

-- Who trades or lets programs sign goes on doing so; nobody who was there before has shown a mailbox.
UPDATE accounts SET proof = 'trading'
WHERE id IN (SELECT account_id FROM api_keys)
OR id IN (
    SELECT account_id FROM ledger_accounts
    WHERE account_id IS NOT NULL AND number IN (SELECT account FROM orders)
);
