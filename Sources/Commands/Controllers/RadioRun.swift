import ArgumentParser
import Basics
import Logging
import Radio
import UnixSignals

/// Runs a controller for a command: for some seconds, or until somebody interrupts it.
package enum RadioRun {
    /// Reads the text of `--hci`.
    package static func transport(_ text: String) throws -> TransportAddress {
        do {
            return try TransportAddress(text)
        } catch {
            throw ValidationError("--hci: \(error)")
        }
    }

    /// Hands over each event until the time is up or the command is interrupted; a controller that does not come up, or
    /// a reader of standard output that went away, ends it as well.
    ///
    /// `everySecond` is called in between, whether something is heard or not.
    package static func run(
        on transport: TransportAddress, role: HCIHost.Role, seconds: Double?,
        everySecond: @escaping @Sendable () throws -> Void = {},
        _ handle: @escaping @Sendable (ControllerEvent) throws -> Void
    ) async throws {
        let controller = Controller(
            transport: transport, role: role,
            logger: Logger(label: "cerca.radio", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await run(seconds: seconds) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await controller.run { event in try handle(event) } }
                group.addTask {
                    while true {
                        try await Task.sleep(for: .seconds(1))
                        try everySecond()
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    /// Runs `body`, which uses a controller, until the time is up or the command is interrupted, and tells failures of
    /// the controller in words.
    package static func run(seconds: Double?, _ body: @escaping @Sendable () async throws -> Void) async throws {
        do {
            try await within(seconds) { try await untilInterrupted(body) }
        } catch let error as TransportError {
            throw CommandFailure(error.description)
        } catch let error as ControllerFailure {
            throw CommandFailure(error.description)
        } catch is OutputClosed {
            return
        }
    }

    /// Runs `body` until it ends, or until the interrupt key or a request to terminate cancels it.
    ///
    /// The radio falls silent in an orderly way then: a controller outlives its host, and would go on advertising.
    private static func untilInterrupted(_ body: @escaping @Sendable () async throws -> Void) async throws {
        // Whoever interrupts from here on is heard.
        let interruptions = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in interruptions { return }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
