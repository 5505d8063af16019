import HTTPKit
import Synchronization

/// Who is sending a photo right now: each holds up to 8 MiB of memory until it has arrived and was worked on, so that
/// only a few may at once, and nobody twice.
final class UploadRoom: Sendable {
    private let places: Int
    private let senders = Mutex(Set<[UInt8]>())

    /// Room for so many.
    init(places: Int) {
        self.places = places
    }

    /// What `body` gives while `account` has a place.
    ///
    /// - Throws: `request.overloaded` when there is none, or the account has one already; what `body` throws.
    func hold<Value>(for account: [UInt8], _ body: () async throws -> Value) async throws -> Value {
        let isIn = senders.withLock { $0.count < places && $0.insert(account).inserted }
        guard isIn else { throw ServiceError.request(.overloaded) }
        defer { senders.withLock { _ = $0.remove(account) } }
        return try await body()
    }
}
