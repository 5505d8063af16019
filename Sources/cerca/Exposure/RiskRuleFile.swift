import ArgumentParser
import Exposure
import ExposureWire
import Foundation

/// The file with the numbers of the risk rule that a server gives to phones.
struct RiskRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The numbers of the risk rule for phones, signed with every batch; `cerca exposure rule` prints an example.",
            valueName: "file"))
    var riskRule: String?

    /// What the file holds; nil without one.
    func parameters() throws -> RiskParameters? {
        try riskRule.map(RiskRuleFile.parameters)
    }
}

/// Reads such a file.
enum RiskRuleFile {
    /// The parameters in the file at `path`.
    static func parameters(at path: String) throws -> RiskParameters {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw CommandFailure("\(path) cannot be read") }
        let data = (try? handle.read(upToCount: RiskParameters.largestJSON + 1)) ?? Data()
        guard data.count <= RiskParameters.largestJSON,
            (try? JSONSerialization.jsonObject(with: data)) is [String: Any]
        else { throw CommandFailure("\(path): no JSON object of at most \(RiskParameters.largestJSON) bytes") }
        do throws(RiskParametersFault) {
            return try RiskParameters(json: Array(data))
        } catch {
            throw CommandFailure("\(path): \(error.field.rawValue) must be \(error.requirement)")
        }
    }
}

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

    func run() throws {
        print(try file.map(RiskRuleFile.parameters).map(\.json) ?? RiskParameters.compiledIn.json)
    }
}
