import Basics

/// A day key, SK_t: the secret of one day from which that day's identifiers and every later day's key follow.
///
/// It is kept in four words, not in an array, so that no copy of it stays behind on the heap. It is compared in constant
/// time, and neither printing nor reflecting it shows it. Source: DP-3T white paper, "low-cost design"; reference
/// implementation, `LowCostDP3T.py`.
public struct DayKey: Hashable, Sendable {
    /// How many bytes a key has.
    public static let byteCount = 32

    /// How many identifiers a day has, one for each epoch.
    public static let identifiersPerDay = Epoch.perDay

    /// The bytes as they lie in memory, whatever the machine's byte order.
    let words: Words

    typealias Words = (UInt64, UInt64, UInt64, UInt64)

    /// The key with these bytes, or nil when there are not exactly 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var words: Words = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
        self.words = words
    }

    /// A new key from `generator`, which must be fit for secrets.
    public init(using generator: inout some RandomNumberGenerator) {
        words = (generator.next(), generator.next(), generator.next(), generator.next())
    }

    init(words: Words) {
        self.words = words
    }

    /// The secret bytes, for the one place that stores them or publishes them.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: words) { [UInt8]($0) }
    }

    /// The key of the next day: SHA-256 of this one.
    ///
    /// There is no way back, so that today's key does not give away yesterday's identifiers.
    public var next: DayKey {
        var deriver = IdentifierDeriver()
        return deriver.next(after: self)
    }

    /// The 96 identifiers of the day in the order of their derivation; a phone sends them shuffled (`DaySchedule`).
    ///
    /// AES-256-CTR, with HMAC-SHA256(key, "broadcast key") as its key and a counter from zero, over zeros.
    public var identifiers: [Identifier128] {
        var deriver = IdentifierDeriver()
        return deriver.withIdentifiers(of: self) { bytes in
            (0..<Self.identifiersPerDay).map { Identifier128(derived: bytes, at: $0) }
        }
    }

    /// Whether both keys have the same bytes, found in a time that does not depend on them.
    public static func == (left: DayKey, right: DayKey) -> Bool {
        let difference =
            (left.words.0 ^ right.words.0) | (left.words.1 ^ right.words.1) | (left.words.2 ^ right.words.2)
            | (left.words.3 ^ right.words.3)
        return difference == 0
    }

    /// Feeds the bytes to the seeded hash of a set or a dictionary.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension DayKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text, so that a key never reaches a log.
    public var description: String { "DayKey(redacted)" }

    /// The same fixed text.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` and test failures do not show the words.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Identifier128 {
    /// The identifier at `index` of a day's derived bytes.
    init(derived bytes: UnsafeRawBufferPointer, at index: Int) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16 * index, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16 * index + 8, as: UInt64.self)))
    }
}
