import CMiniZip

/// Bytes in memory as what minizip takes for a file.
///
/// It must live as long as the archive that reads through its functions: they hold an unretained pointer to it.
final class ZIPMemory {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The functions through which minizip reads.
    var functions: zlib_filefunc64_def {
        zlib_filefunc64_def(
            zopen64_file: { opaque, _, _ in opaque },
            zread_file: { _, stream, buffer, count in
                guard let buffer else { return 0 }
                return UInt(ZIPMemory.at(stream)?.read(into: buffer, count: Int(clamping: count)) ?? 0)
            },
            zwrite_file: { _, _, _, _ in 0 },
            ztell64_file: { _, stream in UInt64(ZIPMemory.at(stream)?.position ?? 0) },
            zseek64_file: { _, stream, offset, origin in
                ZIPMemory.at(stream)?.seek(offset, from: origin) == true ? 0 : -1
            },
            zclose_file: { _, _ in 0 },
            zerror_file: { _, _ in 0 },
            opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    private static func at(_ stream: UnsafeMutableRawPointer?) -> ZIPMemory? {
        stream.map { Unmanaged<ZIPMemory>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutableRawPointer, count: Int) -> Int {
        let count = min(count, bytes.count - position)
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes { source in
            buffer.copyMemory(
                from: source.baseAddress?.advanced(by: position) ?? UnsafeRawPointer(buffer), byteCount: count)
        }
        position += count
        return count
    }

    private func seek(_ offset: UInt64, from origin: Int32) -> Bool {
        let base: Int
        switch origin {
        case ZLIB_FILEFUNC_SEEK_SET: base = 0
        case ZLIB_FILEFUNC_SEEK_CUR: base = position
        case ZLIB_FILEFUNC_SEEK_END: base = bytes.count
        default: return false
        }
        guard let offset = Int(exactly: offset), offset <= bytes.count - base else { return false }
        position = base + offset
        return true
    }
}
