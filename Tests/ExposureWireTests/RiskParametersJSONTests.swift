import Basics
import Exposure
import ExposureWire
import Foundation
import Testing

@Suite("The risk rule as it travels")
struct RiskParametersJSONTests {
    private let good = """
        {"version":7,"intercept":8.5,"strength":0.1,"ratio":0.8,"nearFrom":0.4,"minutes":20,"mediumFrom":8,"highFrom":25,\
        "dayWeights":[60,100,50]}
        """

    private func fault(_ text: String) -> RiskParametersFault.Field? {
        do throws(RiskParametersFault) {
            _ = try RiskParameters(json: Array(text.utf8))
            return nil
        } catch {
            return error.field
        }
    }

    @Test("what is written is what is read, to the byte")
    func roundTrip() throws {
        let read = try RiskParameters(json: Array(good.utf8))
        #expect(read.version == 7 && read.minutes == 20 && read.dayWeights == [60, 100, 50])
        #expect(read.model == RiskRule.NearnessModel(intercept: 8.5, slopes: [0.1, 0.8]))
        #expect(read.json == good)
        let own = RiskParameters.compiledIn
        #expect(try RiskParameters(json: Array(own.json.utf8)) == own)
    }

    @Test("members that are not known are passed over", arguments: ["\"later\":{\"a\":[1]},", "\"note\":\"x\","])
    func unknown(member: String) {
        #expect(fault("{\(member)\(good.dropFirst())") == nil)
    }

    @Test("a member that is missing, of another type or out of its bounds is named")
    func faults() {
        for field in RiskParametersFault.Field.allCases {
            #expect(fault(good.replacingOccurrences(of: "\"\(field.rawValue)\":", with: "\"other\":")) == field)
            // A text in the place of its number.
            let name = "\"\(field.rawValue)\":"
            #expect(fault(good.replacingOccurrences(of: name, with: "\(name)\"much\",\"other\":")) == field)
        }
        #expect(fault(good.replacingOccurrences(of: "[60,100,50]", with: "[60.5]")) == .dayWeights)
        #expect(fault(good.replacingOccurrences(of: "[60,100,50]", with: "100")) == .dayWeights)
        #expect(fault(good.replacingOccurrences(of: "\"minutes\":20", with: "\"minutes\":20.5")) == .minutes)
        #expect(fault(good.replacingOccurrences(of: "\"minutes\":20", with: "\"minutes\":1e300")) == .minutes)
        #expect(fault(good.replacingOccurrences(of: "0.4", with: "1e400")) != nil)
        for text in ["", "[]", "null", "7", "{", good + "}", good + String(repeating: " ", count: 2048)] {
            #expect(fault(text) == .version)
        }
    }

    @Test("a signature that holds says what its signer wants, and nothing beside it can")
    func claims() throws {
        let signer = BatchSigner.generate()
        let body = Array("the body".utf8)
        let now = Samples.release
        func rule(_ claims: [(name: String, value: String)]) throws -> ServedRule {
            let signature = try signer.sign(body: body, at: now, retentionDays: 14, protected: claims)
            return try signer.verifier.verify(signature: signature, body: body, release: nil, now: now)
        }
        #expect(try rule([]) == .compiledIn)
        #expect(try rule([(ServedRule.claimName, good)]) == .parameters(try RiskParameters(json: Array(good.utf8))))
        #expect(try rule([(ServedRule.claimName, "")]) == .unusable(RiskParametersFault(.version)))
        let hostile = good.replacingOccurrences(of: "0.4", with: "0.01")
        #expect(try rule([(ServedRule.claimName, hostile)]) == .unusable(RiskParametersFault(.nearFrom)))
        // Who changes the claim breaks the signature.
        let signature = try signer.sign(
            body: body, at: now, retentionDays: 14, protected: [(ServedRule.claimName, good)])
        let other = try signer.sign(body: body, at: now, retentionDays: 14)
        let parts = signature.split(separator: "."), others = other.split(separator: ".")
        #expect(throws: SignatureFault.signature) {
            try signer.verifier.verify(
                signature: "\(parts[0]).\(others[1]).\(parts[2])", body: body, release: nil, now: now)
        }
    }
}
