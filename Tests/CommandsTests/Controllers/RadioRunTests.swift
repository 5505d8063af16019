import ArgumentParser
import Radio
import Testing

@testable import Commands

@Suite("A run on a controller")
struct RadioRunTests {
    @Test(
        "a transport that is none is wrong usage of --hci",
        arguments: ["", "tcp:", "tcp:host", "serial:", "hci", "usb:1"])
    func transports(text: String) {
        let error = #expect(throws: ValidationError.self) { _ = try RadioRun.transport(text) }
        #expect(error?.message.contains("--hci") == true)
    }

    @Test(
        "the transports that the help names are taken",
        arguments: ["tcp:127.0.0.1:9402", "serial:/dev/ttyUSB0,115200", "hci0"])
    func taken(text: String) throws {
        _ = try RadioRun.transport(text)
    }

    @Test("it ends when its time is up, and when nobody reads what it writes")
    func ends() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        try await RadioRun.run(seconds: 0.05) { try await Task.sleep(for: .seconds(600)) }
        try await RadioRun.run(seconds: nil) { throw OutputClosed() }
        #expect(clock.now - start < .seconds(60))
    }

    @Test("a controller that is not there is told in a line, and what is no matter of the radio goes on as it is")
    func failures() async throws {
        struct Other: Error {}
        let transport = try RadioRun.transport("tcp:127.0.0.1:1")
        let failure = await #expect(throws: CommandFailure.self) {
            try await RadioRun.run(on: transport, role: HCIHost.Role(scan: true), seconds: 30) { _ in }
        }
        #expect(failure?.reason.isEmpty == false && failure?.reason.contains("\n") == false)
        await #expect(throws: Other.self) { try await RadioRun.run(seconds: 1) { throw Other() } }
    }
}
