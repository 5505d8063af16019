import Testing

@testable import Commands

@Suite("A deadline")
struct DeadlineTests {
    @Test("what takes longer is cancelled, and what ends before is waited for no longer")
    func deadline() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        try await within(0.05) { try await Task.sleep(for: .seconds(600)) }
        try await within(600) {}
        try await within(nil) {}
        #expect(clock.now - start < .seconds(60))
    }

    @Test("what fails within the time fails")
    func failing() async {
        await #expect(throws: CommandFailure.self) {
            try await within(600) { throw CommandFailure("no") }
        }
    }
}
