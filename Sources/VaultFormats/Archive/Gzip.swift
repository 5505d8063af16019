import CMiniZip

/// Unpacks and packs gzip (RFC 1952), in which KeePass keeps databases, and files within its XML.
///
/// Its deflate stream is what an entry of a ZIP file has: it is put into one, so that one library with one set of
/// bounds unpacks everything.
enum Gzip {
    /// What `bytes` are packed of, at most `limit` bytes.
    static func unpacked(_ bytes: [UInt8], limit: Int) throws(ImportFault) -> [UInt8] {
        guard let begin = headerEnd(bytes), bytes.count >= begin + 8 else {
            throw .malformed(.plain(.notGzip))
        }
        let trailer = bytes.suffix(8)
        let archive = try ZIPArchive(
            zip(stream: bytes[begin..<(bytes.count - 8)], checksum: trailer.prefix(4), size: trailer.suffix(4)))
        guard let unpacked = try archive.entry(name, limit: limit) else {
            throw .malformed(.plain(.damagedGzip))
        }
        return unpacked
    }

    /// `bytes` packed by zlib; nil when memory is missing or `bytes` are 4 GiB or more.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 more than the largest window means gzip.
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        guard let size = UInt32(exactly: bytes.count) else { return nil }
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(size))))
        var input = bytes
        let count = input.withUnsafeMutableBufferPointer { input -> Int? in
            packed.withUnsafeMutableBufferPointer { output -> Int? in
                (stream.next_in, stream.avail_in) = (input.baseAddress, size)
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(clamping: output.count))
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : nil
            }
        }
        return count.map { Array(packed.prefix($0)) }
    }

    private static let name = "packed file"

    /// Where the deflate stream begins; nil when this is no gzip.
    private static func headerEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 else { return nil }
        let flags = bytes[3]
        var end = 10
        if flags & 4 != 0 {
            end += 2 + Int(bytes[end]) + Int(bytes[end + 1]) << 8
        }
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            guard end < bytes.count, let zero = bytes[end...].firstIndex(of: 0) else { return nil }
            end = zero + 1
        }
        if flags & 2 != 0 { end += 2 }
        return end <= bytes.count ? end : nil
    }

    /// A ZIP file of one entry (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
    private static func zip(
        stream: ArraySlice<UInt8>, checksum: ArraySlice<UInt8>, size: ArraySlice<UInt8>
    ) -> [UInt8] {
        // Version 2.0, no flags, deflated, at no time; the same in both headers.
        let common: [UInt8] =
            [20, 0, 0, 0, 8, 0, 0, 0, 0, 0] + checksum + LittleEndian.bytes(stream.count, 4) + size
            + LittleEndian.bytes(name.utf8.count, 2)
            + [0, 0]
        let local: [UInt8] = [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + stream
        let central: [UInt8] =
            [0x50, 0x4B, 1, 2, 20, 0] + common + [UInt8](repeating: 0, count: 14) + Array(name.utf8)
        let end: [UInt8] =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + LittleEndian.bytes(central.count, 4)
            + LittleEndian.bytes(local.count, 4) + [0, 0]
        return local + central + end
    }
}
