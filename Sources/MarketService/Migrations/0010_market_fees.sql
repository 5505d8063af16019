-- Fees of each market in an account of its own.
--
-- The account's number is that of the market below zero. Two markets that are written at once shared one balance of the
-- house, and on PostgreSQL one of them had to be run again at nearly every trade. What was traded before stays where it
-- is: up to this sequence a market's fees are in account 1.
ALTER TABLE markets ADD COLUMN shared_fees_until BIGINT NOT NULL DEFAULT 0;

UPDATE markets SET shared_fees_until = (SELECT sequence FROM market_state WHERE market_state.market = markets.number);
