/// An international bank account number (ISO 13616), with its check.
package struct InternationalAccountNumber: Hashable, Sendable {
    /// The number without blanks, in capital letters.
    package let text: String

    /// The number that a text says, with or without blanks between its groups; nil when its check or its length is wrong,
    /// or its country has none.
    package init?(_ text: String) {
        let bytes = Array(text.uppercased().utf8).filter { $0 != UInt8(ascii: " ") }
        guard bytes.count <= 34, bytes.count >= 5,
            let length = Self.lengths[String(decoding: bytes.prefix(2), as: UTF8.self)], bytes.count == length,
            bytes[2...3].allSatisfy({ (0x30...0x39).contains($0) }),
            bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }),
            Self.rest(of: bytes) == 1
        else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// The country whose bank it is, two capital letters.
    package var country: String { String(text.prefix(2)) }

    /// Whether accounts of a country are known by such a number alone: that of the single euro payments area.
    package static func isUsual(in country: String) -> Bool { usual.contains(country) }

    /// The rest by 97 of the digits, the first four characters behind the others and letters as numbers from 10 on.
    private static func rest(of bytes: [UInt8]) -> Int {
        (bytes[4...] + bytes[..<4]).reduce(0) { rest, byte in
            byte <= 0x39 ? (rest * 10 + Int(byte - 0x30)) % 97 : (rest * 100 + Int(byte - 0x41) + 10) % 97
        }
    }

    /// How long the number is, by country.
    ///
    /// Source: SWIFT, "IBAN Registry".
    private static let lengths: [String: Int] = [
        "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "CH": 21,
        "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18,
        "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23,
        "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27,
        "MD": 24, "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29,
        "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TN": 24, "TR": 26, "UA": 29, "VA": 22,
        "XK": 20,
    ]

    private static let usual: Set<String> = [
        "AD", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GI", "GR", "HR", "HU",
        "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK", "SM",
        "VA",
    ]
}
