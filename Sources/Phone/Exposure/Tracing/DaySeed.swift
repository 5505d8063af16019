import Beacons
import Crypto
import Radio

/// What a day's order of identifiers and its addresses come from: 32 secret bytes, each day's the hash of the day's before.
///
/// A phone that starts again in the middle of an epoch so sends the same identifier from the same address, and who
/// learns today's seed learns nothing of the days before. It has nothing to do with the day's key: a published key gives
/// away no address.
public struct DaySeed: Equatable, Sendable {
    /// How many bytes there are.
    public static let byteCount = 32

    /// The bytes; secret.
    let bytes: [UInt8]

    /// A new seed.
    public init(using random: inout some RandomNumberGenerator) {
        bytes = (0..<4).flatMap { _ in
            let word: UInt64 = random.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
    }

    /// The seed of these bytes; nil for another count than 32.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The seed of the following day.
    var next: DaySeed {
        DaySeed(hashed: Array(SHA256.hash(data: Array("cerca next day".utf8) + bytes)))
    }

    private init(hashed bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The generator that a day's identifiers are put in order with.
    var generator: SeededGenerator {
        SeededGenerator(seed: bytes)
    }

    /// The address of an epoch of the day: a non-resolvable private one (Bluetooth Core 5.4, Volume 6, Part B, 1.3.2.2).
    func address(epoch: Int) -> DeviceAddress {
        var code = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        code.update(data: Array("cerca address".utf8) + [UInt8(truncatingIfNeeded: epoch)])
        let word = code.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        // Its two highest bits are zero, and the rest is neither all zeros nor all ones.
        let value = word & 0x3FFF_FFFF_FFFF
        let usable = value == 0 || value == 0x3FFF_FFFF_FFFF ? value ^ 1 : value
        return DeviceAddress(value: usable, kind: .random)
    }
}

/// Random numbers from 32 secret bytes: SHA-256 of the seed and a counter, cut into words.
struct SeededGenerator: RandomNumberGenerator {
    private let seed: [UInt8]
    private var counter: UInt64 = 0
    private var words: [UInt64] = []

    init(seed: [UInt8]) {
        self.seed = seed
    }

    mutating func next() -> UInt64 {
        if words.isEmpty {
            let digest = SHA256.hash(data: seed + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) })
            counter += 1
            let bytes = Array(digest)
            words = stride(from: 0, to: 32, by: 8).map { start in
                bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
            }
        }
        return words.removeLast()
    }
}
