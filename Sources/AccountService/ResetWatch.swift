import HTTPKit
import Logging
import ServiceLifecycle

/// Mails links that reset passwords, after the answers to those who asked for them, for as long as the server runs.
package struct ResetWatch: NamedService {
    private let accounts: AccountService
    private let logger: Logger

    /// Answers what `accounts` are asked; the log is told of failures, and never of whom.
    package init(_ accounts: AccountService, logger: Logger) {
        self.accounts = accounts
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        guard accounts.sendsMail else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .milliseconds(500))) != nil {
                do {
                    _ = try await accounts.answerResets()
                } catch {
                    guard !Task.isCancelled else { break }
                    logger.warning("resets cannot be answered", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
