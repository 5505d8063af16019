/// A name in the form in which names are compared and bound into keys: composed (NFC) and without case.
public struct FoldedName: Hashable, Sendable {
    /// The folded text, in NFC.
    public let text: String

    /// The folded form of `name`.
    public init(_ name: VaultName) {
        text = UnicodeForms.caseFolded(name.text)
    }

    /// The folded text in UTF-8.
    public var bytes: [UInt8] { Array(text.utf8) }

    /// Whether two folded names have the same bytes.
    ///
    /// Strings that are canonically equivalent are equal in Swift; both are composed, so bytes decide faster.
    public static func == (left: FoldedName, right: FoldedName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }
}

extension FoldedName: CustomStringConvertible {
    /// The folded text.
    public var description: String { text }
}
