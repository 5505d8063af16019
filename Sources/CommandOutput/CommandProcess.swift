import ArgumentParser
import Foundation

/// A process that does what its arguments ask of a command.
///
/// Exit codes: 0 done, 1 the operation failed, 2 wrong usage, 3 a vault is locked out; the reason is one line on
/// standard error.
package enum CommandProcess {
    /// Reads the arguments, does what they ask, and ends the process when that failed.
    package static func run<Root: AsyncParsableCommand>(_ root: Root.Type) async {
        do {
            var command = try Root.parseAsRoot()
            if var concurrent = command as? any AsyncParsableCommand {
                try await concurrent.run()
            } else {
                try command.run()
            }
        } catch {
            finish(root, after: error)
        }
    }

    /// Tells the reason and ends the process with the exit code that the error stands for.
    private static func finish<Root: ParsableCommand>(_ root: Root.Type, after error: any Error) -> Never {
        if let failure = error as? CommandFailure {
            StandardError.write("\(name(of: root)): \(failure.reason)")
            Foundation.exit(failure.exitCode)
        }
        switch Root.exitCode(for: error) {
        case .success:
            print(Root.fullMessage(for: error))
            Foundation.exit(0)
        case .validationFailure:
            StandardError.write("\(name(of: root)): \(Root.message(for: error)); see \(name(of: root)) --help")
            Foundation.exit(2)
        default:
            let code = Root.exitCode(for: error)
            if !(error is ExitCode) { StandardError.write("\(name(of: root)): \(error)") }
            Foundation.exit(code.rawValue == 0 ? 0 : 1)
        }
    }

    private static func name(of root: any ParsableCommand.Type) -> String {
        root.configuration.commandName ?? root._commandName
    }
}
