import Basics
import HTTPKit
import Ledger
import Market
import Storage

/// What an operator does with the ledger, needing nothing but the database: a running server sees it soon afterwards.
package struct LedgerAdministration: Sendable {
    /// Where the ledger is.
    package let database: any Database
    let clock: ServerClock
    /// Told at once whose balances have changed, when the administration is in the server itself.
    let changed: (@Sendable ([LedgerAccount]) -> Void)?

    /// The ledger of `database`.
    package init(database: any Database, clock: ServerClock = .system()) {
        self.init(database: database, clock: clock, changed: nil)
    }

    /// The ledger of `database`, of which `changed` is told at once whose balances have changed.
    package init(
        database: any Database, clock: ServerClock, changed: (@Sendable ([LedgerAccount]) -> Void)?
    ) {
        self.database = database
        self.clock = clock
        self.changed = changed
    }
}
