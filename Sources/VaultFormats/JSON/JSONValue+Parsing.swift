import Basics

extension JSONValue {
    /// The value that `bytes` are; a mark of byte order before it is passed over.
    init(parsing bytes: [UInt8]) throws(ImportFault) {
        do throws(JSONError) {
            self = try JSONReader<Form>.value(bytes)
        } catch {
            let fault = JSONSyntaxError(error, in: bytes)
            throw .malformed(.line(fault.position(in: bytes).line, Self.reason(error)))
        }
    }

    private static func reason(_ error: JSONError) -> ImportReason {
        switch error {
        case .ended(.value): .plain(.valueMissing)
        case .ended(.character): .plain(.textOpen)
        case .ended(let expectation), .unexpected(let expectation, _): .plain(problem(expectation))
        case .invalidText: .plain(.textNotUTF8)
        case .invalidEscape: .plain(.invalidEscape)
        case .numberOutOfRange: .plain(.numberTooLarge)
        case .duplicateName: .plain(.repeatedName)
        case .tooDeep: .tooDeep(limit: ImportLimits.depth)
        }
    }

    private static func problem(_ expectation: JSONExpectation) -> ImportReason.Problem {
        switch expectation {
        case .value: .valueExpected
        case .name: .keyExpected
        case .colon: .colonExpected
        case .endOfObject, .endOfArray: .commaExpected
        case .digit: .digitExpected
        case .noDigit: .leadingZero
        case .character: .controlCharacter
        case .endOfText: .afterDocument
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
