import ArgumentParser
import Testing

@testable import Commands

private struct Root: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near", version: "7.8", subcommands: [Group.self, EndingLeaf.self])
}

private struct Group: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        groupedSubcommands: [CommandGroup(name: "Things", subcommands: [Thing.self, AnotherThing.self])],
        defaultSubcommand: Thing.self)
}

private struct Thing: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "thing")
    @Argument var side: Side
    @Option var amount = 1

    func validate() throws {
        guard amount > 0 else { throw ValidationError("--amount must be positive") }
    }
}

private struct AnotherThing: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "another")
}

private struct EndingLeaf: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "leaf")
}

private enum Side: String, ExpressibleByArgument, CaseIterable { case buy, sell }

private struct Broken: Error, CustomStringConvertible {
    let description = "the disk is full"
}

@Suite("How a process ends")
struct CommandEndTests {
    private func end(_ arguments: [String]) throws -> CommandEnd {
        do {
            // Help and version are commands of the parser's own, which throw what they have to say.
            var command = try Root.parseAsRoot(arguments)
            try command.run()
        } catch {
            return CommandEnd(of: Root.self, in: nil, after: error)
        }
        throw Broken()
    }

    @Test(
        "wrong usage ends with 2 and one line that names the subcommand's own help",
        arguments: [
            (["nonsense"], "near: Unexpected argument 'nonsense'; see 'near --help'"),
            (["leaf", "x"], "near: Unexpected argument 'x'; see 'near leaf --help'"),
            (["leaf", "x", "x"], "near: 2 unexpected arguments: 'x', 'x'; see 'near leaf --help'"),
            (["leaf", "--wide"], "near: Unknown option '--wide'; see 'near leaf --help'"),
            (["group", "thing"], "near: Missing expected argument '<side>'; see 'near group thing --help'"),
            (["group"], "near: Missing expected argument '<side>'; see 'near group thing --help'"),
            (
                ["group", "thing", "buy", "--amount", "0"],
                "near: --amount must be positive; see 'near group thing --help'"
            ),
            (
                ["group", "buy", "--amount", "much"],
                "near: The value 'much' is invalid for '--amount <amount>'; see 'near group thing --help'"
            ),
            (
                ["group", "boy"],
                "near: The value 'boy' is invalid for '<side>'. Please provide one of 'buy' and 'sell'; "
                    + "see 'near group thing --help'"
            ),
        ])
    func wrongUsage(arguments: [String], reason: String) throws {
        #expect(try end(arguments) == CommandEnd(exitCode: 2, reason: reason))
    }

    @Test("help and version are results, and end with 0")
    func results() throws {
        let help = try end(["group", "thing", "--help"])
        #expect(help.exitCode == 0 && help.reason == nil)
        #expect(help.output?.contains("USAGE: near group thing <side>") == true)
        #expect(try end(["--version"]) == CommandEnd(exitCode: 0, output: "7.8"))
    }

    @Test("wrong usage that a command finds only when it runs names that command's help")
    func foundLate() {
        let end = CommandEnd(of: Root.self, in: AnotherThing.self, after: ValidationError("say --yes"))
        #expect(end == CommandEnd(exitCode: 2, reason: "near: say --yes; see 'near group another --help'"))
    }

    @Test("a failure tells its reason and its own exit code")
    func failures() {
        let failure = CommandEnd(of: Root.self, in: EndingLeaf.self, after: CommandFailure("no such file"))
        #expect(failure == CommandEnd(exitCode: 1, reason: "near: no such file"))
        let locked = CommandEnd(of: Root.self, in: EndingLeaf.self, after: CommandFailure("locked", exitCode: 3))
        #expect(locked == CommandEnd(exitCode: 3, reason: "near: locked"))
        let other = CommandEnd(of: Root.self, in: EndingLeaf.self, after: Broken())
        #expect(other == CommandEnd(exitCode: 1, reason: "near: the disk is full"))
    }

    @Test("an exit code alone says nothing more", arguments: [1, 3])
    func bareCodes(code: Int32) {
        #expect(CommandEnd(of: Root.self, in: EndingLeaf.self, after: ExitCode(code)) == CommandEnd(exitCode: code))
    }
}
