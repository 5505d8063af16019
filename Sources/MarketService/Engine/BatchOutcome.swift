import Ledger
import Market

/// What a batch has come to.
struct BatchOutcome: Sendable {
    /// One for each command.
    let results: [CommandResult]
    let trades: [PublicTrade]
    /// Whose orders or balances have changed, some of them more than once.
    let accounts: [LedgerAccount]
    let isChanged: Bool
}
