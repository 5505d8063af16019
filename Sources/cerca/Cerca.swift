import ArgumentParser
import CommandOutput
import ExposureCommands
import Foundation
import MarketCommands
import RadioCommands
import VaultCommands
import VenueCommands

/// The command `cerca`.
///
/// Exit codes: 0 done, 1 the operation failed, 2 wrong usage, 3 a vault is locked out; the reason is one line on
/// standard error.
@main
struct Cerca: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cerca",
        abstract: "Beacons, phones and a server agree that someone is here, without saying who.",
        discussion: "To see it at work: cerca demo",
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, ServeCommand.self, VenueCommand.self, BeaconCommand.self, ScanCommand.self,
            PhoneCommand.self, ExposureCommand.self, VaultCommand.self, MarketCommand.self, AdminCommand.self,
            BenchCommand.self, APICommand.self,
        ]
    )

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var concurrent = command as? any AsyncParsableCommand {
                try await concurrent.run()
            } else {
                try command.run()
            }
        } catch {
            finish(after: error)
        }
    }

    /// Tells the reason and ends the process with the exit code that the error stands for.
    private static func finish(after error: any Error) -> Never {
        if let failure = error as? CommandFailure {
            StandardError.write("cerca: \(failure.reason)")
            Foundation.exit(failure.exitCode)
        }
        switch exitCode(for: error) {
        case .success:
            print(fullMessage(for: error))
            Foundation.exit(0)
        case .validationFailure:
            StandardError.write("cerca: \(message(for: error)); see cerca --help")
            Foundation.exit(2)
        default:
            let code = exitCode(for: error)
            if !(error is ExitCode) { StandardError.write("cerca: \(error)") }
            Foundation.exit(code.rawValue == 0 ? 0 : 1)
        }
    }
}
