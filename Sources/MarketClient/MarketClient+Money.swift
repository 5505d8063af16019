import Basics

extension MarketClient {
    /// The account's balance of each asset.
    public func balances() async throws(MarketClientError) -> [MarketBalance] {
        try MarketPage(try await send(.get("/v2/balance", .signed)), MarketBalance.init).items
    }

    /// What the account pays for trades.
    public func rates() async throws(MarketClientError) -> MarketRates {
        try MarketRates(try await send(.get("/v2/account", .signed)).data)
    }

    /// A page of the account's statement in an asset, latest first.
    public func transactions(
        _ asset: String, page: Int = 0, limit: Int = 20
    ) async throws(MarketClientError) -> MarketPage<MarketTransaction> {
        let answer = try await send(
            .get("/v2/transactions", .signed, ["currency": asset, "page": String(page), "limit": String(limit)]))
        return try MarketPage(answer, MarketTransaction.init)
    }

    /// Tells the exchange that money is on its way; an operator settles it.
    ///
    /// `asset` is not in the contract: exchanges work it out from the bank account, ours takes it.
    public func requestDeposit(
        amount: String, bankAccount: String, asset: String? = nil, date: String? = nil, trackingCode: String? = nil
    ) async throws(MarketClientError) {
        _ = try await send(
            .post(
                "/v2/deposit",
                [
                    "amount": amount, "bank_account": bankAccount, "currency": asset, "date": date,
                    "tracking_code": trackingCode,
                ]))
    }

    /// Asks the exchange to pay out; the amount is held until an operator has settled it.
    public func requestWithdrawal(
        amount: String, bankAccount: String, asset: String? = nil
    ) async throws(MarketClientError) {
        _ = try await send(
            .post("/v2/withdrawal", ["amount": amount, "bank_account": bankAccount, "currency": asset]))
    }

    /// Sends money to another person's address.
    public func transfer(
        amount: String, asset: String, address: String, memo: String? = nil
    ) async throws(MarketClientError) {
        _ = try await send(
            .post("/v2/transfer", ["amount": amount, "currency": asset, "address": address, "memo": memo]))
    }

    /// Ids with which a socket shows whose it is, for 24 hours.
    public func socketTicket() async throws(MarketClientError) -> MarketSocketTicket {
        try MarketSocketTicket(try await send(.get("/v2/socket/auth", .signed)).data)
    }
}
