-- since 45
-- Accounts that were entered by their mailbox alone, and sessions without exact instants.

-- The quarter of an hour in which an account was last entered by its mailbox alone: it moves no money for three days.
ALTER TABLE accounts ADD COLUMN recovered_at BIGINT;

-- Confirmations are exact for the minutes in which they count, and whole quarters of an hour afterwards. The index finds
-- the exact ones, which are few.
CREATE INDEX sessions_confirmed_exactly ON sessions (confirmed_at) WHERE confirmed_at % 900000 <> 0;
