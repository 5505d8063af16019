-- since 53
-- The exchange: assets, balances, orders, fills and what follows from them.
--
-- Amounts are whole minor units as decimal text, because they have up to 39 digits; prices are ticks and quantities
-- lots of their market. Each index costs every order and fill, of which tens of thousands are written in a second:
-- there is none without a query that needs it. A trader's fills and closed orders are therefore trails, of which each
-- names the one before it and 0 ends a trail.

-- What can be traded. Kind: 1 coins, 2 money of a country. Amounts have `exponent` digits after the point inside and
-- `decimals` of them for people.
CREATE TABLE assets (
    number BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind BIGINT NOT NULL,
    exponent BIGINT NOT NULL,
    decimals BIGINT NOT NULL,
    title TEXT NOT NULL,
    prefix TEXT NOT NULL,
    postfix TEXT NOT NULL,
    is_active BIGINT NOT NULL
);

-- Numbers that are given out one after another.
CREATE TABLE ledger_counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

-- Who has balances. The system's own accounts have a name, people have an account; only this table joins a person to a
-- number, and the number never leaves the server but to its owner. An account has its number from the beginning, so
-- that it says nothing of a first visit.
CREATE TABLE ledger_accounts (
    number BIGINT NOT NULL PRIMARY KEY,
    account_id BYTEA UNIQUE REFERENCES accounts (id),
    name TEXT
);

-- What each account has of each asset; `held` is the part that orders and requests have taken.
CREATE TABLE balances (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    total TEXT NOT NULL,
    held TEXT NOT NULL,
    PRIMARY KEY (account, asset)
);

-- Money that moved otherwise than by a trade, and what it did to each account; the postings of a trade are in its fill.
-- Numbers are given one after another, but those of points that a shop gave: they begin with the hour of `at`, which is
-- the midnight before, and end at random. Those of a day lie in a random order, written in one transaction.
CREATE TABLE transfers (
    id BIGINT NOT NULL PRIMARY KEY,
    kind BIGINT NOT NULL,
    at BIGINT NOT NULL,
    address TEXT,
    memo TEXT
);

-- What a transfer did to an account, with the balance after it.
CREATE TABLE postings (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    transfer BIGINT NOT NULL,
    amount TEXT NOT NULL,
    fee TEXT NOT NULL,
    balance TEXT NOT NULL,
    PRIMARY KEY (account, asset, transfer)
);
CREATE INDEX postings_by_transfer ON postings (transfer);

-- What the operator asks of withdrawals of an asset; without a row nothing. `daily_limit` bounds what one account may
-- send away in 24 hours, by withdrawals and to other people together; null for no bound.
CREATE TABLE withdrawal_rules (
    asset BIGINT NOT NULL PRIMARY KEY REFERENCES assets (number),
    fee TEXT NOT NULL,
    minimum TEXT NOT NULL,
    daily_limit TEXT
);

-- Accounts for which another bound holds than for everybody.
CREATE TABLE withdrawal_limits (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    daily_limit TEXT NOT NULL,
    PRIMARY KEY (account, asset)
);

-- Above how much of an asset two people of the staff have to approve a request; without a row one is enough.
CREATE TABLE approval_limits (
    asset BIGINT NOT NULL PRIMARY KEY REFERENCES assets (number),
    amount TEXT NOT NULL
);

-- Accounts whose money may go to those places alone, and when that ends once its owner has asked for the end.
CREATE TABLE address_book_rules (
    account BIGINT NOT NULL PRIMARY KEY,
    opens_at BIGINT
);

-- Where an account's owner sends money: an address for an asset, or a bank account whose parts were checked. `id` is
-- random. Requests for money keep their own copy in a line, so that an entry can go at once.
CREATE TABLE destinations (
    id TEXT NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL,
    name TEXT NOT NULL,
    asset BIGINT,
    address TEXT,
    country TEXT,
    holder TEXT,
    bank TEXT,
    account_kind BIGINT,
    number TEXT,
    tax_number TEXT,
    added_at BIGINT NOT NULL,
    UNIQUE (account, name)
);

-- Where a person receives an asset from other people; the address is random and says nothing about them.
CREATE TABLE deposit_addresses (
    address TEXT NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    UNIQUE (account, asset)
);

-- Money on its way from or to a bank, as people say; an operator settles or refuses it. Kind: 1 deposit, 2 withdrawal,
-- whose amount is held while it waits. Status: 0 waits, 1 settled, 2 refused.
CREATE TABLE money_requests (
    id BIGINT NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES ledger_accounts (number),
    asset BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    amount TEXT NOT NULL,
    bank_account TEXT NOT NULL,
    date TEXT,
    tracking_code TEXT,
    voucher TEXT,
    status BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    decided_at BIGINT,
    -- What is kept of a withdrawal for the house, of its amount; null for nothing. It is settled when it is asked for,
    -- so that a change of the rules concerns nobody who waits. A request's status 3: its owner took it back.
    fee TEXT,
    -- Why a request was refused, for its owner; null when nobody said.
    reason TEXT
);
CREATE INDEX money_requests_by_account ON money_requests (account, id);
CREATE INDEX money_requests_waiting ON money_requests (id) WHERE status = 0;

-- What operators decided about money, in the order in which its owners are told.
CREATE INDEX money_requests_by_decision ON money_requests (decided_at) WHERE decided_at IS NOT NULL;

-- Who of the staff has approved a request that waits for a second person. The row goes with the decision.
CREATE TABLE request_approvals (
    request BIGINT NOT NULL PRIMARY KEY REFERENCES money_requests (id),
    account_id BYTEA NOT NULL REFERENCES accounts (id),
    at BIGINT NOT NULL
);

-- What was sent away in the last 24 hours, for those bounds: `w` and a request's number, or `t` and a transfer's. A row
-- goes after that time, and with a request that is refused or taken back.
CREATE TABLE outgoings (
    id TEXT NOT NULL PRIMARY KEY,
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    amount TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX outgoings_by_account ON outgoings (account, asset, at);
CREATE INDEX outgoings_by_time ON outgoings (at);

-- The rules of a market. Steps never change, because every fill is counted in them; fees are `threshold:maker:taker`,
-- tiers parted by commas, in minor units of the quote asset and parts per million.
CREATE TABLE markets (
    number BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    base BIGINT NOT NULL REFERENCES assets (number),
    quote BIGINT NOT NULL REFERENCES assets (number),
    tick_units TEXT NOT NULL,
    lot_units TEXT NOT NULL,
    minimum_lots BIGINT NOT NULL,
    fees TEXT NOT NULL,
    is_active BIGINT NOT NULL,
    -- Up to this sequence a market's fees are in account 1. After it they are in an account of its own, whose number is
    -- that of the market below zero: two markets that are written at once share no balance.
    shared_fees_until BIGINT NOT NULL DEFAULT 0,
    -- How far from the last price an order may trade when it arrives, in parts per million. Phase: 0 trading, 1 halted,
    -- 2 an auction, which ends at `auction_until`.
    collar BIGINT,
    phase BIGINT NOT NULL DEFAULT 0,
    auction_until BIGINT
);

-- Where each market stands. Whoever writes compares the sequence with the one that its book in memory is at, in the
-- same transaction: so two servers on one database cannot both be right about an old book.
CREATE TABLE market_state (
    market BIGINT NOT NULL PRIMARY KEY REFERENCES markets (number),
    sequence BIGINT NOT NULL,
    last_ticks BIGINT,
    last_buy_ticks BIGINT,
    last_sell_ticks BIGINT,
    changed_at BIGINT NOT NULL,
    -- The epoch once more, in the row that each batch writes: a batch of somebody who has lost the lease does not fit
    -- it.
    epoch BIGINT NOT NULL DEFAULT 0
);

-- The number is sequence × 1024 + market. Status: 0 waits for its stop, 1 is in the book, 2 filled, 3 cancelled.
-- `placed` is the sequence at which it entered the book, which is its turn within its price. `last_made` is its last
-- fill as maker. `previous_closed` is the order of the same account and market that was closed before this one, both
-- executed at least in part; it is known once the order is closed.
CREATE TABLE orders (
    id BIGINT NOT NULL PRIMARY KEY,
    market BIGINT NOT NULL,
    account BIGINT NOT NULL,
    side BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    ticks BIGINT,
    stop BIGINT,
    lots BIGINT NOT NULL,
    executed BIGINT NOT NULL,
    notional TEXT NOT NULL,
    fee TEXT NOT NULL,
    status BIGINT NOT NULL,
    time_in_force BIGINT NOT NULL,
    is_post_only BIGINT NOT NULL,
    self_trade BIGINT NOT NULL,
    placed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_made BIGINT NOT NULL,
    previous_closed BIGINT NOT NULL,
    -- 1 its owner, 2 it met an order of its own account, 3 it does not wait and found no more; and of a stop-limit
    -- order whose stop was reached: 4 it would have traded at once, 5 it could not be filled whole, 6 the book did not
    -- take it.
    reason BIGINT,
    -- The number that the order's sender gave it: unique for an account in all markets, for as long as the order is
    -- kept.
    client_id TEXT,
    -- Of an order that was amended and kept its place, how many lots were ordered at first; of one that was replaced,
    -- the order that came in its place (its reason is 7).
    ordered BIGINT,
    successor BIGINT,
    -- When the order ends, in milliseconds; of a pair of which one ends when anything happens to the other, that one.
    expires_at BIGINT,
    partner BIGINT
);

-- What a book is rebuilt from; it has no more entries than there are open orders.
CREATE INDEX orders_open ON orders (market, account, id) WHERE status < 2;
CREATE UNIQUE INDEX orders_by_client_id ON orders (account, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX orders_expiring ON orders (market, expires_at) WHERE expires_at IS NOT NULL AND status < 2;

-- Orders that an operator has ended, of a market and of one account or all: the market's writer carries it out, and the
-- row goes in the same transaction. The reason is that of the orders.
CREATE TABLE order_endings (
    id BIGINT NOT NULL PRIMARY KEY,
    market BIGINT NOT NULL REFERENCES markets (number),
    account BIGINT,
    reason BIGINT NOT NULL
);

-- A trade: what both orders' accounts gave and received follows from ticks and lots, and the four balances are those
-- afterwards. The fee is in what each receives: the buyer's in the base, the seller's in the quote asset. The
-- executions of an order as taker have the numbers after the one at which it was placed; those as maker are a trail
-- that begins in the order and goes on in `maker_previous`. `buyer_previous` and `seller_previous` are the fills of
-- these accounts in this market before this one, on either side.
CREATE TABLE fills (
    market BIGINT NOT NULL,
    id BIGINT NOT NULL,
    ticks BIGINT NOT NULL,
    lots BIGINT NOT NULL,
    taker_side BIGINT NOT NULL,
    maker_order BIGINT NOT NULL,
    taker_order BIGINT NOT NULL,
    buyer BIGINT NOT NULL,
    seller BIGINT NOT NULL,
    buyer_fee TEXT NOT NULL,
    seller_fee TEXT NOT NULL,
    maker_rate BIGINT NOT NULL,
    taker_rate BIGINT NOT NULL,
    buyer_base TEXT NOT NULL,
    buyer_quote TEXT NOT NULL,
    seller_base TEXT NOT NULL,
    seller_quote TEXT NOT NULL,
    at BIGINT NOT NULL,
    buyer_previous BIGINT NOT NULL,
    seller_previous BIGINT NOT NULL,
    maker_previous BIGINT NOT NULL,
    -- Of a trade in an auction, where both orders had waited: the fill of the taker's order before this one, 0 when
    -- there is none. Of any other trade there is nothing.
    taker_previous BIGINT,
    PRIMARY KEY (market, id)
);

-- Kind: 1 trades whose taker sold, 2 trades whose taker bought, 3 all. The frame is its length in minutes.
CREATE TABLE candles (
    market BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    frame BIGINT NOT NULL,
    start BIGINT NOT NULL,
    open BIGINT NOT NULL,
    high BIGINT NOT NULL,
    low BIGINT NOT NULL,
    close BIGINT NOT NULL,
    volume TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (market, kind, frame, start)
);

-- What each account traded in a market on a day, in minor units of the quote asset, added up after the day's end. Fees
-- depend on it.
CREATE TABLE traded_volumes (
    account BIGINT NOT NULL,
    market BIGINT NOT NULL,
    day BIGINT NOT NULL,
    notional TEXT NOT NULL,
    PRIMARY KEY (account, market, day)
);

-- Up to which day and fill `traded_volumes` is done.
CREATE TABLE traded_days (
    market BIGINT NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    last_fill BIGINT NOT NULL
);

-- Where the trails of an account in a market begin: its last fill, the last of its orders that was closed and had been
-- executed at least in part, and the last that was closed without a trade.
CREATE TABLE market_trails (
    account BIGINT NOT NULL,
    market BIGINT NOT NULL,
    last_fill BIGINT NOT NULL,
    last_closed BIGINT NOT NULL,
    last_untraded BIGINT NOT NULL,
    PRIMARY KEY (account, market)
);

-- When all open orders of an account end unless it says before that it is still there. A row goes when they have.
CREATE TABLE cancel_timers (
    account BIGINT NOT NULL PRIMARY KEY,
    seconds BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX cancel_timers_due ON cancel_timers (due_at);

-- How accounts want to see money, words and times: the name of an asset, a language with its region, and a time zone.
-- What is missing is as usual.
CREATE TABLE account_preferences (
    account_id BYTEA NOT NULL PRIMARY KEY REFERENCES accounts (id),
    base TEXT,
    language TEXT,
    time_zone TEXT
);

-- What accounts had of assets at the ends of days in UTC, those on which something moved it, and what came less what
-- went then otherwise than by trades, in minor units. All of it follows from fills and postings, and is found when
-- somebody asks for it.
CREATE TABLE portfolio_days (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    day BIGINT NOT NULL,
    total TEXT NOT NULL,
    flow TEXT NOT NULL,
    PRIMARY KEY (account, asset, day)
);

-- How far that is done: the days up to `through_day`. Statements are read from the newest line back, and a long one in
-- pieces: with a `cursor` such a walk goes on there, finds the days before `end_day`, and knows those after
-- `floor_day`; `total` is what there was after the line at the cursor.
CREATE TABLE portfolio_walks (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    through_day BIGINT NOT NULL,
    end_day BIGINT NOT NULL,
    cursor TEXT,
    total TEXT NOT NULL,
    floor_day BIGINT NOT NULL,
    PRIMARY KEY (account, asset)
);

-- What was answered to a request that moved money and said an `Idempotency-Key`, written in the transaction of what it
-- did. The digest is of method, path and body. A request that is carried out in several transactions has parts, named
-- after their markets. Rows go after 24 hours.
CREATE TABLE kept_answers (
    account BIGINT NOT NULL,
    key TEXT NOT NULL,
    part BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    answer TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, key, part)
);
CREATE INDEX kept_answers_by_age ON kept_answers (at);

-- Signatures of requests that change something, so that none runs twice; the bytes are the first 16. A row goes a
-- minute after its request was signed. The time stands first, because rows that are written together then lie together.
CREATE TABLE market_requests (
    signed_at BIGINT NOT NULL,
    signature BYTEA NOT NULL,
    PRIMARY KEY (signed_at, signature)
);

-- Invoices: somebody pays `expected_amount` of one asset to `address`, and the merchant receives at least `to_receive`
-- of another. The numbers are random, so that nobody finds others by counting. Status as the API has it: 0 waits for
-- its payment, 2 is paid and waits to be changed, 3 is paid, -1 has expired, -2 is paid and could not be changed.
CREATE TABLE payment_orders (
    id BIGINT NOT NULL PRIMARY KEY,
    merchant BIGINT NOT NULL REFERENCES ledger_accounts (number),
    token TEXT NOT NULL,
    address TEXT NOT NULL UNIQUE,
    receive_asset BIGINT NOT NULL,
    to_receive TEXT NOT NULL,
    expected_asset BIGINT NOT NULL,
    expected_amount TEXT NOT NULL,
    receiver TEXT NOT NULL,
    external_id TEXT NOT NULL,
    callback_url TEXT NOT NULL,
    error_url TEXT NOT NULL,
    success_url TEXT NOT NULL,
    refund_email TEXT NOT NULL,
    language TEXT NOT NULL,
    status BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- How often it was tried to change what was paid, and when it is tried next.
    tries BIGINT NOT NULL DEFAULT 0,
    next_try BIGINT NOT NULL DEFAULT 0,
    -- Payments that people ask one another for are invoices without a change of what is paid: what the receiver calls
    -- themselves and what it is for; and of every invoice who paid it, with which transfer, and how much was sent back.
    label TEXT,
    memo TEXT,
    payer BIGINT,
    transfer BIGINT,
    refunded TEXT
);
CREATE INDEX payment_orders_by_merchant ON payment_orders (merchant, created_at);
CREATE INDEX payment_orders_unconverted ON payment_orders (next_try) WHERE status = 2;

-- What calls to a merchant's program are signed with, as text; a new one takes the place of the old one.
CREATE TABLE callback_secrets (
    account BIGINT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL,
    made_at BIGINT NOT NULL
);

-- Sockets: digests of the ids with which a client shows there for a day who it is. Neither id nor key is in it.
CREATE TABLE socket_tickets (
    digest BYTEA NOT NULL PRIMARY KEY,
    verify_digest BYTEA NOT NULL,
    trader BIGINT NOT NULL,
    account_id BYTEA NOT NULL,
    expires_at BIGINT NOT NULL,
    -- One of the two says who obtained it.
    api_key TEXT,
    session_digest BYTEA
);
CREATE INDEX socket_tickets_by_trader ON socket_tickets (trader, expires_at);

-- The servers that are there, until their time is over by the database's clock, in milliseconds since 1970. A server's
-- name is random and made anew when it starts.
CREATE TABLE market_servers (
    name TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    until BIGINT NOT NULL
);

-- Who writes a market, and until when unless that is said again. The epoch grows whenever another one takes it over.
CREATE TABLE market_leases (
    market BIGINT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    address TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- Without rows: batches that write the same balances from several markets take turns by locking it.
CREATE TABLE market_turns (
    market BIGINT NOT NULL PRIMARY KEY
);

-- What came of commands that one server handed to another, written in the transaction of what they did, so that an
-- answer that was lost on the way is found. Without an answer the commands were withdrawn before they happened, and
-- never will.
CREATE TABLE forwarded_commands (
    id BYTEA NOT NULL PRIMARY KEY,
    answer BYTEA,
    at BIGINT NOT NULL
);

-- What all servers of the database know and nobody else, sealed under its key: by it they know each other.
CREATE TABLE server_secrets (
    name TEXT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL
);

INSERT INTO ledger_counters (name, value) VALUES
    ('accounts', 999), ('transfers', 0), ('requests', 0), ('order_endings', 0);

INSERT INTO ledger_accounts (number, account_id, name) VALUES
    (1, NULL, 'fees'), (2, NULL, 'world'), (3, NULL, 'points');

INSERT INTO assets (number, name, kind, exponent, decimals, title, prefix, postfix, is_active) VALUES
    (1, 'CLP', 2, 18, 0, 'Peso Chileno', '$', '', 1),
    (2, 'EUR', 2, 18, 2, 'Euro', '€', '', 1),
    (3, 'ARS', 2, 18, 2, 'Peso Argentino', '$', '', 1),
    (4, 'BRL', 2, 18, 2, 'Real Brasileño', 'R$', '', 1),
    (5, 'MXN', 2, 18, 2, 'Peso Mexicano', '$', '', 1),
    (6, 'BTC', 1, 18, 8, 'Bitcoin', '', ' BTC', 1),
    (7, 'ETH', 1, 18, 8, 'Ether', '', ' ETH', 1),
    (8, 'XLM', 1, 18, 7, 'Stellar', '', ' XLM', 1),
    (9, 'EOS', 1, 18, 4, 'EOS', '', ' EOS', 1);

-- Ticks of 1, 1, 0.01, 0.01, 0.01, 0.01 and 0.01, because a price between two ticks is refused, and programs that were
-- written for other steps send any price; lots of 0.00000001 (BTC, ETH), 0.0000001 (XLM) and 0.0001 (EOS); at
-- least 0.001 ETH, 0.0001 BTC, 0.1 XLM and 0.01 EOS.
INSERT INTO markets (number, name, base, quote, tick_units, lot_units, minimum_lots, fees, is_active) VALUES
    (1, 'ETHCLP', 7, 1, '1000000000000000000', '10000000000', 100000, '0:3900:6800', 1),
    (2, 'BTCCLP', 6, 1, '1000000000000000000', '10000000000', 10000, '0:3900:6800', 1),
    (3, 'XLMCLP', 8, 1, '10000000000000000', '100000000000', 1000000, '0:3900:6800', 1),
    (4, 'EOSCLP', 9, 1, '10000000000000000', '100000000000000', 100, '0:3900:6800', 1),
    (5, 'ETHEUR', 7, 2, '10000000000000000', '10000000000', 100000, '0:3900:6800', 1),
    (6, 'BTCEUR', 6, 2, '10000000000000000', '10000000000', 10000, '0:3900:6800', 1),
    (7, 'ETHARS', 7, 3, '10000000000000000', '10000000000', 100000, '0:3900:6800', 1);

INSERT INTO market_state (market, sequence, last_ticks, last_buy_ticks, last_sell_ticks, changed_at) VALUES
    (1, 0, NULL, NULL, NULL, 0), (2, 0, NULL, NULL, NULL, 0), (3, 0, NULL, NULL, NULL, 0), (4, 0, NULL, NULL, NULL, 0),
    (5, 0, NULL, NULL, NULL, 0), (6, 0, NULL, NULL, NULL, 0), (7, 0, NULL, NULL, NULL, 0);
