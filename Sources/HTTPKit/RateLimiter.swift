import Synchronization

/// Token buckets by key, in bounded memory.
///
/// A bucket is one instant: when it will be full again (the generic cell rate algorithm, ITU-T I.371). A bucket that is
/// full is forgotten. When there are too many keys, a new address is counted together with its neighbors and a new key of
/// another kind approximately (``RateOverflow``), so that a flood of keys neither uses up memory nor refuses everyone else.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    /// A lock and what it guards, by reference so that there can be several.
    private final class LockedTable: Sendable {
        let state: Mutex<BucketTable<Key>>

        init(capacity: Int) {
            state = Mutex(BucketTable(capacity: capacity))
        }
    }

    private let shards: [LockedTable]
    private let overflow: Mutex<RateOverflow>
    private let interval: UInt64
    private let burst: UInt64
    private let servers: ServerCount?

    /// Buckets of `rate`.
    ///
    /// - Parameter capacity: The number of keys that are told apart exactly.
    package init(_ rate: ServerLimits.Rate, capacity: Int = 65_536) {
        let shardCount = 16
        self.shards = (0..<shardCount).map { _ in LockedTable(capacity: max(1, capacity / shardCount)) }
        self.overflow = Mutex(RateOverflow(capacity: capacity))
        self.interval = UInt64(1e9 / max(rate.perSecond, 1e-6))
        self.burst = UInt64(max(rate.burst, 1))
        self.servers = rate.servers
    }

    /// The share of the rate that this server allows, with at least one request at once.
    private var share: RateShare {
        let servers = UInt64(servers?.value ?? 1)
        return RateShare(interval: interval * servers, burst: max(burst / servers, 1))
    }

    /// How many this server allows at once after a silence.
    var burstHere: Int { Int(share.burst) }

    /// Takes a token of `key`.
    ///
    /// - Parameter now: Nanoseconds of any clock that never goes back.
    /// - Returns: Nil when there was one, otherwise whole seconds until there is one, at least 1.
    package func take(_ key: Key, now: UInt64) -> Int? {
        use(key, now: now).waitSeconds
    }

    /// Takes a token of `key`, and says what is left.
    ///
    /// - Parameter now: Nanoseconds of any clock that never goes back.
    func use(_ key: Key, now: UInt64) -> RateUse {
        let share = share
        let hash = key.hashValue
        if let use = shard(hash).state.withLock({ $0.use(key, share, now: now) }) { return use }
        return overflow.withLock { $0.use(key, hash, share, now: now) }
    }

    /// Gives back the token that `take` took last.
    package func giveBack(_ key: Key) {
        let interval = share.interval
        let hash = key.hashValue
        if shard(hash).state.withLock({ $0.giveBack(key, interval) }) { return }
        overflow.withLock { $0.giveBack(key, hash, interval) }
    }

    /// The number of keys that are told apart exactly now.
    var keyCount: Int {
        shards.reduce(0) { $0 + $1.state.withLock { $0.count } }
    }

    private func shard(_ hash: Int) -> LockedTable {
        shards[Int(UInt(bitPattern: hash) % UInt(shards.count))]
    }
}

/// What one server allows of a rate.
struct RateShare {
    /// Nanoseconds after which one more token is there.
    let interval: UInt64
    /// Tokens at once after a silence.
    let burst: UInt64

    /// Takes a token of the bucket that is full again at `fullAt`, and says what is left.
    func take(_ fullAt: inout UInt64, now: UInt64) -> RateUse {
        let tolerance = interval * (burst - 1)
        let full = max(fullAt, now)
        guard full - now <= tolerance else {
            return RateUse(
                waitSeconds: Self.seconds(full - now - tolerance), remaining: 0, resetSeconds: Self.seconds(full - now))
        }
        let taken = full + interval
        fullAt = taken
        let remaining = taken - now <= tolerance ? (tolerance - (taken - now)) / interval + 1 : 0
        return RateUse(waitSeconds: nil, remaining: Int(remaining), resetSeconds: Self.seconds(taken - now))
    }

    /// Whole seconds that are not less than so many nanoseconds.
    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }
}

/// Buckets by key, as many as there is room for.
struct BucketTable<Key: Hashable & Sendable>: Sendable {
    /// Nanoseconds between two searches for buckets that are full again: a search looks at every bucket.
    private static var sweepPause: UInt64 { 1_000_000_000 }

    private var fullAt: [Key: UInt64] = [:]
    private var sweptAt: UInt64?
    private let capacity: Int

    /// An empty table of at most `capacity` keys.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of keys in it.
    var count: Int { fullAt.count }

    /// Takes a token of `key`; nil when the key is not in the table and there is no room for it.
    mutating func use(_ key: Key, _ share: RateShare, now: UInt64) -> RateUse? {
        if let index = fullAt.index(forKey: key) { return share.take(&fullAt.values[index], now: now) }
        guard hasRoom(now: now) else { return nil }
        var instant = now
        let use = share.take(&instant, now: now)
        fullAt[key] = instant
        return use
    }

    /// Gives back a token of `key`; false when the key is not in the table.
    mutating func giveBack(_ key: Key, _ interval: UInt64) -> Bool {
        guard let index = fullAt.index(forKey: key) else { return false }
        fullAt.values[index] -= min(interval, fullAt.values[index])
        return true
    }

    private mutating func hasRoom(now: UInt64) -> Bool {
        guard fullAt.count >= capacity else { return true }
        // A clock that went back is no reason to wait.
        if let sweptAt, now >= sweptAt, now - sweptAt < Self.sweepPause { return false }
        sweptAt = now
        fullAt = fullAt.filter { $0.value > now }
        return fullAt.count < capacity
    }
}
