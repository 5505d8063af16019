extension UnsafeRawBufferPointer {
    /// Whether all bytes are ASCII, eight at a time.
    var isASCII: Bool {
        var offset = 0
        var seen: UInt64 = 0
        while offset + 8 <= count {
            seen |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < count {
            seen |= UInt64(self[offset])
            offset += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}
