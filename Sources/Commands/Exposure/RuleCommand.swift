import ArgumentParser
import Exposure
import ExposureWire

/// `cerca exposure rule`: the numbers that phones go by.
struct RuleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Print the numbers of the risk rule, or check a file with others.",
        discussion: """
            Without a file these are the numbers that are compiled into phones. A server gives others with \
            `cerca serve --risk-rule FILE`, signed with every batch. Docs/risk-rule.md says what each means.
            """)

    @Argument(help: "A file for `cerca serve --risk-rule`.")
    var file: String?

    @Flag(help: "Print one JSON object, which is what it prints without this too.")
    var json = false

    func run() throws {
        print(try file.map(RiskRuleFile.parameters).map(\.json) ?? RiskParameters.compiledIn.json)
    }
}
