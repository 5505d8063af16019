import HTTPTypes

extension Routes {
    /// What keeps an order from being placed.
    private static let orderProblems: [ProblemCode] = [
        .marketUnknownMarket, .marketInactive, .marketInvalidOrder, .marketNotEnoughBalance, .marketLimitReached,
        .marketDisabled,
    ]
    /// What keeps money from moving.
    private static let moneyProblems: [ProblemCode] = [
        .marketUnknownAsset, .marketInvalidAmount, .marketNotEnoughBalance, .marketInvalidText,
    ]
    /// What keeps money from leaving an account that asks for codes.
    private static let codeProblems: [ProblemCode] = [
        .accountsCodeNeeded, .accountsWrongCode, .requestTooManyAttempts,
    ]

    /// How pages of a history are named.
    private static let from = "`before` is `newest`, or what the page before calls `next`."

    /// Lists the assets.
    public static let marketAssets = Endpoint<NoBody, MarketAssetsBody>(
        "marketAssets", .get, "/api/market/assets", "Lists the assets.")
    /// Lists the markets.
    public static let markets = Endpoint<NoBody, MarketsBody>(
        "markets", .get, "/api/market/markets", "Lists the markets with their steps, minimums and fees.")
    /// Gives every market in a few numbers.
    public static let marketTickers = Endpoint<NoBody, MarketTickersBody>(
        "marketTickers", .get, "/api/market/tickers", "Gives every market in a few numbers.")
    /// Gives the book of a market.
    public static let marketBook = Endpoint<NoBody, MarketBookBody>(
        "marketBook", .get, "/api/market/markets/{market}/book",
        "Gives the best prices of both sides, what is offered at each added up.", problems: [.marketUnknownMarket])
    /// Lists the trades of a market.
    public static let marketTrades = Endpoint<NoBody, MarketTradesBody>(
        "marketTrades", .get, "/api/market/markets/{market}/trades/{before}",
        "Lists a hundred trades of a market, newest first. " + from, problems: [.marketUnknownMarket])
    /// Lists the candles of a market.
    public static let marketCandles = Endpoint<NoBody, MarketCandlesBody>(
        "marketCandles", .get, "/api/market/markets/{market}/candles/{kind}/{frame}/{before}",
        "Lists 500 candles of a market, newest first: kind `buy`, `sell` or `last` by the taker's side, frame in "
            + "minutes (1, 5, 15, 60, 240, 1440, 10080, and 44640 for months). " + from,
        problems: [.marketUnknownMarket])

    /// Places an order.
    public static let placeMarketOrder = Endpoint<MarketOrderRequestBody, MarketOrderBody>(
        "placeMarketOrder", .post, "/api/market/orders", "Places an order, and says what became of it at once.",
        needsSession: true, status: 201,
        problems: orderProblems + [.marketPostOnlyWouldTake, .marketFillOrKillShort, .marketSelfTrade])
    /// Gives an order with its executions.
    public static let marketOrder = Endpoint<NoBody, MarketOrderDetailsBody>(
        "marketOrder", .get, "/api/market/orders/{id}", "Gives an order of yours with its executions.",
        needsSession: true, problems: [.marketUnknownOrder])
    /// Cancels an order.
    public static let cancelMarketOrder = Endpoint<NoBody, MarketOrderBody>(
        "cancelMarketOrder", .delete, "/api/market/orders/{id}", "Cancels an open order of yours.",
        needsSession: true, problems: [.marketUnknownOrder, .marketNotOpen, .marketDisabled])
    /// Cancels all open orders.
    public static let cancelMarketOrders = Endpoint<NoBody, MarketOrdersBody>(
        "cancelMarketOrders", .delete, "/api/market/orders/{market}/open",
        "Cancels your open orders in a market, or in every one with `all` for its name.", needsSession: true,
        problems: [.marketUnknownMarket, .marketDisabled])
    /// Lists the open orders.
    public static let openMarketOrders = Endpoint<NoBody, MarketOrdersBody>(
        "openMarketOrders", .get, "/api/market/orders/{market}/open/{before}",
        "Lists fifty open orders of yours in a market, or in every one with `all` for its name, newest first. " + from,
        needsSession: true, problems: [.marketUnknownMarket])
    /// Lists the closed orders.
    public static let closedMarketOrders = Endpoint<NoBody, MarketOrdersBody>(
        "closedMarketOrders", .get, "/api/market/orders/{market}/closed/{before}",
        "Lists fifty filled orders of yours, and those that were cancelled after a trade, in a market, or in every one "
            + "with `all` for its name, those closed last first. " + from, needsSession: true,
        problems: [.marketUnknownMarket])
    /// Estimates an exchange.
    public static let quoteMarket = Endpoint<MarketQuoteRequestBody, MarketQuoteBody>(
        "quoteMarket", .post, "/api/market/quotes", "Says what an exchange would bring at this moment.",
        needsSession: true, problems: [.marketUnknownMarket, .marketInvalidOrder, .marketDisabled])
    /// Exchanges at once.
    public static let exchangeInstantly = Endpoint<MarketInstantRequestBody, MarketOrderBody>(
        "exchangeInstantly", .post, "/api/market/instant",
        "Buys or sells the whole amount at once and never worse than the bound, or nothing.", needsSession: true,
        status: 201, problems: orderProblems + [.marketBoundNotMet, .marketSelfTrade])

    /// Tells the balances.
    public static let marketBalances = Endpoint<NoBody, MarketBalancesBody>(
        "marketBalances", .get, "/api/market/balances", "Tells what you have of every asset.", needsSession: true)
    /// Tells the fees.
    public static let marketTier = Endpoint<NoBody, MarketTierBody>(
        "marketTier", .get, "/api/market/markets/{market}/tier", "Tells what you pay in a market.",
        needsSession: true, problems: [.marketUnknownMarket])
    /// Lists the statement in an asset.
    public static let marketTransactions = Endpoint<NoBody, MarketTransactionsBody>(
        "marketTransactions", .get, "/api/market/balances/{asset}/transactions/{before}",
        "Lists fifty lines of your statement in an asset, newest first. " + from, needsSession: true,
        problems: [.marketUnknownAsset])
    /// Tells the address for an asset.
    public static let marketAddress = Endpoint<NoBody, MarketAddressBody>(
        "marketAddress", .get, "/api/market/balances/{asset}/address",
        "Tells your address for an asset; it is made when it is asked for first, and stays.", needsSession: true,
        problems: [.marketUnknownAsset])
    /// Announces a deposit.
    public static let requestMarketDeposit = Endpoint<MarketMoneyDraftBody, MarketMoneyRequestBody>(
        "requestMarketDeposit", .post, "/api/market/deposits",
        "Says that money of yours is on its way; an operator settles or refuses it.", needsSession: true, status: 201,
        problems: moneyProblems)
    /// Asks for a withdrawal.
    public static let requestMarketWithdrawal = Endpoint<MarketMoneyDraftBody, MarketMoneyRequestBody>(
        "requestMarketWithdrawal", .post, "/api/market/withdrawals",
        "Asks for money to be paid out; it is held until an operator settles or refuses it.", needsSession: true,
        status: 201, problems: moneyProblems + codeProblems)
    /// Lists deposits and withdrawals.
    public static let marketRequests = Endpoint<NoBody, MarketMoneyRequestsBody>(
        "marketRequests", .get, "/api/market/requests/{before}",
        "Lists fifty deposits and withdrawals of yours, newest first. " + from, needsSession: true)
    /// Sends money to another person.
    public static let transferMarketMoney = Endpoint<MarketTransferBody, MarketTransactionBody>(
        "transferMarketMoney", .post, "/api/market/transfers",
        "Sends money to the person whose address it is, at once and for good.", needsSession: true, status: 201,
        problems: moneyProblems + [.marketUnknownAddress] + codeProblems)
    /// Gives a ticket for the stream.
    public static let marketSocketTicket = Endpoint<NoBody, MarketSocketTicketBody>(
        "marketSocketTicket", .post, "/api/market/socket-tickets",
        "Gives a ticket that shows on the market's stream, for 24 hours, who you are.", needsSession: true, status: 201)

    /// Markets, orders and money.
    static let market: [Route] = [
        marketAssets.route, markets.route, marketTickers.route, marketBook.route, marketTrades.route,
        marketCandles.route, placeMarketOrder.route, marketOrder.route, cancelMarketOrder.route,
        cancelMarketOrders.route, openMarketOrders.route, closedMarketOrders.route, quoteMarket.route,
        exchangeInstantly.route, marketBalances.route, marketTier.route, marketTransactions.route,
        marketAddress.route, requestMarketDeposit.route, requestMarketWithdrawal.route, marketRequests.route,
        transferMarketMoney.route, marketSocketTicket.route,
    ]
}
