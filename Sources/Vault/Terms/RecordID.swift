import Basics

/// The name of a vault, an item, a category or an attachment: 16 random bytes that say nothing about it.
public struct RecordID: Hashable, Comparable, Sendable {
    /// How many bytes there are.
    public static let byteCount = 16
    /// The identifier whose bytes are all zero; it names what there is one of, never an item.
    public static let zero = RecordID(high: 0, low: 0)

    // Two words instead of an array: ten thousand of them need no allocation.
    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new identifier.
    public init(using random: inout some RandomNumberGenerator) {
        self.init(high: random.next(), low: random.next())
    }

    /// The identifier with these bytes, or nil unless there are 16.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The identifier with the bytes of a buffer, or nil unless there are 16; for reading very many.
    public init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(of: bytes, at: 0)
    }

    /// The identifier whose 16 bytes begin at `offset`; the caller has made sure that they are there.
    init(of bytes: UnsafeRawBufferPointer, at offset: Int) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
    }

    /// The identifier that `text` writes, or nil unless it is 32 hexadecimal digits, of either case.
    public init?(_ text: String) {
        var words: [UInt64] = [0, 0]
        var count = 0
        for byte in text.utf8 {
            guard count < 32, let digit = byte.hexadecimalDigit else { return nil }
            words[count / 16] = words[count / 16] << 4 | UInt64(digit)
            count += 1
        }
        guard count == 32 else { return nil }
        self.init(high: words[0], low: words[1])
    }

    /// The 16 bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// Appends the 16 bytes, without an array of their own.
    func append(to array: inout [UInt8]) {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { array.append(contentsOf: $0) }
    }

    /// The first byte, which says in which page an item's summary stands.
    public var firstByte: UInt8 { UInt8(truncatingIfNeeded: high >> 56) }

    /// The bytes as 32 hexadecimal digits in lower case.
    public var text: String {
        // Lists have one for each of many thousand items, so that nothing is allocated but the text.
        String(unsafeUninitializedCapacity: 32) { text in
            for place in 0..<32 {
                let half = place < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - place % 16 * 4)) & 15
                text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 32
        }
    }

    /// Whether `left` comes before `right` in the order of their bytes.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension RecordID: CustomStringConvertible {
    /// The 32 hexadecimal digits.
    public var description: String { text }
}
