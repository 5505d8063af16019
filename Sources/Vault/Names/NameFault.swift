/// Why a text cannot be a name.
public enum NameFault: Error, Equatable, Sendable {
    /// There is nothing.
    case empty
    /// There is nothing to be seen: only spaces, or characters without a shape.
    case blank
    /// There are more than `limit` characters.
    case tooLong(limit: Int)
    /// There is a control character, a line break, or a mark that reverses the direction of writing.
    case controlCharacter

    /// The stable name of the reason.
    public var code: String {
        switch self {
        case .empty: "vault.name_empty"
        case .blank: "vault.name_blank"
        case .tooLong: "vault.name_too_long"
        case .controlCharacter: "vault.name_control_character"
        }
    }
}

extension NameFault: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .empty: "the name is empty"
        case .blank: "the name has nothing but spaces"
        case .tooLong(let limit): "the name has more than \(limit) characters"
        case .controlCharacter: "the name has a control character"
        }
    }
}
