extension Item {
    /// The values of its fields that are passwords: those of that kind, and hidden fields that look like one.
    ///
    /// Imports keep what they don't know as hidden fields. One is taken for a password when its name says so, or when the
    /// item has an address or a user and no other password, and the value is one word.
    package var passwords: [String] {
        let filled = fields.filter { !$0.value.isEmpty }
        let named = filled.filter { field in
            if case .concealed(let name) = field.kind { return SecretNames.sayPassword(name) }
            return field.kind == .password
        }
        guard named.isEmpty, filled.contains(where: { [.user, .email, .url].contains($0.kind) }) else {
            return named.map(\.value)
        }
        return filled.filter { $0.kind.name != nil && $0.kind.isConcealed && Self.isWord($0.value) }.map(\.value)
    }

    /// Whether a value is one word that a person could type, and no number of a card or a year.
    private static func isWord(_ value: String) -> Bool {
        (5...64).contains(value.count) && !value.contains(where: \.isWhitespace) && !value.contains("://")
            && !value.hasPrefix("{") && !value.hasPrefix("[")
    }
}
