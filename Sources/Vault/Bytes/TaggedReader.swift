/// Reads a record that `TaggedWriter` wrote, without copying; every length is checked before it is believed.
struct TaggedReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 2
    /// What the record is, for the fault that names it.
    private let part: StaticString
    /// The minor version that the record was written with.
    private let minor: UInt8

    /// A reader at the first value of `bytes`, which outlive it.
    init(_ bytes: UnsafeRawBufferPointer, part: StaticString) throws(VaultFault) {
        guard bytes.count >= 3, bytes.count.isMultiple(of: TaggedWriter.paddingUnit) else {
            throw .damaged(part.description)
        }
        guard bytes[0] == TaggedWriter.major else {
            throw bytes[0] > TaggedWriter.major ? .newer(format: Int(bytes[0])) : .damaged(part.description)
        }
        self.bytes = bytes
        self.part = part
        minor = bytes[1]
    }

    /// The next value, or nil when the record has ended and nothing but zeros follows.
    @inline(__always)
    mutating func next() throws(VaultFault) -> TaggedValue? {
        guard offset < bytes.count else { throw damaged }
        let tag = bytes[offset]
        offset += 1
        if tag == TaggedWriter.endTag {
            guard bytes.count - offset < TaggedWriter.paddingUnit, bytes[offset...].allSatisfy({ $0 == 0 }) else {
                throw damaged
            }
            return nil
        }
        let length = try Self.length(of: bytes, at: &offset, part)
        defer { offset += length }
        return TaggedValue(
            tag: tag, bytes: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]), part: part)
    }

    /// Keeps a value that is not known, or refuses it when it must be understood.
    ///
    /// - Parameter kept: Where it is appended as it stands, to be written back.
    func passOver(_ value: TaggedValue, into kept: inout [UInt8]) throws(VaultFault) {
        guard value.tag >= TaggedWriter.firstOptionalTag else {
            throw minor > TaggedWriter.minor ? .newer(format: Int(TaggedWriter.major)) : damaged
        }
        var writer = TaggedWriter(capacity: value.bytes.count + 8)
        writer.put(value.tag, value.bytes)
        kept += writer.bytes[2...]
    }

    private var damaged: VaultFault { .damaged(part.description) }

    /// The length at `offset`, which is moved behind it; that many bytes are there.
    @inline(__always)
    fileprivate static func length(
        of bytes: UnsafeRawBufferPointer, at offset: inout Int, _ part: StaticString
    ) throws(VaultFault) -> Int {
        var length = 0
        var shift = 0
        while true {
            guard offset < bytes.count, shift <= 28 else { throw .damaged(part.description) }
            let byte = bytes[offset]
            offset += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 {
                // Only the shortest form, so that one record has one writing.
                guard byte != 0 || shift == 0 else { throw .damaged(part.description) }
                break
            }
            shift += 7
        }
        guard length <= bytes.count - offset else { throw .damaged(part.description) }
        return length
    }
}

/// One tagged value of a record, which is read from its beginning to its end.
struct TaggedValue {
    let tag: UInt8
    let bytes: UnsafeRawBufferPointer
    private let part: StaticString
    private var offset = 0

    fileprivate init(tag: UInt8, bytes: UnsafeRawBufferPointer, part: StaticString) {
        self.tag = tag
        self.bytes = bytes
        self.part = part
    }

    /// The fault that says that the record is not what was written.
    var damaged: VaultFault { .damaged(part.description) }

    /// Whether everything was read.
    var isAtEnd: Bool { offset == bytes.count }

    /// The next whole number, big-endian.
    @inline(__always)
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(VaultFault) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else { throw damaged }
        defer { offset += size }
        return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// The next 16 bytes as an identifier.
    @inline(__always)
    mutating func recordID() throws(VaultFault) -> RecordID {
        guard bytes.count - offset >= RecordID.byteCount else { throw damaged }
        defer { offset += RecordID.byteCount }
        return RecordID(of: bytes, at: offset)
    }

    /// The next text, which has its length before it.
    @inline(__always)
    mutating func countedText() throws(VaultFault) -> String {
        let piece = try countedBytes()
        return try Self.text(piece, damaged)
    }

    /// The bytes of the next text, which has its length before it.
    @inline(__always)
    mutating func countedBytes() throws(VaultFault) -> UnsafeRawBufferPointer {
        let length = try TaggedReader.length(of: bytes, at: &offset, part)
        defer { offset += length }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    }

    /// All that is left, as bytes.
    mutating func rest() -> UnsafeRawBufferPointer {
        defer { offset = bytes.count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset...])
    }

    /// All that is left, as text.
    @inline(__always)
    mutating func restAsText() throws(VaultFault) -> String {
        try Self.text(rest(), damaged)
    }

    /// Makes sure that nothing is left.
    func end() throws(VaultFault) {
        guard isAtEnd else { throw damaged }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, _ fault: VaultFault) throws(VaultFault) -> String {
        // Validation of any Unicode costs as much as all the rest of reading; most texts are ASCII, and need none.
        if bytes.isASCII { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault }
        return text
    }
}
