-- Ids for sockets are worth nothing any more when the API key or the session that obtained them has ended.
--
-- Of those that exist nobody knows who obtained them; they were worth a day at most, and clients ask for new ones.
DELETE FROM socket_tickets;

-- One of the two says who obtained it.
ALTER TABLE socket_tickets ADD COLUMN api_key TEXT;
ALTER TABLE socket_tickets ADD COLUMN session_digest BYTEA;
