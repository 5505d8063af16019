/// The secret of one beacon: 32 random bytes that only the beacon and the server know.
///
/// It is kept in four words, not in an array, so that no copy of it stays behind on the heap. It can be compared only
/// in constant time, and neither printing nor reflecting it shows it.
public struct BeaconKey: Sendable {
    /// How many bytes a key has.
    public static let byteCount = 32

    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The key with these bytes, or nil when there are not exactly 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        func word() -> UInt64 {
            var value: UInt64 = 0
            for _ in 0..<8 { value = value << 8 | UInt64(iterator.next() ?? 0) }
            return value
        }
        let first = word()
        let second = word()
        let third = word()
        words = (first, second, third, word())
    }

    /// A new key from `generator`, which must be fit for secrets.
    public init(using generator: inout some RandomNumberGenerator) {
        words = (generator.next(), generator.next(), generator.next(), generator.next())
    }

    /// The secret bytes, for the one place that stores them or hands them to the installer.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(Self.byteCount)
        func append(_ word: UInt64) {
            for shift in stride(from: 56, through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        append(words.0)
        append(words.1)
        append(words.2)
        append(words.3)
        return result
    }

    /// Whether both keys have the same bytes, found in a time that does not depend on them.
    public func isEqual(to other: BeaconKey) -> Bool {
        let difference =
            (words.0 ^ other.words.0) | (words.1 ^ other.words.1) | (words.2 ^ other.words.2)
            | (words.3 ^ other.words.3)
        return difference == 0
    }
}

extension BeaconKey: CustomStringConvertible, CustomDebugStringConvertible {
    /// A fixed text, so that a key never reaches a log.
    public var description: String { "BeaconKey(redacted)" }

    /// The same fixed text.
    public var debugDescription: String { description }
}

#if !hasFeature(Embedded)
    extension BeaconKey: CustomReflectable {
        /// A mirror without children, so that `dump` and test failures do not show the words.
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }
#endif
