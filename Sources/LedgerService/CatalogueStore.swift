import Ledger
import Market
import Storage

/// The assets and markets of a database.
struct Catalogue: Sendable, Equatable {
    /// By number.
    var assets: [Asset] = []
    /// By number.
    var markets: [MarketRules] = []
}

/// The SQL of assets and markets, within one transaction.
struct CatalogueStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Every asset and every market.
    func catalogue() throws -> Catalogue {
        let assets = try connection.query(
            """
            SELECT number, name, kind, exponent, decimals, title, prefix, postfix, is_active FROM assets
            ORDER BY number
            """
        ).map { row in
            guard let name = AssetName(try row.text(1)) else { throw StorageError.unexpectedValue(column: 1) }
            return Asset(
                number: Int(try row.integer(0)), name: name, kind: try row.value(2),
                exponent: Int(try row.integer(3)), decimals: Int(try row.integer(4)), title: try row.text(5),
                prefix: try row.text(6), postfix: try row.text(7), isActive: try row.integer(8) != 0)
        }
        let markets = try connection.query(
            """
            SELECT number, name, base, quote, tick_units, lot_units, minimum_lots, fees, is_active FROM markets
            ORDER BY number
            """
        ).map { row in
            guard let name = MarketName(try row.text(1)) else { throw StorageError.unexpectedValue(column: 1) }
            func asset(_ column: Int) throws -> Asset {
                let number = Int(try row.integer(column))
                guard let asset = assets.first(where: { $0.number == number }) else { throw StorageError.corrupt }
                return asset
            }
            guard let fees = FeeSchedule(text: try row.text(7)) else { throw StorageError.unexpectedValue(column: 7) }
            return try MarketRules(
                number: Int(try row.integer(0)), name: name, base: asset(2), quote: asset(3),
                tickUnits: try row.amount(4), lotUnits: try row.amount(5), minimumLots: try row.integer(6),
                fees: fees, isActive: try row.integer(8) != 0)
        }
        return Catalogue(assets: assets, markets: markets)
    }

    /// Adds an asset; false when the name is taken.
    func insert(_ asset: Asset) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO assets (number, name, kind, exponent, decimals, title, prefix, postfix, is_active)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING
            """,
            [
                .integer(Int64(asset.number)), .text(asset.name.text), .integer(asset.kind.rawValue),
                .integer(Int64(asset.exponent)), .integer(Int64(asset.decimals)), .text(asset.title),
                .text(asset.prefix), .text(asset.postfix), .integer(asset.isActive ? 1 : 0),
            ]) == 1
    }

    /// Adds a market; false when the name is taken.
    func insert(_ rules: MarketRules) throws -> Bool {
        let isNew =
            try connection.execute(
                """
                INSERT INTO markets (number, name, base, quote, tick_units, lot_units, minimum_lots, fees, is_active)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING
                """,
                [
                    .integer(Int64(rules.number)), .text(rules.name.text), .integer(Int64(rules.base.number)),
                    .integer(Int64(rules.quote.number)), .amount(rules.tickUnits), .amount(rules.lotUnits),
                    .integer(rules.minimumLots), .text(rules.fees.text), .integer(rules.isActive ? 1 : 0),
                ]) == 1
        guard isNew else { return false }
        try connection.execute(
            "INSERT INTO market_state (market, sequence, changed_at) VALUES (?1, 0, 0)",
            [.integer(Int64(rules.number))])
        return true
    }

    /// Up to which sequence a market's fees went to the account of all markets; 0 for one that never did.
    func sequenceOfSharedFees(_ market: Int) throws -> Int64 {
        try connection.first(
            "SELECT shared_fees_until FROM markets WHERE number = ?1", [.integer(Int64(market))]
        )?.integer(0) ?? 0
    }

    /// Lets a market take orders, or no longer; false when there is none of this name.
    func setActive(_ isActive: Bool, market: MarketName) throws -> Bool {
        try connection.execute(
            "UPDATE markets SET is_active = ?2 WHERE name = ?1", [.text(market.text), .integer(isActive ? 1 : 0)]) == 1
    }

    /// Replaces a market's fees; false when there is none of this name.
    func setFees(_ fees: FeeSchedule, market: MarketName) throws -> Bool {
        try connection.execute(
            "UPDATE markets SET fees = ?2 WHERE name = ?1", [.text(market.text), .text(fees.text)]) == 1
    }
}
