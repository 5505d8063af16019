import CSodium
import Crypto

extension SymmetricKey {
    /// As many random bytes as asked for, which are written nowhere else.
    static func random(_ count: Int, using random: inout some RandomNumberGenerator) -> SymmetricKey {
        withSecretBuffer(count) { buffer in
            for index in buffer.indices { buffer[index] = UInt8.random(in: .min ... .max, using: &random) }
            return SymmetricKey(data: buffer).kept()
        }
    }

    /// The key with these bytes, or nil unless there are `count`.
    init?(secret bytes: some Collection<UInt8>, count: Int) {
        guard bytes.count == count else { return nil }
        self = withSecretBuffer(count) { buffer in
            buffer.copyBytes(from: bytes)
            return SymmetricKey(data: buffer).kept()
        }
    }

    /// The key, whose place in memory the system neither swaps out nor dumps from now on.
    ///
    /// What is locked are whole pages, which stay locked for as long as the process lives. Where the system allows no
    /// more locked memory (`ulimit -l`) the key is as good as before.
    func kept() -> SymmetricKey {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            _ = sodium_mlock(UnsafeMutableRawPointer(mutating: start), bytes.count)
        }
        return self
    }

    /// How many bytes there are.
    var byteCount: Int { bitCount / 8 }
}

/// Calls `body` with `count` bytes of memory for a secret, all zeros at first, and overwrites them afterwards.
///
/// They have pages of their own, between two that cannot be read; as far as the system allows they are neither swapped
/// out nor dumped.
public func withSecretBuffer<Result, Failure: Error>(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
    // libsodium puts the end at a page's end: only whole units keep the beginning aligned.
    let size = (max(count, 1) + 15) & ~15
    guard SecretMemory.isReady, let start = sodium_malloc(size) else { preconditionFailure("there is no memory left") }
    let buffer = UnsafeMutableRawBufferPointer(start: start, count: count)
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    // It is overwritten and unlocked before it is given back.
    defer { sodium_free(start) }
    return try body(buffer)
}

/// Overwrites what calls that have returned left below this one on the stack of this thread.
///
/// Whoever computes with a key has pieces of it in registers, and a call may put all registers on the stack: so the
/// dynamic linker does at the first call of each function. How deep they went is not known: 64 KiB are a choice, little
/// beside the stack of a thread, and what derives and seals keys has its large memory elsewhere.
public func eraseDeadStack() {
    sodium_stackzero(64 * 1024)
}

private enum SecretMemory {
    /// libsodium's memory has to be set up once, by the first caller.
    static let isReady = sodium_init() >= 0
}
