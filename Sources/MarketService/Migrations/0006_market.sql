-- The market: assets, balances, orders, fills and what is derived from them.
--
-- Instants are milliseconds since 1970-01-01T00:00:00Z, days are counted since then. Amounts are whole minor units as
-- decimal text, because they have up to 39 digits; prices are ticks and quantities lots of their market. The SQL is the
-- subset that SQLite and PostgreSQL share.
--
-- An order and a fill cost an index entry each time one is written, and tens of thousands are written in a second:
-- there is no index here without a question that needs it.

-- Numbers that are given out one after another.
CREATE TABLE ledger_counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

-- Who has balances. The system's own accounts have a name, people have an account; only this table joins a person to a
-- number, and the number never leaves the server but to its owner. Numbers are given one after another at first use,
-- which may be the first offer that brought points: so they tell who came before whom, and by what neighbours did at
-- known times, about when each came first. Visits after the first one leave nothing of the kind.
CREATE TABLE ledger_accounts (
    number BIGINT NOT NULL PRIMARY KEY,
    account_id BYTEA UNIQUE REFERENCES accounts (id),
    name TEXT
);

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
    is_active BIGINT NOT NULL
);

-- Where each market stands. Whoever writes compares the sequence with the one that its book in memory is at, in the
-- same transaction: so two servers on one database cannot both be right about an old book.
CREATE TABLE market_state (
    market BIGINT NOT NULL PRIMARY KEY REFERENCES markets (number),
    sequence BIGINT NOT NULL,
    last_ticks BIGINT,
    last_buy_ticks BIGINT,
    last_sell_ticks BIGINT,
    changed_at BIGINT NOT NULL
);

CREATE TABLE balances (
    account BIGINT NOT NULL,
    asset BIGINT NOT NULL,
    total TEXT NOT NULL,
    held TEXT NOT NULL,
    PRIMARY KEY (account, asset)
);

-- Money that moved otherwise than by a trade, and what it did to each account; the postings of a trade are in its fill.
-- Numbers are given one after another, but those of points that a shop gave: they begin with the hour of `at`, which is
-- the midnight before, and end at random, so that no neighbour tells when in the day a visit was. What remains is the
-- order in which rows lie in the files, as with everything that is dated by the day.
CREATE TABLE transfers (
    id BIGINT NOT NULL PRIMARY KEY,
    kind BIGINT NOT NULL,
    at BIGINT NOT NULL,
    address TEXT,
    memo TEXT
);

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

-- The number is sequence × 1024 + market. Status: 0 waits for its stop, 1 is in the book, 2 filled, 3 cancelled.
-- `placed` is the sequence at which it entered the book, which is its turn within its price.
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
    updated_at BIGINT NOT NULL
);

-- What a book is rebuilt from, and a trader's open orders; it has no more entries than there are open orders.
CREATE INDEX orders_open ON orders (market, account, id) WHERE status < 2;

-- A trader's history. What was cancelled without a trade, most of all orders, is not in it.
CREATE INDEX orders_history ON orders (account, market, id) WHERE status > 1 AND executed > 0;

-- A trade: what both orders' accounts gave and received follows from ticks and lots, and the four balances are those
-- afterwards. The fee is in what each receives: the buyer's in the base, the seller's in the quote asset. The
-- executions of an order as taker have the numbers after the one at which it was placed.
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
    PRIMARY KEY (market, id)
);

CREATE INDEX fills_by_buyer ON fills (buyer, market, id);
CREATE INDEX fills_by_seller ON fills (seller, market, id);
CREATE INDEX fills_by_maker ON fills (maker_order, id);

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

-- What each account traded in a market on a day, in minor units of the quote asset, added up after the day's end, and
-- up to which day and fill that is done: fees depend on it.
CREATE TABLE traded_volumes (
    account BIGINT NOT NULL,
    market BIGINT NOT NULL,
    day BIGINT NOT NULL,
    notional TEXT NOT NULL,
    PRIMARY KEY (account, market, day)
);

CREATE TABLE traded_days (
    market BIGINT NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    last_fill BIGINT NOT NULL
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
    decided_at BIGINT
);

CREATE INDEX money_requests_by_account ON money_requests (account, id);
CREATE INDEX money_requests_waiting ON money_requests (id) WHERE status = 0;

INSERT INTO ledger_counters (name, value) VALUES ('accounts', 999), ('transfers', 0), ('requests', 0);

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

-- The signed API's part.

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
    expires_at BIGINT NOT NULL
);

CREATE INDEX payment_orders_by_merchant ON payment_orders (merchant, created_at);

-- Sockets: digests of the ids with which a client shows there for a day who it is. Neither id nor key is in it.
CREATE TABLE socket_tickets (
    digest BYTEA NOT NULL PRIMARY KEY,
    verify_digest BYTEA NOT NULL,
    trader BIGINT NOT NULL,
    account_id BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX socket_tickets_by_trader ON socket_tickets (trader, expires_at);
