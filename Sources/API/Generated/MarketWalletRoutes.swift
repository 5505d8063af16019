// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells what you have of every asset.
    package static let marketBalances = Endpoint<NoBody, MarketBalancesBody>(
        "marketBalances", .get, "/api/market/balances", "Tells what you have of every asset.", needsSession: true)
    /// Tells what you pay in a market.
    package static let marketTier = Endpoint<NoBody, MarketTierBody>(
        "marketTier", .get, "/api/market/markets/{market}/tier", "Tells what you pay in a market.", needsSession: true)
    /// Lists fifty lines of your statement in an asset, newest first.
    package static let marketTransactions = Endpoint<NoBody, MarketTransactionsBody>(
        "marketTransactions", .get, "/api/market/balances/{asset}/transactions",
        "Lists fifty lines of your statement in an asset, newest first.",
        query: ["movement", "market", "from", "to", "before", "limit"], needsSession: true)
    /// Tells your address for an asset; it is made when it is asked for first, and stays.
    package static let marketAddress = Endpoint<NoBody, MarketAddressBody>(
        "marketAddress", .get, "/api/market/balances/{asset}/address",
        "Tells your address for an asset; it is made when it is asked for first, and stays.", needsSession: true)
    /// Says that money of yours is on its way; an operator settles or refuses it.
    package static let requestMarketDeposit = Endpoint<MarketMoneyDraftBody, MarketMoneyRequestBody>(
        "requestMarketDeposit", .post, "/api/market/deposits",
        "Says that money of yours is on its way; an operator settles or refuses it.", needsSession: true, status: 201)
    /// Asks for money to be paid out; it is held until an operator settles or refuses it.
    package static let requestMarketWithdrawal = Endpoint<MarketMoneyDraftBody, MarketMoneyRequestBody>(
        "requestMarketWithdrawal", .post, "/api/market/withdrawals",
        "Asks for money to be paid out; it is held until an operator settles or refuses it.", needsSession: true,
        status: 201)
    /// Lists fifty deposits and withdrawals of yours, newest first.
    package static let marketRequests = Endpoint<NoBody, MarketMoneyRequestsBody>(
        "marketRequests", .get, "/api/market/requests", "Lists fifty deposits and withdrawals of yours, newest first.",
        query: ["before", "limit"], needsSession: true)
    /// Sends money to the person whose address it is, at once and for good.
    package static let transferMarketMoney = Endpoint<MarketTransferBody, MarketTransactionBody>(
        "transferMarketMoney", .post, "/api/market/transfers",
        "Sends money to the person whose address it is, at once and for good.", needsSession: true, status: 201)
    /// Gives a ticket that shows on the market's stream, for 24 hours, who you are.
    package static let marketSocketTicket = Endpoint<NoBody, MarketSocketTicketBody>(
        "marketSocketTicket", .post, "/api/market/socket-tickets",
        "Gives a ticket that shows on the market's stream, for 24 hours, who you are.", needsSession: true, status: 201)

    /// These, in the order in which documents list them.
    static let marketWalletRoutes: [Route] = [
        marketBalances.route, marketTier.route, marketTransactions.route, marketAddress.route,
        requestMarketDeposit.route, requestMarketWithdrawal.route, marketRequests.route, transferMarketMoney.route,
        marketSocketTicket.route,
    ]
}
