import Synchronization

/// Where the server's identifiers, tokens and keys come from: the system's randomness, or a simulation's seed.
package struct ServerRandom: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    /// The system's cryptographic randomness: the only source for a server that people use.
    package static let system = ServerRandom {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// The numbers of `generator` in the order in which they are asked for, so that a simulation can be repeated.
    ///
    /// Its secrets are as guessable as the seed.
    package static func repeatable(_ generator: some RandomNumberGenerator & Sendable) -> ServerRandom {
        let shared = SharedGenerator(generator)
        return ServerRandom { shared.next() }
    }

    private init(_ draw: @escaping @Sendable () -> UInt64) {
        self.draw = draw
    }

    /// The next 64 bits.
    package func next() -> UInt64 {
        draw()
    }

    /// An identifier of 128 random bits.
    package func identifier() -> [UInt8] {
        bytes(of: next()) + bytes(of: next())
    }

    /// An identifier of 128 bits that sorts by `milliseconds`: 48 bits of time, then 80 random bits.
    ///
    /// Rows that are written together then lie together in their index, as RFC 9562 (section 5.7) orders its UUIDs.
    package func identifier(ordered milliseconds: Int64) -> [UInt8] {
        let time = bytes(of: UInt64(truncatingIfNeeded: milliseconds))
        return time[2...] + bytes(of: next())[6...] + bytes(of: next())
    }

    private func bytes(of value: UInt64) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}

/// A generator that several tasks draw from.
private final class SharedGenerator<Generator: RandomNumberGenerator & Sendable>: Sendable {
    private let generator: Mutex<Generator>

    init(_ generator: Generator) {
        self.generator = Mutex(generator)
    }

    func next() -> UInt64 {
        generator.withLock { $0.next() }
    }
}
