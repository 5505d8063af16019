#if os(Linux)
    import Crypto
    import Foundation
    import Randomness
    import Testing
    import Vault

    @testable import VaultDevice

    @Suite("Memory after a vault was locked", .serialized)
    struct MemoryTests {
        @Test func `no key is left in memory`() throws {
            try VaultFixture.with { fixture in
                // Keys that no other test has at the same time.
                fixture.random = SplitMix64(seed: 4711)
                let (vault, code) = try fixture.make(fixes: [try VaultFixture.fix()])
                _ = try fixture.fill(vault, count: 20)
                // What is looked for stands in memory inverted, so that it is not found itself.
                let wanted = try Self.inverted(vault.keys)
                #expect(wanted.count == 2)
                #expect(try Self.found(wanted) > 0)
                vault.lock()
                for turn in 0..<4 {
                    let opened =
                        turn % 2 == 0 ? try fixture.unlock() : try fixture.unlock(password: nil, recovery: code)
                    _ = try VaultFixture.content(opened)
                    _ = try opened.search("cuenta")
                    try opened.changeCipher(to: turn % 2 == 0 ? .chaCha20Poly1305 : .aes256GCM)
                    try opened.changePassword(
                        to: try #require(Password(VaultFixture.password)), day: 20_000, using: &fixture.random)
                    opened.lock()
                }
                #expect(try Self.found(wanted) == 0)
            }
        }

        private static func inverted(_ keys: OpenedKeys) throws -> [[UInt8]] {
            try [keys.data.secret, #require(keys.travel).secret].map { key in
                key.withUnsafeBytes { bytes in bytes.map { ~$0 } }
            }
        }

        /// How often any of the keys stands anywhere in this process.
        private static func found(_ inverted: [[UInt8]]) throws -> Int {
            let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/mem"))
            defer { try? memory.close() }
            let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
            let size = 1 << 20
            let window = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
            defer { window.deallocate() }
            var count = 0
            for line in maps.split(separator: "\n") {
                let parts = line.split(separator: " ")
                let ends = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
                guard parts[1].hasPrefix("rw"), ends.count == 2, ends[1] < 1 << 47 else { continue }
                var place = ends[0]
                while place < ends[1] {
                    let read = pread(
                        memory.fileDescriptor, window.baseAddress, min(size, Int(ends[1] - place)), off_t(place))
                    guard read > 32 else { break }
                    let own = UInt64(UInt(bitPattern: window.baseAddress))
                    if place + UInt64(read) <= own || own + UInt64(size) <= place {
                        count += occurrences(of: inverted, in: UnsafeRawBufferPointer(rebasing: window[..<read]))
                    }
                    // A key may stand across the end of what was read.
                    place += UInt64(read == size ? read - 31 : read)
                }
            }
            window.initializeMemory(as: UInt8.self, repeating: 0)
            return count
        }

        private static func occurrences(of inverted: [[UInt8]], in bytes: UnsafeRawBufferPointer) -> Int {
            var count = 0
            for key in inverted {
                let first = ~key[0]
                for place in 0...(bytes.count - 32) where bytes[place] == first {
                    if (0..<32).allSatisfy({ bytes[place + $0] == ~key[$0] }) { count += 1 }
                }
            }
            return count
        }
    }
#endif
