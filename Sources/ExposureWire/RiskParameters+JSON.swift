import Exposure
import Foundation

extension RiskParameters {
    /// The most bytes that are read as parameters.
    public static let largestJSON = 2048

    /// Reads the object that `json` writes; members that are not known are passed over.
    ///
    /// It throws the first member that is missing, has another type or is out of its bounds.
    public init(json bytes: [UInt8]) throws(RiskParametersFault) {
        guard bytes.count <= Self.largestJSON,
            let object = try? JSONDecoder().decode([String: Member].self, from: Data(bytes))
        else { throw RiskParametersFault(.version) }
        func number(_ field: RiskParametersFault.Field) throws(RiskParametersFault) -> Double {
            guard case .number(let value) = object[field.rawValue] else { throw RiskParametersFault(field) }
            return value
        }
        func whole(_ field: RiskParametersFault.Field) throws(RiskParametersFault) -> Int {
            guard let value = Int(exactly: try number(field)) else { throw RiskParametersFault(field) }
            return value
        }
        guard case .numbers(let weights) = object[RiskParametersFault.Field.dayWeights.rawValue] else {
            throw RiskParametersFault(.dayWeights)
        }
        let wholeWeights = weights.compactMap { Int(exactly: $0) }
        guard wholeWeights.count == weights.count else { throw RiskParametersFault(.dayWeights) }
        try self.init(
            version: try whole(.version),
            model: RiskRule.NearnessModel(
                intercept: try number(.intercept), slopes: [try number(.strength), try number(.ratio)]),
            nearFrom: try number(.nearFrom), minutes: try whole(.minutes), mediumFrom: try whole(.mediumFrom),
            highFrom: try whole(.highFrom), dayWeights: wholeWeights)
    }

    /// The parameters as one JSON object without white space, its members always in the same order.
    public var json: String {
        let weights = dayWeights.map(String.init).joined(separator: ",")
        return """
            {"version":\(version),"intercept":\(model.intercept),"strength":\(model.slopes[0]),"ratio":\(model.slopes[1]),\
            "nearFrom":\(nearFrom),"minutes":\(minutes),"mediumFrom":\(mediumFrom),"highFrom":\(highFrom),\
            "dayWeights":[\(weights)]}
            """
    }

    private enum Member: Decodable {
        case number(Double)
        case numbers([Double])
        case other

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let numbers = try? value.decode([Double].self) {
                self = .numbers(numbers)
            } else {
                self = .other
            }
        }
    }
}

/// What a signed batch says of the rule that phones are to go by.
public enum ServedRule: Equatable, Sendable {
    /// Nothing: phones go by what is compiled in.
    case compiledIn
    /// The parameters that the server signed with the batch.
    case parameters(RiskParameters)
    /// Something that no phone goes by: it keeps what it had.
    case unusable(RiskParametersFault)

    /// The name of the claim, whose value is the JSON of the parameters as a text.
    public static let claimName = "risk-rule"

    /// What the claim of a signature that was checked says; nil without one.
    init(claim: String?) {
        guard let claim else {
            self = .compiledIn
            return
        }
        do throws(RiskParametersFault) {
            self = .parameters(try RiskParameters(json: Array(claim.utf8)))
        } catch {
            self = .unusable(error)
        }
    }
}
