import AccountService
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Ledger
import LedgerService
import Market
import MarketService
import ServiceKit

extension RouteHandlers {
    /// What a trader has, and how it comes and goes.
    mutating func addWalletRoutes(_ api: ExchangeAPI, _ version: APIVersion) {
        signed(.get, "balance", version, api, scope: .read) { try await api.balance($0, $1) }
        signed(.get, "account", version, api, scope: .read) { try await api.account($0, $1) }
        signed(.get, "transactions", version, api, scope: .read) { try await api.transactions($0, $1) }
        signed(.post, "transfer", version, api, scope: .withdraw) { try await api.transfer($0, $1) }
        let prefix = version == .v1 ? "request/" : ""
        signed(.post, prefix + "deposit", version, api, scope: .trade) { try await api.requestDeposit($0, $1) }
        signed(.post, prefix + "withdrawal", version, api, scope: .withdraw) {
            try await api.requestWithdrawal($0, $1)
        }
        if version == .v2 {
            signed(.get, "socket/auth", .v2, api, scope: .read) { try await api.socketTicket($0, $1) }
        }
    }
}

extension ExchangeAPI {
    fileprivate func balance(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let balances = try await market.balances(of: trader)
        return ExchangeAnswer(
            .array(
                balances.map { asset, balance in
                    func text(_ units: Int128) -> JSONValue {
                        .string(DecimalText.text(units, exponent: asset.exponent))
                    }
                    var members: [JSONValue.Member] = [
                        .init("available", text(balance.available)), .init("wallet", .string(asset.name.text)),
                        .init("balance", text(balance.total)),
                    ]
                    if request.version == .v2 {
                        members += [
                            .init("currency_prefix", .string(asset.prefix)),
                            .init("currency_postfix", .string(asset.postfix)),
                            .init("currency_big_name", .string(asset.title)),
                            .init("currency_decimal", .count(asset.decimals)),
                        ]
                    }
                    return .object(members)
                }))
    }

    /// Who the trader is: nothing that the account has not said of itself.
    ///
    /// Nobody is asked for a name here; clients expect one, and get what stands before the `@`.
    fileprivate func account(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let email = try await email(of: trader)
        let rate = try await rate(of: trader)
        let requests = try await market.requests(of: trader, page: Page(limit: 1000)).items
        var members: [JSONValue.Member] = [
            .init("name", .string(String(email.prefix { $0 != "@" }))), .init("email", .string(email)),
            .init(
                "rate",
                .object([
                    "market_maker": .string(DecimalText.text(Int128(rate.maker.rawValue), exponent: 6)),
                    "market_taker": .string(DecimalText.text(Int128(rate.taker.rawValue), exponent: 6)),
                ])),
            .init("bank_accounts", .array(Self.bankAccounts(of: requests))),
        ]
        if request.version == .v2 {
            let coins = try await market.assets().filter { $0.kind == .crypto && $0.isActive }
            members += [
                .init("blocked_withdrawals", false),
                .init("deposit_debts", .object(coins.map { JSONValue.Member($0.name.text, "0") })),
            ]
        }
        return ExchangeAnswer(.object(members))
    }

    /// The address of the trader's account.
    func email(of trader: Trader) async throws -> String {
        try await market.database.reading { try AccountStore($0).email(ofAccount: trader.account) } ?? ""
    }

    /// What the trader pays in the first market that takes orders; the API knows one rate for all of them.
    private func rate(of trader: Trader) async throws -> FeeTier {
        guard let first = try await market.markets().first(where: \.isActive) else {
            return FeeSchedule.standard.tier(for: 0).tier
        }
        return try await market.tier(of: trader, market: first.name).tier
    }

    /// The bank accounts that the trader has named in requests, each once, in the order of first use.
    private static func bankAccounts(of requests: [MoneyRequest]) -> [JSONValue] {
        var named: [String] = []
        for request in requests.reversed() where !named.contains(request.bankAccount) {
            named.append(request.bankAccount)
        }
        return named.enumerated().map { index, number in
            .object([
                "id": .count(index), "bank": "", "description": "", "country": "", "number": .string(number), "dv": "",
                "agency": "", "clabe": "",
            ])
        }
    }

    fileprivate func transactions(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let page = try request.page()
        let records = try await market.transactions(of: trader, asset: request.currency("currency"), page: page)
        return ExchangeAnswer(records, page) { record in
            func text(_ units: Int128) -> JSONValue {
                .string(DecimalText.text(units, exponent: record.asset.exponent))
            }
            return .object([
                "id": .string("T" + String(record.id)), "type": .count(record.kind.rawValue),
                "amount": text(record.amount), "fee_percent": .string(Self.percent(record.feeRate)),
                "fee_amount": text(record.fee), "balance": text(record.balanceAfter),
                "date": .string(ExchangeTime.text(record.at)),
                // Money that comes and goes within the exchange is in no chain.
                "hash": .null, "address": record.address.map { .string($0) } ?? .null,
                "memo": record.memo.map { .string($0) } ?? .null, "blocks": .null,
                "currency": .string(record.asset.name.text),
            ])
        }
    }

    /// A fee as the API writes it: a fixed part, which there never is, and three decimals of a per cent.
    private static func percent(_ rate: FeeRate?) -> String {
        // Hundredths of a per mille are parts per hundred thousand; what is finer is rounded up, never told too low.
        let thousandths = (Int(rate?.rawValue ?? 0) + 9) / 10
        let fraction = String(thousandths % 1000)
        return "0+\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)%"
    }

    /// Sends money to an address of ours, or to the account with an e-mail address.
    fileprivate func transfer(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let (address, amount) = (try request.required("address"), try request.required(.amount))
        let asset = try request.currency("currency")
        if try await payments.pay(address: address, amount: amount, asset: asset, from: trader) {
            return ExchangeAnswer()
        }
        try await market.transfer(
            to: await receiver(address, asset), amount: amount, asset: asset, memo: request.optional("memo"),
            from: trader)
        return ExchangeAnswer()
    }

    /// The address for an asset of the account with an e-mail address; any other text is an address already.
    ///
    /// Only an account whose mailbox is proved gets money by its address: any other may be somebody's who only typed it.
    /// Whoever sends money learns whether such an account has this e-mail address: that cannot be helped, and each look costs
    /// a signed request.
    private func receiver(_ text: String, _ asset: AssetName) async throws -> String {
        guard text.contains("@") else { return text }
        guard let email = try? EmailAddress(text),
            let account = try await market.database.reading({ try AccountStore($0).receiver(at: email) })
        else { throw ExchangeFault(.unknownAddress) }
        return try await market.address(of: market.trader(of: account), asset: asset)
    }

    fileprivate func requestDeposit(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        _ = try await market.requestDeposit(request.moneyRequest(), for: trader)
        return ExchangeAnswer()
    }

    fileprivate func requestWithdrawal(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        _ = try await market.requestWithdrawal(request.moneyRequest(), for: trader)
        return ExchangeAnswer()
    }

    fileprivate func socketTicket(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        // It has signed this request, so it is there.
        guard let key = request.headers[.marketKey] else { throw ExchangeFault.notAuthentic }
        let ticket = try await tickets.issue(for: trader, by: .key(key), now: clock.now())
        return ExchangeAnswer(
            .object([
                "uid": .string(ticket.uid), "socid": .string(ticket.socid), "verify": .string(ticket.verify),
            ]))
    }
}

extension ExchangeRequest {
    /// The asset that a field names.
    func currency(_ name: String) throws(ExchangeFault) -> AssetName {
        guard let asset = AssetName(try required(name).uppercased()) else {
            throw ExchangeFault(.unknownAsset)
        }
        return asset
    }

    /// What somebody says about money on its way from or to a bank.
    ///
    /// The API leaves the currency to the bank account's country, which nobody tells us: it is Chile unless a field
    /// `currency` says otherwise.
    fileprivate func moneyRequest() throws(ExchangeFault) -> MoneyRequestDraft {
        guard let home = AssetName("CLP") else { throw .internalError }
        let date = optional("date")
        if let date, ExchangeTime.slashedDay(date) == nil { throw ExchangeFault(.invalidDate) }
        return MoneyRequestDraft(
            asset: optional("currency") == nil ? home : try currency("currency"), amount: try required(.amount),
            bankAccount: try required("bank_account"), date: date,
            trackingCode: optional("tracking_code"), voucher: optional("voucher"))
    }
}
