#if os(Linux)
    import Crypto
    import Foundation
    import Basics
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
                #expect(try !Self.found(wanted).isEmpty)
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
                #expect(try Self.found(wanted) == [])
            }
        }

        private static func inverted(_ keys: OpenedKeys) throws -> [[UInt8]] {
            try [keys.data.secret, #require(keys.travel).secret].map { key in
                key.withUnsafeBytes { bytes in bytes.map { ~$0 } }
            }
        }

        /// The mappings of this process in which any of the keys stands, each as often as it does.
        private static func found(_ inverted: [[UInt8]]) throws -> [String] {
            let memory = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/mem"))
            defer { try? memory.close() }
            // Pages of its own, and all that is passed over: in the heap, keys might stand beside what is read into.
            let window = try Window()
            defer { window.close() }
            var mappings: [String] = []
            for (part, name) in try written(except: window.addresses) {
                var place = part.lowerBound
                while place < part.upperBound {
                    let read = pread(
                        memory.fileDescriptor, window.bytes.baseAddress,
                        min(window.bytes.count, part.upperBound - place), off_t(place))
                    if read > 0 {
                        let count = occurrences(
                            of: inverted, in: UnsafeRawBufferPointer(rebasing: window.bytes[..<read]))
                        mappings += Array(repeating: name, count: count)
                        // A key may stand across the end of what was read.
                        place += read == window.bytes.count ? read - 31 : read
                    } else {
                        // A page that nobody may read; the ones after it are read again.
                        place = (place / pageSize + 1) * pageSize
                    }
                }
            }
            return mappings
        }

        /// Where this process may write, without the range that is named, and what the system says of each.
        private static func written(except own: Range<Int>) throws -> [(Range<Int>, String)] {
            let maps = try maps()
            // The list is whole: it ends with the stack of the first thread and what the system itself puts there.
            try #require(maps.contains("[stack]"))
            return maps.split(separator: "\n").flatMap { line -> [(Range<Int>, String)] in
                let parts = line.split(separator: " ")
                let ends = parts[0].split(separator: "-").compactMap { Int($0, radix: 16) }
                guard parts[1].hasPrefix("rw"), ends.count == 2, ends[1] < 1 << 47 else { return [] }
                let all = ends[0]..<ends[1]
                guard all.overlaps(own) else { return [(all, String(line))] }
                // Neighbours of one kind are told as one mapping.
                return [
                    (all.lowerBound..<max(all.lowerBound, own.lowerBound), String(line)),
                    (min(all.upperBound, own.upperBound)..<all.upperBound, String(line)),
                ]
            }
        }

        /// The mappings of this process.
        ///
        /// Foundation takes what one call gives for the whole of such a file, which tells no length: one page.
        private static func maps() throws -> String {
            let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
            try #require(file >= 0)
            defer { close(file) }
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
            return String(decoding: bytes, as: UTF8.self)
        }

        private static func occurrences(of inverted: [[UInt8]], in bytes: UnsafeRawBufferPointer) -> Int {
            guard let base = bytes.baseAddress else { return 0 }
            var count = 0
            for key in inverted {
                var place = 0
                // The first byte alone leads to the places that are worth a look.
                while place + 32 <= bytes.count,
                    let hit = memchr(base + place, Int32(~key[0]), bytes.count - 31 - place)
                {
                    place = UnsafeRawPointer(hit) - base
                    var same = 1
                    while same < 32, bytes[place + same] == ~key[same] { same += 1 }
                    if same == 32 { count += 1 }
                    place += 1
                }
            }
            return count
        }

        private static let pageSize = Int(getpagesize())

        /// Pages that memory is read into.
        private struct Window {
            let bytes: UnsafeMutableRawBufferPointer

            init() throws {
                let count = 1 << 20
                let begin = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                let pages = try #require(begin == MAP_FAILED ? nil : begin)
                bytes = UnsafeMutableRawBufferPointer(start: pages, count: count)
            }

            var addresses: Range<Int> {
                let begin = Int(bitPattern: bytes.baseAddress)
                return begin..<(begin + bytes.count)
            }

            func close() { munmap(bytes.baseAddress, bytes.count) }
        }
    }
#endif
