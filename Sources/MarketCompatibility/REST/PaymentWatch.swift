import HTTPKit
import Logging
import ServiceLifecycle

/// Tries again to change what was paid for invoices, for as long as the server runs.
package struct PaymentWatch: NamedService {
    private let payments: PaymentService
    private let logger: Logger

    /// Looks after the invoices of these services.
    package init(_ payments: PaymentService, logger: Logger) {
        self.payments = payments
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                do { try await payments.convertWaiting() } catch {
                    guard !Task.isCancelled else { break }
                    logger.warning("payments cannot be changed", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
