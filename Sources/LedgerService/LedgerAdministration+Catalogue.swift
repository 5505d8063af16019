import Accounts
import Basics
import HTTPKit
import Ledger
import Market
import ServiceKit
import Storage

// Assets, markets and their rules.
extension LedgerAdministration {
    /// The assets by number.
    package func assets() async throws(ServiceError) -> [Asset] {
        try await database.reading { try CatalogueStore($0).catalogue().assets }
    }

    /// The markets by number.
    package func markets() async throws(ServiceError) -> [MarketRules] {
        try await database.reading { try CatalogueStore($0).catalogue().markets }
    }

    /// Adds an asset.
    @discardableResult
    package func addAsset(
        _ draft: AssetDraft, noting: ChangeNotes<Asset> = .none
    ) async throws(ServiceError) -> Asset {
        var draft = draft
        draft.title = try Self.read(draft.title)
        draft.prefix = try Self.read(draft.prefix)
        draft.postfix = try Self.read(draft.postfix)
        guard !draft.title.isEmpty, (0...18).contains(draft.exponent), (0...draft.exponent).contains(draft.decimals)
        else { throw .market(.invalidRules) }
        let asset = draft
        return try await database.writingMarket { connection in
            try noting.around(connection) { try Self.add(asset, to: connection) }
        }
    }

    private static func add(_ draft: AssetDraft, to connection: any Connection) throws -> Asset {
        let store = CatalogueStore(connection)
        let known = try store.catalogue().assets
        guard !known.contains(where: { $0.name == draft.name }) else { throw MarketError.nameTaken }
        let number = (known.last?.number ?? 0) + 1
        guard number <= 65_535 else { throw MarketError.invalidRules }
        let asset = Asset(
            number: number, name: draft.name, kind: draft.kind, exponent: draft.exponent, decimals: draft.decimals,
            title: draft.title, prefix: draft.prefix, postfix: draft.postfix)
        guard try store.insert(asset) else { throw MarketError.nameTaken }
        return asset
    }

    /// Adds a market; a running server opens it within two seconds.
    @discardableResult
    package func addMarket(
        _ draft: MarketDraft, noting: ChangeNotes<MarketRules> = .none
    ) async throws(ServiceError) -> MarketRules {
        try await database.writingMarket { connection in
            try noting.around(connection) { try Self.add(draft, to: connection) }
        }
    }

    private static func add(_ draft: MarketDraft, to connection: any Connection) throws -> MarketRules {
        let store = CatalogueStore(connection)
        let known = try store.catalogue()
        guard !known.markets.contains(where: { $0.name == draft.name }) else { throw MarketError.nameTaken }
        guard let base = known.assets.first(where: { $0.name == draft.base }),
            let quote = known.assets.first(where: { $0.name == draft.quote })
        else { throw MarketError.unknownAsset }
        let rules: MarketRules
        do {
            let lot = try DecimalText.units(draft.lot, exponent: base.exponent)
            let (minimum, rest) = try DecimalText.units(draft.minimum, exponent: base.exponent)
                .quotientAndRemainder(dividingBy: max(1, lot))
            guard rest == 0, let minimumLots = Int64(exactly: minimum) else { throw MarketError.invalidRules }
            rules = try MarketRules(
                number: (known.markets.last?.number ?? 0) + 1, name: draft.name, base: base, quote: quote,
                tickUnits: try DecimalText.units(draft.tick, exponent: quote.exponent), lotUnits: lot,
                minimumLots: minimumLots, fees: draft.fees, collar: .standard)
        } catch {
            throw MarketError.invalidRules
        }
        guard try store.insert(rules) else { throw MarketError.nameTaken }
        return rules
    }

    /// Lets a market take orders, or no longer; cancelling is always possible.
    @discardableResult
    package func setActive(
        _ isActive: Bool, market name: MarketName, noting: ChangeNotes<MarketRules> = .none
    ) async throws(ServiceError) -> MarketRules {
        try await change(name, noting) { try $0.setActive(isActive, market: name) }
    }

    /// Replaces a market's fees.
    @discardableResult
    package func setFees(
        _ fees: FeeSchedule, market name: MarketName, noting: ChangeNotes<MarketRules> = .none
    ) async throws(ServiceError) -> MarketRules {
        try await change(name, noting) { try $0.setFees(fees, market: name) }
    }

    /// Changes a market's row and gives its rules; throws `unknownMarket` when `change` finds none.
    private func change(
        _ name: MarketName, _ noting: ChangeNotes<MarketRules>,
        _ change: @escaping @Sendable (CatalogueStore) throws -> Bool
    ) async throws(ServiceError) -> MarketRules {
        try await database.writingMarket { connection in
            try noting.around(connection) {
                let store = CatalogueStore(connection)
                guard try change(store), let rules = try store.catalogue().markets.first(where: { $0.name == name })
                else { throw MarketError.unknownMarket }
                return rules
            }
        }
    }

    // MARK: - Halts, auctions and orders that an operator ends

    /// Takes no more orders in a market and trades nothing, until there is an auction.
    package func halt(_ name: MarketName) async throws(ServiceError) {
        try await database.writingMarket { connection in
            guard try CatalogueStore(connection).setPhase(.halted, market: name) else {
                throw MarketError.unknownMarket
            }
        }
    }

    /// Lets a market that was halted collect orders for so many seconds.
    ///
    /// Then all that can trade does so at one price, and the market goes on. An auction that there is already ends then.
    ///
    /// - Returns: When it ends.
    @discardableResult
    package func beginAuction(_ name: MarketName, seconds: Int64) async throws(ServiceError) -> Timestamp {
        let until = clock.now().advanced(bySeconds: max(0, seconds))
        try await database.writingMarket { connection in
            let store = CatalogueStore(connection)
            guard let rules = try store.catalogue().markets.first(where: { $0.name == name }) else {
                throw MarketError.unknownMarket
            }
            guard rules.phase != .trading else { throw MarketError.wrongPhase }
            _ = try store.setPhase(.auction(until: until), market: name)
        }
        return until
    }

    /// Replaces how far from the last price orders trade in a market; nil for any price.
    package func setCollar(_ collar: PriceCollar?, market name: MarketName) async throws(ServiceError) {
        try await database.writingMarket { connection in
            guard try CatalogueStore(connection).setCollar(collar, market: name) else {
                throw MarketError.unknownMarket
            }
        }
    }

    /// Ends open orders, those of one account or all, in one market or in all: the markets' writers do it as soon as a
    /// server runs.
    ///
    /// - Parameter email: Whose they are; nil for everybody's.
    package func endOrders(
        market name: MarketName?, of email: String?, because reason: EndingReason
    ) async throws(ServiceError) {
        var address: String?
        if let email {
            do throws(AccountError) { address = try EmailAddress(email).text } catch { throw .account(error) }
        }
        let owner = address
        try await database.writingMarket { connection in
            let store = CatalogueStore(connection)
            let markets = try store.catalogue().markets.filter { name == nil || $0.name == name }
            guard !markets.isEmpty else { throw MarketError.unknownMarket }
            var account: LedgerAccount?
            if let owner {
                let accounts = LedgerAccountStore(connection)
                guard let id = try accounts.account(email: owner) else { throw MarketError.unknownAccount }
                // Whoever has no number has no orders.
                guard let number = try accounts.number(of: id) else { return }
                account = number
            }
            for rules in markets {
                try store.endOrders(market: rules.number, of: account, reason: reason.rawValue)
            }
        }
    }

    // MARK: - Points

    /// The asset that shops' points are.
    package static let pointsDraft: AssetDraft? = AssetName("PTS").map {
        AssetDraft(name: $0, kind: .points, exponent: 0, decimals: 0, title: "Puntos", postfix: " PTS")
    }

    /// Gives points to an account within a transaction of the caller's; the asset `PTS` is made when it is missing.
    ///
    /// Nothing that is written tells more of when it was than the day, however much of the table one sees.
    ///
    /// - Parameters:
    ///   - kind: `points`, or `time`.
    ///   - memo: What the statement says about it; it must not tell which visit it was.
    ///   - day: The beginning of the day, not the instant.
    ///   - random: Where the transfer's number comes from.
    package static func grantPoints(
        _ points: Int64, as kind: TransferKind = .points, toAccount account: [UInt8], memo: String?, at day: Timestamp,
        random: ServerRandom = .system, in connection: any Connection
    ) throws {
        guard points > 0, let draft = pointsDraft else { return }
        let asset = try CatalogueStore(connection).asset(draft.name) ?? add(draft, to: connection)
        let number = try LedgerAccountStore(connection).makeNumber(of: account)
        let transfers = TransferStore(connection)
        try transfers.carryOut(
            Transfer([
                Posting(account: .points, asset: asset.number, amount: -Int128(points)),
                Posting(account: number, asset: asset.number, amount: Int128(points)),
            ]),
            .init(
                kind: kind, address: nil, memo: memo,
                number: try transfers.pointsNumber(day: day, random: random)), at: day)
    }
}

extension CatalogueStore {
    /// The asset of this name, or nil.
    func asset(_ name: AssetName) throws -> Asset? {
        try catalogue().assets.first { $0.name == name }
    }
}
