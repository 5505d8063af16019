import Forwarding
import Synchronization

/// How often somebody failed to show that they are an account's owner, in memory until the next minute.
///
/// A failure is not written when it happens: that would take longer for an address that has an account than for one that
/// has none, and would let a stranger have the server write as often as they try. A process that is killed loses what it
/// counted in its last minute.
final class FailureTally: Sendable {
    /// An account and where the failures came from.
    struct Key: Hashable, Sendable {
        let account: [UInt8]
        let address: IPAddress?
    }

    private let capacity: Int
    private let counts = Mutex<[Key: Int64]>([:])

    /// A tally of at most `capacity` accounts and addresses; what is beyond that is counted without its address, or not.
    init(capacity: Int = 10_000) {
        self.capacity = max(2, capacity)
    }

    /// Counts a failure.
    func count(_ account: [UInt8], from address: IPAddress?) {
        counts.withLock { counts in
            let key = Key(account: account, address: address)
            if counts[key] != nil || counts.count < capacity / 2 { return counts[key, default: 0] += 1 }
            let plain = Key(account: account, address: nil)
            if counts[plain] != nil || counts.count < capacity { counts[plain, default: 0] += 1 }
        }
    }

    /// Takes out what was counted, of all accounts or of one.
    func take(of account: [UInt8]? = nil) -> [Key: Int64] {
        counts.withLock { counts in
            let taken = counts.filter { account == nil || $0.key.account == account }
            for key in taken.keys { counts[key] = nil }
            return taken
        }
    }

    /// Puts back what could not be written.
    func putBack(_ taken: [Key: Int64]) {
        counts.withLock { $0.merge(taken, uniquingKeysWith: +) }
    }
}
