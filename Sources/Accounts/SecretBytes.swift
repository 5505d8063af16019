#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Bytes that are overwritten when the last copy goes, and that show themselves nowhere.
final class SecretBytes: Sendable {
    // Written only by init and deinit, when nobody shares it; hence safe to share in between.
    nonisolated(unsafe) private let buffer: UnsafeMutableRawBufferPointer

    init(_ bytes: some Collection<UInt8>) {
        buffer = .allocate(byteCount: bytes.count, alignment: 1)
        buffer.copyBytes(from: bytes)
    }

    deinit {
        wipe(buffer)
        buffer.deallocate()
    }

    var count: Int { buffer.count }

    /// Calls `body` with the bytes, which must not be kept.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(buffer))
    }

    /// Whether both hold the same bytes; the time it takes depends on their number alone.
    func isEqual(to other: SecretBytes) -> Bool {
        ConstantTime.areEqual(buffer, other.buffer)
    }
}

/// Overwrites memory in a way that the optimizer keeps.
func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let start = buffer.baseAddress, buffer.count > 0 else { return }
    #if canImport(Glibc)
        explicit_bzero(start, buffer.count)
    #else
        _ = memset_s(start, buffer.count, 0, buffer.count)
    #endif
}

extension RandomNumberGenerator {
    /// As many random bytes as asked for.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            var word = next()
            for _ in 0..<min(8, count - bytes.count) {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        return bytes
    }
}
