/// Counts the keys that a ``RateLimiter`` has no room for, in bounded memory and never all of them in one bucket.
///
/// An address is counted with its neighbors: those that share the first 56 bits of an IPv6 address, or 24 of an IPv4
/// address; when that table is full as well, those that share 48 and then 32, or 16. Only a client in the flood's own
/// networks shares a bucket with it. A key of another kind, such as an e-mail address, has no neighbors and is counted by a
/// sketch (``CountSketch``), and so are the widest networks when there are too many of these.
struct RateOverflow: Sendable {
    private var networks: [UInt8: BucketTable<UInt64>] = [:]
    private var sketch: CountSketch
    private let capacity: Int

    /// Nothing is counted yet, and next to no memory is used before something is.
    ///
    /// - Parameter capacity: The number of keys that the limiter tells apart; a fourth as many networks of each width are.
    init(capacity: Int) {
        self.capacity = max(1, capacity / 4)
        self.sketch = CountSketch(width: capacity * 2)
    }

    /// Takes a token of `key`, whose hash is `hash`.
    mutating func use<Key: Hashable>(_ key: Key, _ hash: Int, _ share: RateShare, now: UInt64) -> RateUse {
        let wider = (key as? ClientAddress)?.wider ?? []
        for network in wider {
            let use = networks[network.kind, default: BucketTable(capacity: capacity)]
                .use(network.prefix, share, now: now)
            if let use { return use }
        }
        return sketch.use(wider.last?.hashValue ?? hash, share, now: now)
    }

    /// Gives back a token of `key`, whose hash is `hash`.
    mutating func giveBack<Key: Hashable>(_ key: Key, _ hash: Int, _ interval: UInt64) {
        let wider = (key as? ClientAddress)?.wider ?? []
        for network in wider where networks[network.kind]?.giveBack(network.prefix, interval) == true { return }
        sketch.giveBack(wider.last?.hashValue ?? hash, interval)
    }
}

/// Buckets of any number of keys in fixed memory (count-min sketch with conservative update, Estan and Varghese 2002).
///
/// A key has one bucket in each of four rows, chosen by its hash, which is seeded anew in each process, and counts as the
/// emptiest of its four says. So a key is never allowed more than its rate (but for less than one token where one was
/// given back), and is refused wrongly only if other keys have used up all four of its buckets. With limiters of the
/// usual size that takes several hundred thousand keys beyond those that are told apart exactly.
struct CountSketch: Sendable {
    private static let rows = 4

    /// When the buckets will be full again, row by row; empty until it is needed.
    private var fullAt: [UInt64] = []
    private let mask: UInt64

    /// A sketch of at least `width` buckets in each row.
    init(width: Int) {
        var buckets = 64
        while buckets < width { buckets *= 2 }
        mask = UInt64(buckets - 1)
    }

    /// Takes a token of the key whose hash is `hash`.
    mutating func use(_ hash: Int, _ share: RateShare, now: UInt64) -> RateUse {
        if fullAt.isEmpty { fullAt = Array(repeating: 0, count: Self.rows * Int(mask + 1)) }
        let places = places(hash)
        var instant = places.reduce(UInt64.max) { min($0, fullAt[$1]) }
        let use = share.take(&instant, now: now)
        for place in places where use.waitSeconds == nil { fullAt[place] = max(fullAt[place], instant) }
        return use
    }

    /// Gives back a token of the key whose hash is `hash`.
    mutating func giveBack(_ hash: Int, _ interval: UInt64) {
        guard !fullAt.isEmpty else { return }
        let places = places(hash)
        let instant = places.reduce(UInt64.max) { min($0, fullAt[$1]) }
        for place in places where fullAt[place] == instant { fullAt[place] -= min(interval, instant) }
    }

    /// The places of a key's buckets, one in each row (double hashing, Kirsch and Mitzenmacher 2008).
    private func places(_ hash: Int) -> [Int] {
        let first = UInt64(UInt(bitPattern: hash))
        // The finalizer of SplitMix64; an odd step reaches every bucket.
        var step = (first ^ (first >> 30)) &* 0xBF58_476D_1CE4_E5B9
        step = (step ^ (step >> 27)) &* 0x94D0_49BB_1331_11EB
        step = (step ^ (step >> 31)) | 1
        let width = Int(mask + 1)
        return (0..<Self.rows).map { row in
            row * width + Int(((first >> 7) &+ UInt64(row) &* step) & mask)
        }
    }
}
