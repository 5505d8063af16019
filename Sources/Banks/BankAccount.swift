import TypedText

/// Why what somebody wrote is no bank account.
package enum BankAccountFault: Error, Hashable, Sendable, CaseIterable {
    /// The country is not two capital letters.
    case country
    /// The holder is blank, longer than 60 characters, or has some that are not shown.
    case holder
    /// The bank is blank, longer than 60 characters, or has some that are not shown.
    case bank
    /// The number is not 4 to 34 letters and digits, or its check is wrong, or it is of another country.
    case number
    /// The tax number is missing where the country's banks ask for one, its check is wrong, or none belongs there.
    case taxNumber
}

/// What kind of account a bank keeps.
package enum BankAccountKind: Int64, Hashable, Sendable, CaseIterable {
    /// A current account.
    case current = 1
    /// An account at sight (`cuenta vista`), which Chile knows beside the current one.
    case sight = 2
    /// A savings account.
    case savings = 3
}

/// An account at a bank, as far as it can be checked without asking that bank.
package struct BankAccount: Hashable, Sendable {
    /// The country of the bank, two capital letters (ISO 3166-1).
    package let country: String
    /// Whose account it is.
    package let holder: String
    /// The bank.
    package let bank: String
    /// What kind of account it is.
    package let kind: BankAccountKind
    /// Its number, without blanks; where the country uses them the international one.
    package let number: String
    /// The holder's number at the tax office: in Chile alone.
    package let taxNumber: TaxNumber?

    /// Checks what somebody wrote: in Chile the holder's tax number belongs to it, in Europe the number is international.
    ///
    /// - Parameter taxNumber: The tax number as it was written; nil for none.
    package init(
        country: String, holder: String, bank: String, kind: BankAccountKind, number: String, taxNumber: String?
    ) throws(BankAccountFault) {
        guard country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw .country
        }
        guard let holder = Self.line(holder) else { throw .holder }
        guard let bank = Self.line(bank) else { throw .bank }
        self.country = country
        self.holder = holder
        self.bank = bank
        self.kind = kind
        self.number = try Self.number(number, country)
        switch (country, taxNumber) {
        case ("CL", let text?):
            guard let checked = TaxNumber(text) else { throw .taxNumber }
            self.taxNumber = checked
        case ("CL", nil), (_, .some): throw .taxNumber
        case (_, nil): self.taxNumber = nil
        }
    }

    /// The account in one line, for whoever pays out and for histories: 210 characters at most.
    package var line: String {
        let kind =
            switch kind {
            case .current: "current"
            case .sight: "sight"
            case .savings: "savings"
            }
        let parts = [bank, "\(kind) \(number)", holder] + (taxNumber.map { [$0.text] } ?? []) + [country]
        return parts.joined(separator: ", ")
    }

    /// A text of one line without blanks around it; nil for one that cannot be shown so.
    private static func line(_ text: String) -> String? {
        var scalars = text.unicodeScalars[...]
        while scalars.first?.properties.isWhitespace == true { scalars = scalars.dropFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars = scalars.dropLast() }
        guard (1...60).contains(scalars.count), let line = try? ReadableText.read(String(scalars)),
            (1...60).contains(line.unicodeScalars.count)
        else { return nil }
        return line
    }

    private static func number(_ text: String, _ country: String) throws(BankAccountFault) -> String {
        let bytes = Array(text.uppercased().utf8).filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard (4...34).contains(bytes.count),
            bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { throw .number }
        let plain = String(decoding: bytes, as: UTF8.self)
        // What looks like an international number is one, or a slip.
        let looksInternational =
            (0x41...0x5A).contains(bytes[0]) && (0x41...0x5A).contains(bytes[1]) && (0x30...0x39).contains(bytes[2])
            && (0x30...0x39).contains(bytes[3])
        if looksInternational || InternationalAccountNumber.isUsual(in: country) {
            guard let number = InternationalAccountNumber(plain), number.country == country else { throw .number }
            return number.text
        }
        guard country != "CL" || bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .number }
        return plain
    }
}
