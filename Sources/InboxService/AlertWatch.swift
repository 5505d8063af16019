import HTTPKit
import Logging
import Market
import MarketService
import ServiceLifecycle

/// Looks at markets that have changed, and tells what accounts want to be told, for as long as the server runs.
///
/// It asks the hub for versions and follows no market, so that it never holds one up; how far it has come is in the
/// database, so that a server that begins again goes on where the last one ended.
package struct AlertWatch: NamedService {
    private let alerts: AlertService
    private let logger: Logger

    /// Looks for `alerts`.
    package init(_ alerts: AlertService, logger: Logger) {
        self.alerts = alerts
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var seen: [Int: UInt64] = [:]
            var round = 0
            while (try? await Task.sleep(for: .milliseconds(250))) != nil {
                do {
                    try await alerts.lookAtChanges(since: &seen)
                    if round % 8 == 0 {
                        try await alerts.lookAtRequests()
                        while try await alerts.lookAtPayments() {}
                    }
                } catch {
                    guard !Task.isCancelled else { break }
                    logger.warning("alerts cannot be looked at", metadata: ["cause": "\(error)"])
                }
                round += 1
            }
        }
    }
}

extension AlertService {
    /// Looks at the markets whose version is another one than in `seen`.
    func lookAtChanges(since seen: inout [Int: UInt64]) async throws(ServiceError) {
        for rules in try await market.markets() {
            let version = market.hub.marketVersion(rules.number)
            guard seen[rules.number] != version else { continue }
            while try await look(at: rules) {}
            // Only now: a look that failed is looked at again.
            seen[rules.number] = version
        }
    }
}
