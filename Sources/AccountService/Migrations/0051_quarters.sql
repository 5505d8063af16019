-- in batches
-- since 45
-- Leaves of when sessions began the quarter of an hour.
UPDATE sessions SET
    signed_in_at = signed_in_at - signed_in_at % 900000,
    expires_at = expires_at - expires_at % 900000,
    confirmed_at = confirmed_at - confirmed_at % 900000,
    passkey_at = passkey_at - passkey_at % 900000
WHERE token_digest IN (SELECT token_digest FROM sessions WHERE signed_in_at % 900000 <> 0 LIMIT 5000)
