import ArgumentParser
import Foundation

/// A process that does what its arguments ask of a command.
///
/// Exit codes: 0 done, 1 the operation failed, 2 wrong usage, 3 a vault is locked out; the reason is one line on
/// standard error.
package enum CommandProcess {
    /// Reads the arguments, does what they ask, and ends the process when that failed.
    package static func run<Root: AsyncParsableCommand>(_ root: Root.Type) async {
        var subcommand: (any ParsableCommand.Type)?
        do {
            var command = try Root.parseAsRoot()
            subcommand = type(of: command)
            if var concurrent = command as? any AsyncParsableCommand {
                try await concurrent.run()
            } else {
                try command.run()
            }
        } catch {
            let end = CommandEnd(of: root, in: subcommand, after: error)
            if let output = end.output { print(output) }
            if let reason = end.reason { StandardError.write(reason) }
            Foundation.exit(end.exitCode)
        }
    }
}
