import Ledger
import LedgerService
import Market
import Synchronization

/// The assets and markets as this process knows them, with the writer of each market.
final class MarketRegistry: Sendable {
    /// What is known at one time.
    struct Known: Sendable {
        var catalogue = Catalogue()
        var assets: [AssetName: Asset] = [:]
        var markets: [MarketName: MarketRules] = [:]
        var writers: [Int: MarketWriter] = [:]
        /// Whether the database was asked at all.
        var isLoaded = false
    }

    private let state = Mutex(Known())

    /// A registry that knows nothing yet.
    init() {}

    /// What is known now.
    var known: Known { state.withLock { $0 } }

    /// Takes over what the database has; says whether anything is new.
    func replace(_ catalogue: Catalogue, makeWriter: (MarketRules) -> MarketWriter) -> Bool {
        state.withLock { known in
            let isNew = !known.isLoaded || known.catalogue != catalogue
            guard isNew else { return false }
            known.catalogue = catalogue
            known.isLoaded = true
            known.assets = Dictionary(catalogue.assets.map { ($0.name, $0) }) { first, _ in first }
            known.markets = Dictionary(catalogue.markets.map { ($0.name, $0) }) { first, _ in first }
            for rules in catalogue.markets where known.writers[rules.number] == nil {
                known.writers[rules.number] = makeWriter(rules)
            }
            return true
        }
    }
}
