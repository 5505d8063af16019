import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage
import Synchronization

/// The signatures of requests that change something, each of which is taken once.
///
/// They are kept in the database, because a signed request that somebody saw must not run a second time either after a
/// restart or on another server of the same database. A row says that a program did something in these seconds, not who
/// or what, and goes when nobody could send the request any more.
package final class RequestLog: Sendable {
    /// How long a row stays after its request was signed: past the window, though servers' clocks may differ.
    static let milliseconds: Int64 = 2 * SignedRequest.windowMilliseconds
    /// The bytes of a signature that are kept: whoever wants to find two that begin alike needs the secret, and gains a
    /// refusal.
    private static let prefix = 16

    // The time comes first in the key, so that rows written together lie together.
    private static let table = KeyTable("market_requests", columns: ["signed_at", "signature"])

    private let database: any Database
    private let prunedAt = Mutex(Timestamp(milliseconds: 0))

    /// The log in `database`.
    package init(_ database: any Database) {
        self.database = database
    }

    /// Takes a request that is seen for the first time, and says whether it was; the answer is durable.
    func admit(_ request: SignedRequest, now: Timestamp) async throws(ServiceError) -> Bool {
        let isPruning = prunedAt.withLock { last in
            guard now.milliseconds(since: last) >= 1000 else { return false }
            last = now
            return true
        }
        if isPruning { try await prune(at: now) }
        let signature = Array(request.signature.prefix(Self.prefix))
        return try await database.insertingOnce(
            [.integer(request.signedAt.milliseconds), .blob(signature)], into: Self.table)
    }

    /// Removes the signatures of requests that nobody could send any more: without it, the last ones would stay for as
    /// long as nobody comes.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        try await database.writing { connection in
            _ = try connection.execute(
                "DELETE FROM market_requests WHERE signed_at < ?1", [.integer(now.milliseconds - Self.milliseconds)])
        }
    }
}
