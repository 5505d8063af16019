import ArgumentParser

/// How a process ends that did not do what it was asked, or was asked for its help.
struct CommandEnd: Equatable {
    /// 0 done, 1 the operation failed, 2 wrong usage, 3 a vault is locked out.
    let exitCode: Int32
    /// What goes to standard output: help, a version, a script.
    var output: String?
    /// The reason, one line for standard error.
    var reason: String?

    /// The end that an error stands for.
    ///
    /// - Parameters:
    ///   - root: The command whose arguments were read.
    ///   - command: The subcommand that threw the error; nil when the arguments could not be read.
    init<Root: ParsableCommand>(of root: Root.Type, in command: (any ParsableCommand.Type)?, after error: any Error) {
        let name = Self.name(of: root)
        if let failure = error as? CommandFailure {
            self.init(exitCode: failure.exitCode, reason: "\(name): \(failure.reason)")
            return
        }
        let code = Root.exitCode(for: error)
        switch code {
        case .success: self.init(exitCode: 0, output: Root.fullMessage(for: error))
        case .validationFailure:
            let names = command.flatMap { Self.path(to: $0, from: root) }?.joined(separator: " ")
            let help = names.map { "\($0) --help" } ?? Self.help(in: Root.fullMessage(for: error)) ?? "\(name) --help"
            var message = Self.onOneLine(Root.message(for: error))
            // The parser ends some of its sentences with a full stop, and here they go on.
            if message.hasSuffix(".") { message.removeLast() }
            self.init(exitCode: 2, reason: "\(name): \(message); see '\(help)'")
        default:
            self.init(
                exitCode: code.rawValue == 0 ? 1 : code.rawValue,
                reason: error is ExitCode ? nil : "\(name): \(error)")
        }
    }

    init(exitCode: Int32, output: String? = nil, reason: String? = nil) {
        self.exitCode = exitCode
        self.output = output
        self.reason = reason
    }

    /// A message of the parser, whose lists of possible values have a line for each.
    private static func onOneLine(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        guard let first = lines.first, lines.count > 1 else { return message }
        let values = lines.dropFirst().map { line in line.drop { $0 == " " || $0 == "-" } }
        return "\(first) \(values.joined(separator: ", "))"
    }

    /// The names that lead from a command to one of its subcommands, both included; nil when it is none of them.
    static func path(to command: any ParsableCommand.Type, from root: any ParsableCommand.Type) -> [String]? {
        if ObjectIdentifier(command) == ObjectIdentifier(root) { return [name(of: root)] }
        for subcommand in root.configuration.subcommands {
            if let path = path(to: command, from: subcommand) { return [name(of: root)] + path }
        }
        return nil
    }

    /// The command whose help the parser names in its last line.
    private static func help(in message: String) -> String? {
        guard let line = message.split(separator: "\n").last?.drop(while: { $0 == " " }), line.hasPrefix("See '"),
            let end = line.lastIndex(of: "'")
        else { return nil }
        return String(line[..<end].dropFirst(5))
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? command._commandName
    }
}
