-- Who is invited to look after shops or a venue.
--
-- Of the link's secret there is the digest alone. The address is there while the invitation waits, and goes with it; the
-- rest stays for a month, so that whoever opens an old link is told why it is worth nothing.

CREATE TABLE venue_invitations (
    id BYTEA PRIMARY KEY,
    secret_digest BYTEA NOT NULL UNIQUE,
    venue BYTEA NOT NULL,
    role TEXT NOT NULL,
    -- The shops with commas between them; nothing for the venue itself.
    majors TEXT NOT NULL,
    email TEXT,
    invited_by BYTEA,
    invited_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- open, used or withdrawn.
    state TEXT NOT NULL
);

CREATE INDEX venue_invitations_by_venue ON venue_invitations (venue, invited_at);
