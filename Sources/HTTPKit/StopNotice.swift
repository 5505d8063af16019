import ServiceLifecycle

/// Lets those who lead people to the server know that it will stop, before it begins to.
///
/// It stands last among the services, so that all others wait for it.
package struct StopNotice: NamedService {
    private let readiness: Readiness
    private let seconds: Double

    /// A notice by `readiness`; the server goes on for so many seconds.
    package init(_ readiness: Readiness, seconds: Double) {
        self.readiness = readiness
        self.seconds = seconds
    }

    /// Waits until the server is asked to stop, and then as long as others need to see it.
    package func run() async throws {
        try await gracefulShutdown()
        readiness.stop()
        try? await Task.sleep(for: .seconds(seconds))
    }
}
