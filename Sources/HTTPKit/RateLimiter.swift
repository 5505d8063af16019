import Synchronization

/// Token buckets by key, in bounded memory.
///
/// A bucket is one instant: when it will be full again (the generic cell rate algorithm, ITU-T I.371). A bucket that is
/// full is forgotten. When too many are not, all new keys share one, so that a flood of keys cannot use up memory and
/// does not open the door either.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Shard {
        var fullAt: [Key: UInt64] = [:]
        var sharedFullAt: UInt64 = 0
    }

    /// A lock and what it guards, by reference so that there can be several.
    private final class LockedShard: Sendable {
        let state = Mutex(Shard())
    }

    private let shards: [LockedShard]
    private let keysPerShard: Int
    private let interval: UInt64
    private let burst: UInt64
    private let servers: ServerCount?

    /// Buckets of `rate`.
    ///
    /// - Parameter capacity: How many keys are told apart at once.
    package init(_ rate: ServerLimits.Rate, capacity: Int = 65_536) {
        let shardCount = 16
        self.shards = (0..<shardCount).map { _ in LockedShard() }
        self.keysPerShard = max(1, capacity / shardCount)
        self.interval = UInt64(1e9 / max(rate.perSecond, 1e-6))
        self.burst = UInt64(max(rate.burst, 1))
        self.servers = rate.servers
    }

    /// What this server allows of the rate: nanoseconds for each, and how many at once, at least one.
    private var share: (interval: UInt64, burst: UInt64) {
        let servers = UInt64(servers?.value ?? 1)
        return (interval * servers, max(burst / servers, 1))
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
        let shard = shards[Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))]
        let (interval, burst) = share
        let tolerance = interval * (burst - 1)
        return shard.state.withLock { shard in
            let isKnown = shard.fullAt[key] != nil
            if !isKnown, shard.fullAt.count >= keysPerShard {
                shard.fullAt = shard.fullAt.filter { $0.value > now }
            }
            let sharesBucket = !isKnown && shard.fullAt.count >= keysPerShard
            let fullAt = max(sharesBucket ? shard.sharedFullAt : shard.fullAt[key] ?? 0, now)
            guard fullAt - now <= tolerance else {
                return RateUse(
                    waitSeconds: Self.seconds(fullAt - now - tolerance), remaining: 0,
                    resetSeconds: Self.seconds(fullAt - now))
            }
            let taken = fullAt + interval
            if sharesBucket { shard.sharedFullAt = taken } else { shard.fullAt[key] = taken }
            let remaining = taken - now <= tolerance ? (tolerance - (taken - now)) / interval + 1 : 0
            return RateUse(waitSeconds: nil, remaining: Int(remaining), resetSeconds: Self.seconds(taken - now))
        }
    }

    /// Whole seconds that are not less than so many nanoseconds.
    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }

    /// Gives back the token that `take` took last.
    package func giveBack(_ key: Key) {
        let shard = shards[Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))]
        let interval = share.interval
        shard.state.withLock { shard in
            if let fullAt = shard.fullAt[key] {
                shard.fullAt[key] = fullAt - min(interval, fullAt)
            } else {
                shard.sharedFullAt -= min(interval, shard.sharedFullAt)
            }
        }
    }

    /// How many keys are held now.
    var keyCount: Int {
        shards.reduce(0) { $0 + $1.state.withLock { $0.fullAt.count } }
    }
}
