extension JSONValue {
    /// A number as it is written, so that no digit of it is lost; equal to every number of the same value.
    public struct Number: Sendable {
        /// The characters, as RFC 8259 section 6 allows them; `null` for what JSON cannot say.
        public let text: String

        /// The shortest text of `value`; `null` when it is infinite or not a number.
        public init(_ value: Double) {
            text = value.isFinite ? value.description : "null"
        }

        /// The number that `text` says, which has the form of RFC 8259.
        package init(written text: String) {
            self.text = text
        }

        /// The nearest double.
        public var double: Double { Double(text) ?? .nan }

        /// The same number without an exponent, `0.00001` for `1e-05`; the text as it is when that would be longer than
        /// 400 characters.
        public var plainText: String {
            guard text.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) else { return text }
            let parts = Parts(text)
            guard parts.digits.count < 400, parts.point.magnitude < 400 else { return text }
            return parts.plainText
        }
    }

    /// A number; what JSON cannot say (not a number, infinity) is written as `null`.
    public static func number(_ value: Double) -> JSONValue { .number(Number(value)) }
}

extension JSONValue.Number: Equatable {
    /// Whether both have the same value, however they are written.
    public static func == (one: JSONValue.Number, other: JSONValue.Number) -> Bool {
        one.text == other.text || Parts(one.text) == Parts(other.text)
    }
}

/// A number taken apart, whose value is the fraction `digits` times 10^`point`.
private struct Parts: Equatable {
    var isNegative = false
    /// The digits, as ASCII, without zeros before and behind them; none for zero.
    var digits: [UInt8] = []
    var point = 0

    init(_ text: String) {
        var isFraction = false
        var exponent = 0
        var isExponent = false
        var isExponentNegative = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-") where isExponent: isExponentNegative = true
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
            case 0x30...0x39 where isExponent: exponent = min(exponent * 10 + Int(byte - 0x30), 1 << 20)
            case 0x30...0x39:
                // Zeros before the first other digit only move the point.
                if byte != 0x30 || !digits.isEmpty {
                    digits.append(byte)
                    if !isFraction { point += 1 }
                } else if isFraction {
                    point -= 1
                }
            default: break
            }
        }
        while digits.last == 0x30 { digits.removeLast() }
        point = digits.isEmpty ? 0 : point + (isExponentNegative ? -exponent : exponent)
        isNegative = isNegative && !digits.isEmpty
    }

    /// The value without an exponent.
    var plainText: String {
        let zero = UInt8(ascii: "0")
        var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        let whole = digits.prefix(max(point, 0))
        text += whole.isEmpty ? [zero] : whole + Array(repeating: zero, count: max(point - whole.count, 0))
        if digits.count > whole.count {
            text += [UInt8(ascii: ".")] + Array(repeating: zero, count: max(-point, 0)) + digits.dropFirst(whole.count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
