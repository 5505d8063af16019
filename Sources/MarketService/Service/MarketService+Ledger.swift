import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage
import Synchronization

// What a person has, and how it comes and goes.
extension MarketService {
    /// Requests of one account that may wait at a time.
    static let waitingRequests: Int64 = 50

    // MARK: - Traders

    /// The trader of an account; its number in the ledger is made at first use.
    package func trader(of account: [UInt8]) async throws(ServiceError) -> Trader {
        if let known = try await existingTrader(of: account) { return known }
        let number = try await database.writing { try LedgerAccountStore($0).makeNumber(of: account) }
        return keep(Trader(number: number, account: account))
    }

    /// The trader of an account if it has a number in the ledger already; nothing is made.
    package func existingTrader(of account: [UInt8]) async throws(ServiceError) -> Trader? {
        if let known = traders.withLock({ $0.value(for: account) }) { return known }
        let number = try await database.reading { try LedgerAccountStore($0).number(of: account) }
        return number.map { keep(Trader(number: $0, account: account)) }
    }

    private func keep(_ trader: Trader) -> Trader {
        // A number is never taken away again, so that it may be remembered.
        traders.withLock { $0.set(trader, for: trader.account) }
        hub.learn(trader.number, of: trader.account)
        return trader
    }

    // MARK: - Balances

    /// What the trader has of every asset, by the assets' numbers; zero where there is nothing.
    package func balances(of trader: Trader) async throws(ServiceError) -> [(asset: Asset, balance: Balance)] {
        let assets = try await assets()
        let balances = try await database.reading { try BalanceStore($0).balances(of: trader.number) }
        return assets.map { ($0, balances[$0.number] ?? Balance()) }
    }

    /// The trader's statement in an asset, newest first.
    package func transactions(
        of trader: Trader, asset name: AssetName, page: Page
    ) async throws(ServiceError) -> Paged<TransactionRecord> {
        let asset = try await asset(named: name)
        let markets = try await markets().filter { $0.base.number == asset.number || $0.quote.number == asset.number }
        return try await database.readingHistory { connection in
            var history = try StatementLists(connection, trader, asset, page.cursor).history(markets)
            return try history.page(page)
        }
    }

    /// What the trader pays in a market, and what it has traded lately.
    package func tier(of trader: Trader, market: MarketName) async throws(ServiceError) -> TradingTier {
        let rules = try await self.market(named: market)
        let today = TradedVolumeStore.day(of: clock.now())
        let volume = try await database.reading {
            try TradedVolumeStore($0).volume(of: trader.number, market: rules.number, before: today)
        }
        let (level, tier) = rules.fees.tier(for: volume)
        return TradingTier(level: level, traded: volume, tier: tier)
    }

    // MARK: - Requests

    /// Says that money is on its way; an operator settles or refuses it.
    package func requestDeposit(
        _ draft: MoneyRequestDraft, for trader: Trader, keeping: AnswerKeeping<MoneyRequest>? = nil
    ) async throws(ServiceError) -> MoneyRequest {
        try await request(draft, kind: .deposit, for: trader, keeping)
    }

    /// Asks for money to be paid out, and holds it until an operator settles or refuses it.
    package func requestWithdrawal(
        _ draft: MoneyRequestDraft, for trader: Trader, keeping: AnswerKeeping<MoneyRequest>? = nil
    ) async throws(ServiceError) -> MoneyRequest {
        try await request(draft, kind: .withdrawal, for: trader, keeping)
    }

    private func request(
        _ draft: MoneyRequestDraft, kind: MoneyRequestKind, for trader: Trader,
        _ keeping: AnswerKeeping<MoneyRequest>?
    ) async throws(ServiceError) -> MoneyRequest {
        let assets = try await assets()
        let asset = try await activeAsset(draft.asset)
        let amount = try LedgerAdministration.amount(draft.amount, of: asset)
        guard draft.bankAccount.isEmpty == (draft.destination != nil) else { throw .market(.invalidText) }
        guard draft.destination == nil || kind == .withdrawal else { throw .market(.unknownDestination) }
        var draft = draft
        draft.bankAccount = try LedgerAdministration.read(draft.bankAccount)
        draft.date = try LedgerAdministration.read(draft.date)
        draft.trackingCode = try LedgerAdministration.read(draft.trackingCode)
        draft.voucher = try LedgerAdministration.read(draft.voucher)
        guard draft.date.map(CivilDate.isWritten) != false else { throw .market(.invalidDate) }
        let now = clock.now()
        let witness = witness
        let request = try await database.writingMarket { [draft] connection in
            try keeping?.begin(connection)
            let store = MoneyRequestStore(connection, assets: assets)
            guard try store.waiting(of: trader.number) < Self.waitingRequests else { throw MarketError.limitReached }
            var (draft, fee) = (draft, 0 as Int128)
            if kind == .withdrawal {
                draft.bankAccount = try DestinationStore(connection, assets: assets).place(
                    of: draft, asset: asset, account: trader.number, at: now)
                fee = try Self.withdrawalFee(of: amount, asset, trader, connection)
                try TransferStore(connection).hold(
                    amount, BalanceKey(account: trader.number, asset: asset.number))
            }
            let id = try store.insert(
                draft, kind: kind, amount: amount, fee: fee, asset: asset, account: trader.number, at: now)
            if kind == .withdrawal {
                try OutgoingStore(connection).take(
                    amount, of: asset, from: trader.number, id: OutgoingStore.id(request: id), at: now)
                try witness(.asked, asset.amountText(amount), trader.account, connection)
            }
            guard let request = try store.request(id) else { throw StorageError.corrupt }
            try keeping?.keep(request, connection)
            return request
        }
        hub.changed(accounts: [trader.number])
        return request
    }

    /// The trader's own requests, newest first.
    package func requests(of trader: Trader, page: Page) async throws(ServiceError) -> Paged<MoneyRequest> {
        let assets = try await assets()
        return try await database.readingHistory { connection in
            Paged(
                fetched: try MoneyRequestStore(connection, assets: assets).requests(
                    of: trader.number, before: page.cursor?.number ?? .max, limit: page.limit + 1),
                limit: page.limit, cursor: \.id)
        }
    }

    // MARK: - Between people

    /// Sends money to the person whose address it is.
    @discardableResult
    package func transfer(
        to address: String, amount: String, asset name: AssetName, memo: String?, from trader: Trader,
        keeping: AnswerKeeping<TransactionRecord>? = nil
    ) async throws(ServiceError) -> TransactionRecord {
        let assets = try await assets()
        let asset = try await activeAsset(name)
        let amount = try LedgerAdministration.amount(amount, of: asset)
        let (address, memo) = (try LedgerAdministration.read(address), try LedgerAdministration.read(memo))
        let now = clock.now()
        let witness = witness
        let (receiver, record) = try await database.writingMarket { connection in
            try keeping?.begin(connection)
            guard let owner = try LedgerAccountStore(connection).owner(ofAddress: address), owner.asset == asset.number
            else { throw MarketError.unknownAddress }
            guard owner.account != trader.number else { throw MarketError.toOneself }
            try DestinationStore(connection, assets: assets).requireAllowed(
                address: address, asset: asset, of: trader.number, at: now)
            let postings = [
                Posting(account: trader.number, asset: asset.number, amount: -amount),
                Posting(account: owner.account, asset: asset.number, amount: amount),
            ]
            let transfers = TransferStore(connection)
            let id = try transfers.carryOut(
                Transfer(postings), .init(kind: .sent, address: address, memo: memo), at: now)
            try OutgoingStore(connection).take(
                amount, of: asset, from: trader.number, id: OutgoingStore.id(transfer: id), at: now)
            try witness(.sent, asset.amountText(amount), trader.account, connection)
            guard let record = try transfers.transaction(id, of: trader.number, asset: asset) else {
                throw StorageError.corrupt
            }
            try keeping?.keep(record, connection)
            return (owner.account, record)
        }
        hub.changed(accounts: [trader.number, receiver])
        return record
    }

    /// The trader's address for an asset: random, made at first use, the same ever after.
    package func address(of trader: Trader, asset name: AssetName) async throws(ServiceError) -> String {
        let asset = try await asset(named: name)
        let fresh = Self.addressText(random.identifier() + random.identifier())
        return try await database.writing {
            try LedgerAccountStore($0).address(of: trader.number, asset: asset.number, fresh: fresh)
        }
    }

    /// The operator's side of the ledger on the same database.
    package var administration: LedgerAdministration {
        LedgerAdministration(database: database, clock: clock, changed: { [hub] in hub.changed(accounts: $0) })
    }

    // MARK: - Texts

    private static func addressText(_ bytes: [UInt8]) -> String {
        // Thirty-two letters and digits that nobody mistakes for one another: five bits each.
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        return "c" + String(decoding: bytes.map { letters[Int($0 & 31)] }, as: UTF8.self)
    }

    private func activeAsset(_ name: AssetName) async throws(ServiceError) -> Asset {
        let asset = try await asset(named: name)
        guard asset.isActive else { throw .market(.unknownAsset) }
        return asset
    }
}

extension CivilDate {
    /// Whether a text names a day of the calendar, as `21/11/2026` or as `2026-11-21`.
    fileprivate static func isWritten(_ text: String) -> Bool {
        let isSlashed = text.contains("/")
        var parts = text.split(separator: isSlashed ? "/" : "-", omittingEmptySubsequences: false)
        if isSlashed { parts.reverse() }
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let year = Int(parts[0]),
            let month = Int(parts[1]), let day = Int(parts[2])
        else { return false }
        return CivilDate(year: year, month: month, day: day) != nil
    }
}
