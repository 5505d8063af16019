import Encodings

extension JSONValue {
    /// The value that `bytes` are; a mark of byte order before it is passed over.
    init(parsing bytes: [UInt8]) throws(ImportFault) {
        do throws(JSONError) {
            self = try JSONReader<Form>.value(bytes)
        } catch {
            let fault = JSONSyntaxError(error, in: bytes)
            throw .malformed("line \(fault.position(in: bytes).line): \(Self.reason(error))")
        }
    }

    private static func reason(_ error: JSONError) -> String {
        switch error {
        case .ended(.endOfObject), .ended(.endOfArray), .unexpected(.endOfObject, _), .unexpected(.endOfArray, _):
            "a comma is expected"
        case .tooDeep: "more than \(ImportLimits.depth) levels"
        default: error.explanation
        }
    }

    /// Numbers as they are written; of a name that occurs twice the last value counts.
    private enum Form: JSONForm {
        static var levels: Int { ImportLimits.depth }
        static var repeatedNames: JSONRepeatedNames { .lastCounts }
        static var skipsByteOrderMark: Bool { true }
        static var longestNumber: Int? { 64 }

        static func value(_ content: JSONContent<JSONValue, JSONObject.Member>, at offset: Int) -> JSONValue {
            switch content {
            case .null: .null
            case .boolean(let truth): .bool(truth)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements)
            case .object(let members): .object(JSONObject(members))
            }
        }

        static func number(_ number: JSONNumber, at offset: Int) -> JSONValue? { .number(number.text) }

        static func member(_ name: String, at offset: Int, _ value: JSONValue) -> JSONObject.Member { (name, value) }

        static func name(of member: JSONObject.Member) -> String { member.name }
    }
}
