extension UnsafeRawPointer {
    /// The byte at `offset`.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        load(fromByteOffset: offset, as: UInt8.self)
    }

    /// The two bytes from `offset` on as a big-endian number; they need no alignment.
    @inline(__always)
    func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The two bytes from `offset` on as a little-endian number.
    @inline(__always)
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The four bytes from `offset` on as a big-endian number.
    @inline(__always)
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The eight bytes from `offset` on as a big-endian number.
    @inline(__always)
    func bigEndian64(at offset: Int) -> UInt64 {
        UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension [UInt8] {
    /// Appends the `count` low-order bytes of `word`, the most significant first.
    mutating func append(bigEndian word: some FixedWidthInteger, count: Int) {
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
    func bigEndianWord(first count: Int) -> UInt64 {
        var word: UInt64 = 0
        for byte in prefix(count) { word = word << 8 | UInt64(byte) }
        return word
    }
}
