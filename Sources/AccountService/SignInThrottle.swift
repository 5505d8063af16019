import Basics
import HTTPKit
import Synchronization

/// Slows down guessing: after some failures under a name, the next tries have to wait, longer each time.
///
/// It is for names that no stranger has: a session's account, a known device, an account whose password was right. What
/// it remembers is bounded, lives in memory and is forgotten after an hour; with several servers each counts for itself.
final class SignInThrottle: Sendable {
    /// Failures that cost nothing.
    static let freeFailures = 5
    /// The longest wait after a wrong password of somebody who is signed in, or on a device that is known.
    static let longestWaitSeconds: Int64 = 60
    /// The longest wait after a wrong code with the right password: a million codes are few, and whoever gets so far is
    /// the owner or knows the owner's password.
    static let longestFactorWaitSeconds: Int64 = 900
    /// How long a failure is remembered.
    static let memorySeconds: Int64 = 3600

    private struct Failures {
        var count: Int
        var last: Timestamp
    }

    private let capacity: Int
    private let longestWait: Int64
    private let failures = Mutex<[String: Failures]>([:])

    /// A throttle that remembers at most `capacity` addresses.
    init(capacity: Int = 10_000, longestWaitSeconds: Int64 = SignInThrottle.longestWaitSeconds) {
        self.capacity = max(2, capacity)
        self.longestWait = longestWaitSeconds
    }

    /// Lets a try with `address` begin, counting it as failed until it succeeds, so that tries side by side count too.
    func begin(_ address: String, at now: Timestamp) throws(ServiceError) {
        let wait: Int64 = failures.withLock { failures in
            var mine = failures[address] ?? Failures(count: 0, last: now)
            if now.milliseconds(since: mine.last) > Self.memorySeconds * 1000 { mine.count = 0 }
            let rest = mine.last.advanced(bySeconds: waitSeconds(after: mine.count)).milliseconds(since: now)
            if rest > 0 { return rest }
            mine.count += 1
            mine.last = now
            failures[address] = mine
            if failures.count > capacity { Self.shrink(&failures, to: capacity / 2) }
            return 0
        }
        if wait > 0 { throw .request(.tooManyAttempts(retryAfterSeconds: Int((wait + 999) / 1000))) }
    }

    /// Forgets the failures of `address`: its owner has come in.
    func succeeded(_ address: String) {
        _ = failures.withLock { $0.removeValue(forKey: address) }
    }

    /// How many addresses it remembers.
    var count: Int { failures.withLock { $0.count } }

    private func waitSeconds(after failures: Int) -> Int64 {
        guard failures >= Self.freeFailures else { return 0 }
        return min(longestWait, 1 << Int64(min(failures - Self.freeFailures, 16)))
    }

    /// Keeps the addresses that failed last: many at once are forgotten, so that the sorting is seldom.
    private static func shrink(_ failures: inout [String: Failures], to count: Int) {
        let newest = failures.sorted { $0.value.last > $1.value.last }.prefix(count)
        failures = Dictionary(newest.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
