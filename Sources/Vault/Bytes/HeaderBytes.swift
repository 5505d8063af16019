/// Writes the big-endian, length-prefixed parts of a header.
struct HeaderWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Bytes whose number the reader knows.
    mutating func append(fixed part: some Sequence<UInt8>) {
        bytes.append(contentsOf: part)
    }

    /// The number in 16 bits, then the bytes; parts were bounded far below that when they were made.
    mutating func append(part: some Collection<UInt8>) {
        append(UInt16(truncatingIfNeeded: part.count))
        bytes.append(contentsOf: part)
    }
}

/// Reads what ``HeaderWriter`` wrote; everything is bounded, and nothing is read twice.
struct HeaderReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func fixed(_ count: Int) throws(VaultFault) -> [UInt8] {
        guard count <= bytes.count - position else { throw .truncated }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func part(upTo limit: Int, of name: String) throws(VaultFault) -> [UInt8] {
        let count = Int(try uint16())
        guard count <= limit else { throw .damaged(name) }
        return try fixed(count)
    }

    mutating func text(upTo limit: Int, of name: String) throws(VaultFault) -> String {
        // Whatever is not UTF-8 would be replaced, and then no longer be what was authenticated.
        guard let text = String(validating: try part(upTo: limit, of: name), as: UTF8.self) else {
            throw .damaged(name)
        }
        return text
    }

    mutating func uint8() throws(VaultFault) -> UInt8 { try fixed(1)[0] }
    mutating func uint16() throws(VaultFault) -> UInt16 { try integer() }
    mutating func uint32() throws(VaultFault) -> UInt32 { try integer() }
    mutating func uint64() throws(VaultFault) -> UInt64 { try integer() }

    private mutating func integer<Value: FixedWidthInteger & UnsignedInteger>() throws(VaultFault) -> Value {
        try fixed(Value.bitWidth / 8).reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }
}
