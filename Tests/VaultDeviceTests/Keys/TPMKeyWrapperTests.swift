#if os(Linux)
    import Foundation
    import Testing

    @testable import VaultDevice

    /// A TPM in software (`swtpm`), with a state of its own.
    private final class SoftwareTPM {
        static let program = "/usr/bin/swtpm"
        static var isInstalled: Bool { access(program, X_OK) == 0 && TSS2.shared != nil }

        let state: URL
        let configuration: String
        private let process = Process()

        init(state: URL? = nil) throws {
            self.state = state ?? VaultFixture.freshFolder()
            try FileManager.default.createDirectory(at: self.state, withIntermediateDirectories: true)
            let port = try Self.freePorts()
            configuration = "swtpm:host=127.0.0.1,port=\(port)"
            process.executableURL = URL(filePath: Self.program)
            process.arguments = [
                "socket", "--tpm2", "--tpmstate", "dir=\(self.state.path)", "--server", "type=tcp,port=\(port)",
                "--ctrl", "type=tcp,port=\(port + 1)", "--flags", "not-need-init,startup-clear",
            ]
            process.standardError = FileHandle.nullDevice
            try process.run()
            let deadline = ContinuousClock.now + .seconds(30)
            // It is there when it seals.
            while ContinuousClock.now < deadline, (try? wrapper.wrap([UInt8](repeating: 0, count: 32), as: "")) == nil {
                usleep(50_000)
            }
        }

        var wrapper: TPMKeyWrapper { TPMKeyWrapper(configuration) }

        func stop() {
            // It inherits that SIGTERM is blocked; what it keeps is on the disk with each command.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        deinit {
            if process.isRunning { stop() }
            try? FileManager.default.removeItem(at: state)
        }

        /// Two free ports in a row.
        private static func freePorts() throws -> UInt16 {
            func isFree(_ port: UInt16) -> Bool {
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(descriptor) }
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                return withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
            }
            for _ in 0..<1000 {
                let port = UInt16.random(in: 20_000...60_000)
                if isFree(port), isFree(port + 1) { return port }
            }
            throw POSIXError(.EADDRINUSE)
        }
    }

    @Suite("Keys in a TPM", .serialized, .enabled(if: SoftwareTPM.isInstalled))
    struct TPMKeyWrapperTests {
        private static let key = (0..<32).map { UInt8($0) + 100 }

        @Test func `a TPM opens what it sealed, also after another start, and no other one does`() throws {
            let folder = VaultFixture.freshFolder()
            let first = try SoftwareTPM(state: folder)
            let wrapped = try first.wrapper.wrap(Self.key, as: "k")
            #expect(Data(wrapped).range(of: Data(Self.key)) == nil)
            // Each connection gives back the room that it took: a TPM has room for three objects.
            for _ in 0..<8 { #expect(try first.wrapper.unwrap(wrapped, as: "k") == Self.key) }
            #expect(throws: KeyWrapFault.lost(.tpm)) { _ = try first.wrapper.unwrap(wrapped, as: "other") }
            let other = try SoftwareTPM()
            #expect(throws: KeyWrapFault.lost(.tpm)) { _ = try other.wrapper.unwrap(wrapped, as: "k") }
            first.stop()
            #expect(throws: KeyWrapFault.absent(.tpm)) { _ = try first.wrapper.unwrap(wrapped, as: "k") }
            let again = try SoftwareTPM(state: folder)
            #expect(try again.wrapper.unwrap(wrapped, as: "k") == Self.key)
            // Its state goes with the first.
            withExtendedLifetime(first) {}
        }

        @Test func `what was changed or cut is refused`() throws {
            let tpm = try SoftwareTPM()
            let wrapped = try tpm.wrapper.wrap(Self.key, as: "k")
            for place in stride(from: 0, to: wrapped.count, by: 7) {
                var changed = wrapped
                changed[place] ^= 1
                #expect(throws: KeyWrapFault.self, "byte \(place)") { _ = try tpm.wrapper.unwrap(changed, as: "k") }
                #expect(throws: KeyWrapFault.self, "\(place) bytes") {
                    _ = try tpm.wrapper.unwrap(Array(wrapped.prefix(place)), as: "k")
                }
            }
            #expect(try tpm.wrapper.unwrap(wrapped, as: "k") == Self.key)
        }

        @Test func `without a TPM nothing is sealed`() {
            #expect(throws: KeyWrapFault.absent(.tpm)) { _ = try TPMKeyWrapper(nil).wrap(Self.key, as: "k") }
            #expect(throws: KeyWrapFault.absent(.tpm)) {
                _ = try TPMKeyWrapper("swtpm:host=127.0.0.1,port=1").wrap(Self.key, as: "k")
            }
        }
    }
#endif
