extension [UInt8] {
    /// Appends the `count` low-order bytes of `word`, the most significant first.
    @inlinable
    package mutating func append(bigEndian word: some FixedWidthInteger, count: Int) {
        var shift = (count - 1) * 8
        while shift >= 0 {
            append(UInt8(truncatingIfNeeded: word >> shift))
            shift -= 8
        }
    }
}

extension Collection<UInt8> {
    /// The first `count` bytes as a big-endian number, at most eight of them; the caller has checked that they exist.
    @inlinable
    package func bigEndianWord(first count: Int) -> UInt64 {
        var word: UInt64 = 0
        for byte in prefix(count) { word = word << 8 | UInt64(byte) }
        return word
    }
}
