import ArgumentParser
import Testing

@testable import Commands

/// A command of the tree with the words that lead to it.
struct Leaf: Sendable, CustomTestStringConvertible {
    let words: [String]
    let type: any ParsableCommand.Type

    var testDescription: String { words.joined(separator: " ") }

    /// Every command that does something itself and is shown.
    static let all = leaves(of: Cerca.self, ["cerca"])

    private static func leaves(of type: any ParsableCommand.Type, _ words: [String]) -> [Leaf] {
        guard type.configuration.shouldDisplay else { return [] }
        let below = type.configuration.subcommands
        if below.isEmpty { return [Leaf(words: words, type: type)] }
        return below.flatMap { leaves(of: $0, words + [$0.configuration.commandName ?? ""]) }
    }
}

@Suite("The tree of commands")
struct CommandTreeTests {
    @Test("every command that does something is reached by words of its own")
    func words() {
        #expect(Leaf.all.count > 60)
        #expect(Set(Leaf.all.map(\.testDescription)).count == Leaf.all.count)
        for leaf in Leaf.all {
            #expect(leaf.words.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() && !$0.contains(" ") }, "\(leaf)")
        }
    }

    @Test("every command prints JSON for programs", arguments: Leaf.all)
    func json(leaf: Leaf) {
        let help = Cerca.helpMessage(for: leaf.type, columns: 400)
        #expect(help.split(separator: "\n").contains { $0.contains("--json ") && $0.contains("JSON") })
    }

    @Test("every command says in a sentence what it does, and its help begins with its own words", arguments: Leaf.all)
    func help(leaf: Leaf) throws {
        let abstract = leaf.type.configuration.abstract
        #expect(abstract.hasSuffix(".") && abstract.first?.isUppercase == true, "\(abstract)")
        let help = Cerca.helpMessage(for: leaf.type, columns: 100)
        #expect(help.contains("USAGE: \(leaf.testDescription)"))
    }

    @Test("an option that no command has ends with 2 and names the command's own help", arguments: Leaf.all)
    func unknownOption(leaf: Leaf) throws {
        let error = #expect(throws: (any Error).self) {
            _ = try Cerca.parseAsRoot(leaf.words.dropFirst() + ["--no-such-option-anywhere"])
        }
        let end = CommandEnd(of: Cerca.self, in: nil, after: try #require(error))
        #expect(end.exitCode == 2 && end.output == nil)
        let reason = try #require(end.reason)
        #expect(reason.hasPrefix("cerca: ") && !reason.contains("\n"))
        #expect(reason.hasSuffix("; see '\(leaf.testDescription) --help'"), "\(reason)")
    }
}
