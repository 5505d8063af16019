/// Writes a record: a version, tagged values, an end, and zeros up to a multiple of 64 bytes.
///
/// Layout: major version (1 byte), minor version (1), then for each value its tag (1), its length (unsigned LEB128, in
/// its shortest form) and its bytes; tag 0 ends the record. The padding hides the exact length of what is sealed.
///
/// Another major version is another layout, and is refused. A later minor version may add values: those whose tag has
/// the highest bit set may be passed over and are kept, the others must be understood.
struct TaggedWriter {
    /// The version that is written.
    static let major: UInt8 = 1
    /// The minor version that is written.
    static let minor: UInt8 = 0
    /// The tag that ends a record.
    static let endTag: UInt8 = 0
    /// What the length of a record is a multiple of, in bytes.
    static let paddingUnit = 64
    /// The tags from which on a value may be passed over by who does not know it.
    static let firstOptionalTag: UInt8 = 0x80

    private(set) var bytes: [UInt8]

    /// A record with nothing in it yet; `capacity` is how many bytes are expected.
    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity + Self.paddingUnit)
        bytes.append(Self.major)
        bytes.append(Self.minor)
    }

    /// Adds a value of bytes.
    mutating func put(_ tag: UInt8, _ value: some Collection<UInt8>) {
        bytes.append(tag)
        putLength(value.count)
        bytes.append(contentsOf: value)
    }

    /// Adds a text.
    mutating func put(_ tag: UInt8, _ text: String) {
        put(tag, text.utf8)
    }

    /// Adds a whole number, big-endian.
    mutating func put(_ tag: UInt8, _ number: some FixedWidthInteger) {
        bytes.append(tag)
        putLength(number.bitWidth / 8)
        append(number)
    }

    /// Adds a value of `count` bytes which `body` appends.
    mutating func put(_ tag: UInt8, count: Int, _ body: (inout TaggedWriter) -> Void) {
        bytes.append(tag)
        putLength(count)
        let start = bytes.count
        body(&self)
        assert(bytes.count - start == count, "a value has the length that was said")
    }

    /// Appends bytes to the value that is being written.
    mutating func append(_ value: some Sequence<UInt8>) {
        bytes.append(contentsOf: value)
    }

    /// Appends a whole number, big-endian, to the value that is being written.
    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a text with its length before it to the value that is being written.
    mutating func appendCounted(_ text: String) {
        putLength(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// How many bytes `appendCounted` appends.
    static func countedSize(_ text: String) -> Int {
        let count = text.utf8.count
        return count + lengthSize(count)
    }

    /// Ends the record and returns it.
    ///
    /// What was reserved holds all of it when `capacity` was right, so that no copy of a secret stays behind.
    mutating func finish() -> [UInt8] {
        bytes.append(Self.endTag)
        let rest = bytes.count % Self.paddingUnit
        if rest > 0 { bytes.append(contentsOf: repeatElement(0, count: Self.paddingUnit - rest)) }
        return bytes
    }

    private mutating func putLength(_ length: Int) {
        var rest = length
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func lengthSize(_ length: Int) -> Int {
        var size = 1
        var rest = length >> 7
        while rest > 0 {
            size += 1
            rest >>= 7
        }
        return size
    }
}
