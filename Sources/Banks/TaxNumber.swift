/// The number by which Chile knows a person or a company (RUT), with its check digit.
package struct TaxNumber: Hashable, Sendable {
    /// The number without its check digit, 1,000 to 99,999,999.
    package let number: Int
    /// The check digit: `0` to `9`, or `K`.
    package let check: Character

    /// The number that a text says: digits with or without dots between thousands, and the check digit with or without a
    /// hyphen before it; nil when they do not belong together.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 12, let last = bytes.last else { return nil }
        var body = bytes.dropLast()
        if body.last == UInt8(ascii: "-") { body = body.dropLast() }
        let digits = body.filter { $0 != UInt8(ascii: ".") }
        guard (4...8).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }), digits[0] != 0x30,
            digits.count == body.count || Array(body) == Self.dotted(digits)
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let check = Self.check(of: number)
        guard check.asciiValue == (last == UInt8(ascii: "k") ? UInt8(ascii: "K") : last) else { return nil }
        (self.number, self.check) = (number, check)
    }

    /// The check digit of a number: 11 less the rest by 11 of the digits times 2 to 7, again and again from the right; 11
    /// is 0 and 10 is K.
    package static func check(of number: Int) -> Character {
        var (rest, weight, sum) = (number, 2, 0)
        while rest > 0 {
            sum += rest % 10 * weight
            rest /= 10
            weight = weight == 7 ? 2 : weight + 1
        }
        switch 11 - sum % 11 {
        case 11: return "0"
        case 10: return "K"
        case let digit: return Character(String(digit))
        }
    }

    /// The number as Chile writes it: `12.345.678-5`.
    package var text: String {
        String(decoding: Self.dotted(Array(String(number).utf8)), as: UTF8.self) + "-" + String(check)
    }

    private static func dotted(_ digits: [UInt8]) -> [UInt8] {
        var dotted: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { dotted.append(UInt8(ascii: ".")) }
            dotted.append(digit)
        }
        return dotted
    }
}
