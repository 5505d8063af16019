import CSodium
import Crypto

extension SymmetricKey {
    /// As many random bytes as asked for, which are written nowhere else.
    static func random(_ count: Int, using random: inout some RandomNumberGenerator) -> SymmetricKey {
        withSecretBuffer(count) { buffer in
            for index in buffer.indices { buffer[index] = UInt8.random(in: .min ... .max, using: &random) }
            return SymmetricKey(data: buffer)
        }
    }

    /// The key with these bytes, or nil unless there are `count`.
    init?(secret bytes: some Collection<UInt8>, count: Int) {
        guard bytes.count == count else { return nil }
        self = withSecretBuffer(count) { buffer in
            buffer.copyBytes(from: bytes)
            return SymmetricKey(data: buffer)
        }
    }

    /// How many bytes there are.
    var byteCount: Int { bitCount / 8 }
}

/// Calls `body` with memory for a secret, all zeros at first, and overwrites it afterwards in a way that the optimizer
/// keeps.
///
/// - Parameter count: How many bytes there are.
public func withSecretBuffer<Result, Failure: Error>(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    defer {
        if let start = buffer.baseAddress { sodium_memzero(start, buffer.count) }
        buffer.deallocate()
    }
    return try body(buffer)
}
