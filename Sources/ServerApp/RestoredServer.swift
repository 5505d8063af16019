import AccountService
import LedgerService
import Storage

/// What was settled in a database that was restored from a backup.
///
/// Whatever the time since did within the database is undone with its marks, so that it can only come again as it was. What
/// it did outside cannot be undone: somebody has signed out, a mail was read, a price has moved, money was sent.
package struct RestoredServer: Equatable, Sendable {
    /// Sessions that were ended.
    package var sessions: Int
    /// Mails and notices that are not sent.
    package var deliveries: Int
    /// Markets that take no orders until somebody resumes them.
    package var markets: [String]
    /// Withdrawals that wait and may have been paid.
    package var withdrawals: Int

    /// Settles it, all at once.
    package static func settle(_ database: any Database) async throws -> RestoredServer {
        try await database.write { connection in
            RestoredServer(
                sessions: try RestoredAccounts.settle(connection),
                deliveries: try RestoredDeliveries.settle(connection),
                markets: try RestoredMarkets.pause(connection),
                withdrawals: try RestoredMarkets.waitingWithdrawals(connection))
        }
    }
}
