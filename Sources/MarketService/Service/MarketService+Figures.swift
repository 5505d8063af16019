import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage
import Synchronization

/// How one market is doing on this server.
package struct MarketFigures: Sendable {
    /// The market.
    package let rules: MarketRules
    /// Its writer.
    package let writer: WriterFigures
    /// When there was a trade last; nil when there was none.
    package let lastTradeAt: Timestamp?
}

// How the markets are doing, for whoever looks after them.
extension MarketService {
    /// Each market's figures, by age.
    ///
    /// A writer that does nothing any more cannot keep the answer back: nothing is asked of it.
    package func figures() async throws(ServiceError) -> [MarketFigures] {
        let known = registry.known
        let isRunning = running.withLock { $0.isRunning }
        let markets = known.catalogue.markets
        let last = try await database.reading { connection in
            try markets.map { rules in
                try FillStore(connection).fills(market: rules.number, before: .max, limit: 1).first?.at
            }
        }
        return zip(markets, last).map { rules, at in
            let writer = isRunning ? known.writers[rules.number]?.figures : nil
            return MarketFigures(
                rules: rules, writer: writer ?? WriterFigures(isOpen: false, waiting: 0, busyMilliseconds: 0),
                lastTradeAt: at)
        }
    }

    /// How many deposits and withdrawals of everybody wait.
    package func waitingRequestCount() async throws(ServiceError) -> Int64 {
        try await database.reading { try MoneyRequestStore($0, assets: []).waiting() }
    }
}
