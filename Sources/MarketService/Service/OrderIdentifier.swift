/// An order's number as a text: `O6572150`, in our own API, in API v2 and on sockets.
package enum OrderIdentifier {
    /// The text of a number.
    package static func text(_ number: Int64) -> String { "O\(number)" }

    /// The number of a text with one letter before it or none, as API v1's `M103966`; nil for anything else.
    package static func number(_ text: String) -> Int64? {
        var digits = text.utf8[...]
        if let first = digits.first, (0x41...0x5A).contains(first & 0xDF) { digits.removeFirst() }
        guard (1...19).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(String(Substring(digits)))
    }
}

/// Which generation of the exchange's API a path belongs to.
package enum APIVersion: String, CaseIterable {
    /// 2017 to 2019.
    case v1
    /// 2020.
    case v2
}
