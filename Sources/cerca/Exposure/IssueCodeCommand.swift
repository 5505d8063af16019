import ArgumentParser
import Foundation
import Logging
import Server
import Storage

/// `cerca exposure issue-code`: makes a one-time code and prints it, beside a running server as well.
struct IssueCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue-code",
        abstract: "Make a code with which one person can report a positive test.",
        discussion: """
            It is printed once and kept nowhere, can be used once and holds for three days. The audit trail says that \
            the operator of the machine made it.
            """)

    @Option(help: "The server's database: sqlite:PATH or postgres://….")
    var database: String

    @Option(help: "The file with the server's signing key; by default beside the database, as for cerca serve.")
    var exposureKey: String?

    @Option(
        parsing: .unconditional,
        help: "Seconds by which the server's clock differs from the system's, ahead or behind; for tests.")
    var clockOffset: Int64 = 0

    func validate() throws {
        _ = try databaseURL()
    }

    func run() async throws {
        let url = try databaseURL()
        if case .sqlite(let path) = url, !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure("\(path) does not exist")
        }
        let signer = try ExposureKeyFile.signer(at: exposureKey ?? ExposureKeyFile.defaultPath(for: url))
        let logger = Logger(label: "cerca.exposure", factory: { _ in SwiftLogNoOpLogHandler() })
        let opened: any Database
        do {
            opened = try await ServerDatabase.open(url, logger: logger)
        } catch {
            throw CommandFailure("\(url) cannot be opened: \(error)")
        }
        let service = ExposureService(
            database: opened, clock: .system(offsetSeconds: clockOffset), signer: signer)
        do throws(ServiceError) {
            let issued = try await service.issueCode(by: .operatorOfTheMachine)
            await opened.close()
            print(issued.code)
        } catch {
            await opened.close()
            throw CommandFailure("\(url) did not do what it was asked: \(error.code)")
        }
    }

    private func databaseURL() throws -> DatabaseURL {
        do throws(StorageError) {
            return try DatabaseURL(database)
        } catch {
            throw ValidationError("--database: \(error)")
        }
    }
}
