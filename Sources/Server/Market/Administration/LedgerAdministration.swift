import Ledger
import Market
import Storage
import Time

/// What an operator does with the ledger, needing nothing but the database: a running server sees it soon afterwards.
package struct LedgerAdministration: Sendable {
    let database: any Database
    let clock: ServerClock
    /// Who is told at once, when the administration is in the server itself.
    let hub: MarketHub?

    /// The ledger of `database`.
    package init(database: any Database, clock: ServerClock = .system()) {
        self.init(database: database, clock: clock, hub: nil)
    }

    init(database: any Database, clock: ServerClock, hub: MarketHub?) {
        self.database = database
        self.clock = clock
        self.hub = hub
    }
}
