/// Reads the numbers and parts of a KDBX file one after the other; nothing is read beyond its end.
struct KDBXBytes {
    private let bytes: ArraySlice<UInt8>
    /// Where the next part begins.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// How many bytes are left.
    var rest: Int { bytes.endIndex - position }

    /// The next `count` bytes; `part` says in a fault what they are.
    mutating func take(_ count: Int, of part: ImportReason.Part) throws(ImportFault) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest else { throw .malformed(.endsIn(part)) }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// The next number of `count` bytes, little-endian.
    mutating func number(_ count: Int, of part: ImportReason.Part) throws(ImportFault) -> UInt64 {
        LittleEndian.number(try take(count, of: part))
    }

    /// The next length, of `count` bytes.
    mutating func length(_ count: Int, of part: ImportReason.Part) throws(ImportFault) -> Int {
        Int(clamping: try number(count, of: part))
    }
}
