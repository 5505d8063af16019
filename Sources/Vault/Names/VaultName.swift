/// What a person calls a user, a category, an item or an attachment.
///
/// It is kept as written, in Unicode's composed form (NFC) and without the spaces around it. Two names are the same
/// when they are so in NFC without regard to case: "Ánimo", "ánimo" and "a\u{301}nimo" are one name, "animo" is another.
public struct VaultName: Sendable {
    /// The most characters (Unicode scalars, after composition) that a name has.
    public static let limit = 200

    /// The name as it is shown, in NFC.
    public let text: String

    /// The name that `text` gives.
    public init(_ text: String) throws(NameFault) {
        guard !text.isEmpty else { throw .empty }
        // Composition never more than thirds a text; what is longer than that is refused before it costs anything.
        guard text.utf8.count <= Self.limit * 16 else { throw .tooLong(limit: Self.limit) }
        guard let trimmed = NameCharacters.trimmed(text) else { throw .blank }
        guard !NameCharacters.hasControl(trimmed) else { throw .controlCharacter }
        let composed = UnicodeForms.composed(trimmed)
        guard composed.unicodeScalars.count <= Self.limit else { throw .tooLong(limit: Self.limit) }
        self.text = composed
    }

    /// A name that was checked when it was written, and is read back from where no other program can write.
    init(checked text: String) {
        self.text = text
    }

    /// The form in which names are compared.
    public var folded: FoldedName { FoldedName(self) }
}

extension VaultName: Hashable {
    /// Whether two names are the same without regard to case.
    public static func == (left: VaultName, right: VaultName) -> Bool {
        left.folded == right.folded
    }

    /// Feeds the form in which names are compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(folded)
    }
}

extension VaultName: CustomStringConvertible {
    /// The name as it is shown.
    public var description: String { text }
}
