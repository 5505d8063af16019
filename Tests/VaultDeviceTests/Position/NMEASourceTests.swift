import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

#if canImport(Glibc)
    import Glibc
#endif

@Suite("NMEA from files, pipes and lines")
struct NMEASourceTests {
    /// A folder that goes with the test.
    private func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-nmea-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path + "/receiver")
    }

    private func instants(_ seconds: Int...) -> [Timestamp?] {
        seconds.map { Timestamp(rfc3339: "2026-11-21T12:00:\($0 < 10 ? "0" : "")\($0)Z") }
    }

    @Test("the last positions of a file are where one is")
    func file() async throws {
        try await inFolder { path in
            let bytes = (0..<20).flatMap { NMEASentences.epoch($0) }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let source = NMEASource(path: path)
            #expect(try await source.fixes(3, within: .seconds(30)).map(\.time) == instants(17, 18, 19))
            #expect(try await source.fixes(100, within: .seconds(30)).count == 20)
            #expect(try await source.fix(within: .seconds(30)).time == instants(19)[0])
        }
    }

    @Test("of a long file the end is read")
    func longFile() async throws {
        try await inFolder { path in
            let old = [UInt8](repeating: 0x41, count: 3 << 20)
            try Data(old + [0x0A] + NMEASentences.epoch(1)).write(to: URL(fileURLWithPath: path))
            #expect(try await NMEASource(path: path).fixes(9, within: .seconds(30)).map(\.time) == instants(1))
        }
    }

    @Test("why a file gives no position is said")
    func faults() async throws {
        try await inFolder { path in
            let source = NMEASource(path: path)
            func expect(_ fault: PositionFault, of bytes: [UInt8]) async throws {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                await #expect(throws: fault) { try await source.fix(within: .seconds(30)) }
            }
            await #expect(throws: PositionFault.notFound(path: path)) { try await source.fix(within: .seconds(30)) }
            try await expect(.noFix(source: path), of: [])
            try await expect(.noFix(source: path), of: (0..<255).flatMap { [UInt8](repeating: $0, count: 999) })
            try await expect(.flatFix(source: path), of: NMEASentences.epoch(1, satellites: "03"))
            try await expect(.noAccuracy(source: path), of: NMEASentences.epoch(1, dilution: ""))
        }
        for path in ["/", "/dev/null"] {
            await #expect(throws: PositionFault.self) { try await NMEASource(path: path).fix(within: .seconds(30)) }
        }
    }

    @Test("a named pipe gives what comes, and the last epoch when its writer ends")
    func pipe() async throws {
        try await inFolder { path in
            #expect(mkfifo(path, 0o600) == 0)
            let source = NMEASource(path: path)
            await #expect(throws: PositionFault.noFix(source: path)) {
                try await source.fix(within: .milliseconds(200))
            }
            async let fixes = source.fixes(2, within: .seconds(60))
            // Opening to write waits for the reader.
            let writer = Task.detached {
                try Data(NMEASentences.epoch(1) + NMEASentences.epoch(2)).write(to: FileHandle(forWritingAtPath: path))
            }
            #expect(try await fixes.map(\.time) == instants(1, 2))
            try await writer.value
        }
    }

    #if canImport(Glibc)
        @Test("a serial line gives its next positions at its speed")
        func line() async throws {
            // Requests of Linux's `ioctls.h`, whose library wrappers the toolchain's module leaves out.
            let (unlock, index): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            defer { close(terminal) }
            var locked: CInt = 0
            var number: CInt = 0
            try #require(ioctl(terminal, unlock, &locked) == 0 && ioctl(terminal, index, &number) == 0)
            let path = "/dev/pts/\(number)"
            async let fixes = NMEASource(path: path, baud: 9600).fixes(2, within: .seconds(60))
            // What waits in a line when it is opened is thrown away, so the receiver goes on speaking.
            let receiver = Task.detached {
                var second = 0
                while !Task.isCancelled {
                    let bytes = NMEASentences.epoch(second % 60)
                    second += 1
                    _ = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            #expect(try await fixes.count == 2)
            var settings = termios()
            #expect(tcgetattr(terminal, &settings) == 0)
            #expect(cfgetispeed(&settings) == speed_t(B9600))
            #expect(settings.c_lflag & tcflag_t(ICANON | ECHO) == 0)
            receiver.cancel()
            _ = await receiver.result
        }
    #endif
}

extension Data {
    fileprivate func write(to handle: FileHandle?) throws {
        guard let handle else { throw CocoaError(.fileNoSuchFile) }
        try handle.write(contentsOf: self)
        try handle.close()
    }
}
