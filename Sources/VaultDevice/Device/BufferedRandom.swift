#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's random numbers, asked for by the page: nonces of ten thousand objects cost few calls of the system.
///
/// It is for what stands in the clear afterwards, such as nonces, and not for keys, which it would leave in memory.
struct BufferedRandom: RandomNumberGenerator {
    private var words = [UInt64](repeating: 0, count: 256)
    private var place = 256

    mutating func next() -> UInt64 {
        if place == words.count { refill() }
        defer { place += 1 }
        return words[place]
    }

    private mutating func refill() {
        place = 0
        #if os(Linux)
            // In pieces of at most 256 bytes it neither fails nor gives less (`getentropy(3)`).
            words.withUnsafeMutableBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: 256) {
                    guard getentropy(bytes.baseAddress.map { $0 + start }, 256) == 0 else {
                        preconditionFailure("the system has no random numbers")
                    }
                }
            }
        #else
            words.withUnsafeMutableBytes { bytes in arc4random_buf(bytes.baseAddress, bytes.count) }
        #endif
    }
}
