import ArgumentParser
import Exposure
import ExposureWire
import Foundation

/// The file with the numbers of the risk rule that a server gives to phones.
package struct RiskRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The numbers of the risk rule for phones, signed with every batch; `cerca exposure rule` prints an example.",
            valueName: "file"))
    package var riskRule: String?

    package init() {}

    /// What the file holds; nil without one.
    package func parameters() throws -> RiskParameters? {
        try riskRule.map(RiskRuleFile.parameters)
    }
}

/// Reads such a file.
package enum RiskRuleFile {
    /// The parameters in the file at `path`.
    package static func parameters(at path: String) throws -> RiskParameters {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw CommandFailure("\(path) cannot be read") }
        let data = (try? handle.read(upToCount: RiskParameters.largestJSON + 1)) ?? Data()
        guard data.count <= RiskParameters.largestJSON,
            (try? JSONSerialization.jsonObject(with: data)) is [String: Any]
        else { throw CommandFailure("\(path): not a JSON object of at most \(RiskParameters.largestJSON) bytes") }
        do throws(RiskParametersFault) {
            return try RiskParameters(json: Array(data))
        } catch {
            throw CommandFailure("\(path): \(error.field.rawValue) must be \(error.requirement)")
        }
    }
}
