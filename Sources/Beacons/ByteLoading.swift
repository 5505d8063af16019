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
