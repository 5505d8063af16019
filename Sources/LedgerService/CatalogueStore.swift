import Basics
import Ledger
import Market
import Storage

/// The assets and markets of a database.
package struct Catalogue: Sendable, Equatable {
    /// By number.
    package var assets: [Asset] = []
    /// By number.
    package var markets: [MarketRules] = []

    /// Assets and markets, none unless told.
    package init(assets: [Asset] = [], markets: [MarketRules] = []) {
        self.assets = assets
        self.markets = markets
    }
}

/// The columns of `assets`.
private enum AssetColumn: String, TableColumn {
    case number, name, kind, exponent, decimals, title, prefix, postfix
    case isActive = "is_active"
}

extension Asset {
    /// The asset in a row.
    fileprivate init(_ row: TableRow<AssetColumn>) throws {
        guard let name = AssetName(try row.text(.name)) else { throw row.unexpected(.name) }
        self.init(
            number: try row.number(.number), name: name, kind: try row.value(.kind),
            exponent: try row.number(.exponent), decimals: try row.number(.decimals), title: try row.text(.title),
            prefix: try row.text(.prefix), postfix: try row.text(.postfix), isActive: try row.boolean(.isActive))
    }

    /// What stands in a column of its row.
    fileprivate func value(_ column: AssetColumn) -> SQLValue {
        switch column {
        case .number: .integer(Int64(number))
        case .name: .text(name.text)
        case .kind: .integer(kind.rawValue)
        case .exponent: .integer(Int64(exponent))
        case .decimals: .integer(Int64(decimals))
        case .title: .text(title)
        case .prefix: .text(prefix)
        case .postfix: .text(postfix)
        case .isActive: .integer(isActive ? 1 : 0)
        }
    }
}

/// The columns of `markets` that are a market's rules.
private enum MarketColumn: String, TableColumn {
    case number, name, base, quote
    case tickUnits = "tick_units"
    case lotUnits = "lot_units"
    case minimumLots = "minimum_lots"
    case fees
    case isActive = "is_active"
    case collar, phase
    case auctionUntil = "auction_until"
}

/// What a market's row says of its phase.
package enum StoredPhase {
    /// The phase that these two columns say, or nil when they contradict each other.
    package static func phase(_ number: Int64, until: Int64?) -> MarketPhase? {
        switch (number, until) {
        case (0, nil): .trading
        case (1, nil): .halted
        case (2, let until?): .auction(until: Timestamp(milliseconds: until))
        default: nil
        }
    }

    /// What the two columns say of a phase.
    package static func columns(_ phase: MarketPhase) -> (number: Int64, until: Int64?) {
        switch phase {
        case .trading: (0, nil)
        case .halted: (1, nil)
        case .auction(let until): (2, until.milliseconds)
        }
    }
}

/// What a market's row says of its collar: nothing for the standard one, 0 for none.
package enum StoredCollar {
    /// The collar that the column says.
    package static func collar(_ millionths: Int64?) -> PriceCollar? {
        guard let millionths else { return .standard }
        return PriceCollar(millionths: millionths)
    }

    /// What the column says of a collar.
    package static func column(_ collar: PriceCollar?) -> SQLValue { .integer(collar?.millionths ?? 0) }
}

extension MarketRules {
    /// The rules in a row, of a database that has these assets.
    fileprivate init(_ row: TableRow<MarketColumn>, assets: [Asset]) throws {
        guard let name = MarketName(try row.text(.name)) else { throw row.unexpected(.name) }
        guard let fees = FeeSchedule(text: try row.text(.fees)) else { throw row.unexpected(.fees) }
        guard
            let phase = StoredPhase.phase(
                try row.integer(.phase), until: try row.optionalInteger(.auctionUntil))
        else { throw row.unexpected(.phase) }
        try self.init(
            number: try row.number(.number), name: name, base: try row.asset(.base, among: assets),
            quote: try row.asset(.quote, among: assets), tickUnits: try row.amount(.tickUnits),
            lotUnits: try row.amount(.lotUnits), minimumLots: try row.integer(.minimumLots), fees: fees,
            isActive: try row.boolean(.isActive),
            collar: StoredCollar.collar(try row.optionalInteger(.collar)), phase: phase)
    }

    /// What stands in a column of their row.
    fileprivate func value(_ column: MarketColumn) -> SQLValue {
        switch column {
        case .number: .integer(Int64(number))
        case .name: .text(name.text)
        case .base: .integer(Int64(base.number))
        case .quote: .integer(Int64(quote.number))
        case .tickUnits: .amount(tickUnits)
        case .lotUnits: .amount(lotUnits)
        case .minimumLots: .integer(minimumLots)
        case .fees: .text(fees.text)
        case .isActive: .integer(isActive ? 1 : 0)
        case .collar: StoredCollar.column(collar)
        case .phase: .integer(StoredPhase.columns(phase).number)
        case .auctionUntil: SQLValue(StoredPhase.columns(phase).until)
        }
    }
}

/// The SQL of assets and markets, within one transaction.
package struct CatalogueStore {
    private let connection: any Connection

    /// The assets and markets that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Every asset and every market.
    package func catalogue() throws -> Catalogue {
        let assets = try connection.query(
            AssetColumn.self, "SELECT \(AssetColumn.list) FROM assets ORDER BY number"
        ).map { try Asset($0) }
        let markets = try connection.query(
            MarketColumn.self, "SELECT \(MarketColumn.list) FROM markets ORDER BY number"
        ).map { try MarketRules($0, assets: assets) }
        return Catalogue(assets: assets, markets: markets)
    }

    /// Adds an asset; false when the name is taken.
    func insert(_ asset: Asset) throws -> Bool {
        try insert(into: "assets", asset.value)
    }

    private func insert<Column: TableColumn>(into table: String, _ value: (Column) -> SQLValue) throws -> Bool {
        try connection.execute(
            "\(Column.insertion(into: table)) ON CONFLICT DO NOTHING", Column.allCases.map(value)) == 1
    }

    /// Adds a market; false when the name is taken.
    func insert(_ rules: MarketRules) throws -> Bool {
        let isNew = try insert(into: "markets", rules.value)
        guard isNew else { return false }
        try connection.execute(
            "INSERT INTO market_state (market, sequence, changed_at) VALUES (?1, 0, 0)",
            [.integer(Int64(rules.number))])
        return true
    }

    /// Up to which sequence a market's fees went to the account of all markets; 0 for one that never did.
    package func sequenceOfSharedFees(_ market: Int) throws -> Int64 {
        try connection.first(
            "SELECT shared_fees_until FROM markets WHERE number = ?1", [.integer(Int64(market))]
        )?.integer(0) ?? 0
    }

    /// Lets a market take orders, or no longer; false when there is none of this name.
    func setActive(_ isActive: Bool, market: MarketName) throws -> Bool {
        try connection.execute(
            "UPDATE markets SET is_active = ?2 WHERE name = ?1", [.text(market.text), .integer(isActive ? 1 : 0)]) == 1
    }

    /// Lets a market begin another phase; false when there is none of this name.
    package func setPhase(_ phase: MarketPhase, market: MarketName) throws -> Bool {
        let (number, until) = StoredPhase.columns(phase)
        return try connection.execute(
            "UPDATE markets SET phase = ?2, auction_until = ?3 WHERE name = ?1",
            [.text(market.text), .integer(number), SQLValue(until)]) == 1
    }

    /// Replaces how far from the last price orders trade; false when there is no market of this name.
    func setCollar(_ collar: PriceCollar?, market: MarketName) throws -> Bool {
        try connection.execute(
            "UPDATE markets SET collar = ?2 WHERE name = ?1", [.text(market.text), StoredCollar.column(collar)]) == 1
    }

    /// Lets a market's writer end its orders, those of one account or all.
    package func endOrders(market: Int, of account: LedgerAccount?, reason: Int64) throws {
        try connection.execute("UPDATE ledger_counters SET value = value + 1 WHERE name = 'order_endings'")
        try connection.execute(
            """
            INSERT INTO order_endings (id, market, account, reason)
            SELECT value, ?1, ?2, ?3 FROM ledger_counters WHERE name = 'order_endings'
            """,
            [.integer(Int64(market)), SQLValue(account?.rawValue), .integer(reason)])
    }

    /// Replaces a market's fees; false when there is none of this name.
    func setFees(_ fees: FeeSchedule, market: MarketName) throws -> Bool {
        try connection.execute(
            "UPDATE markets SET fees = ?2 WHERE name = ?1", [.text(market.text), .text(fees.text)]) == 1
    }
}
