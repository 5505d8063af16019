import Basics
import Testing
import Vault

@testable import VaultDevice

@Suite("A gpsd over TCP")
struct GPSDSourceTests {
    private static let version = #"{"class":"VERSION","proto_major":3,"proto_minor":14}"# + "\n"

    private func position(second: Int) -> String {
        #"{"class":"TPV","mode":3,"time":"2026-11-21T12:00:0\#(second).000Z","lat":1,"lon":2,"eph":3}"# + "\n"
    }

    @discardableResult
    private func asking<Value>(
        _ text: String, thenCloses: Bool = false, _ body: (GPSDSource) async throws -> Value
    ) async throws -> Value {
        let server = try await SpeakingServer.start(saying: text, thenCloses: thenCloses)
        let value: Value
        do {
            value = try await body(GPSDSource(host: "127.0.0.1", port: server.port))
        } catch {
            try await server.stop()
            throw error
        }
        try await server.stop()
        return value
    }

    @Test("as many positions come as are wanted, at once")
    func enough() async throws {
        let text = Self.version + position(second: 1) + position(second: 2) + position(second: 3)
        let fixes = try await asking(text) { try await $0.fixes(2, within: .seconds(30)) }
        #expect(fixes.map(\.time) == [1, 2].map { Timestamp(rfc3339: "2026-11-21T12:00:0\($0)Z") })
    }

    @Test("fewer come when the time is over or the daemon ends", arguments: [true, false])
    func fewer(thenCloses: Bool) async throws {
        let fixes = try await asking(Self.version + position(second: 1), thenCloses: thenCloses) { source in
            // On a busy machine the time may be over before anything came.
            for limit in [0.5, 4, 30] {
                if let fixes = try? await source.fixes(16, within: .seconds(limit)) { return fixes }
            }
            return try await source.fixes(16, within: .seconds(60))
        }
        #expect(fixes.count == 1)
    }

    @Test("silence, an end and a stranger are told apart")
    func reasons() async throws {
        try await asking(Self.version) { source in
            await #expect(throws: PositionFault.noFix(source: source.description)) {
                try await source.fix(within: .milliseconds(300))
            }
        }
        try await asking(Self.version, thenCloses: true) { source in
            await #expect(throws: PositionFault.broken(source: source.description)) {
                try await source.fix(within: .seconds(30))
            }
        }
        try await asking("220 ready\r\n") { source in
            await #expect(throws: PositionFault.notGPSD(source: source.description)) {
                try await source.fix(within: .seconds(30))
            }
        }
    }

    @Test("nobody there is said with the system's reason")
    func unreachable() async throws {
        let server = try await SpeakingServer.start(saying: "")
        try await server.stop()
        let source = GPSDSource(host: "127.0.0.1", port: server.port)
        await #expect(
            throws: PositionFault.unreachable(source: source.description, reason: "Connection refused")
        ) {
            try await source.fix(within: .seconds(30))
        }
    }

    @Test("an answer that nobody waits for any more ends early")
    func cancellation() async throws {
        try await asking(Self.version) { source in
            let clock = ContinuousClock()
            let start = clock.now
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: PositionFault.stopped) { try await source.fix(within: .seconds(300)) }
                }
                try? await Task.sleep(for: .milliseconds(100))
                group.cancelAll()
            }
            #expect(clock.now - start < .seconds(60))
        }
    }

    @Test("it is named by host and port, an IPv6 address in brackets")
    func names() {
        #expect(GPSDSource(host: "gps", port: 2947).description == "gps:2947")
        #expect(GPSDSource(host: "::1", port: 1).description == "[::1]:1")
    }
}
