/// Why a vault was not exported.
public enum ExportFault: Error, Equatable, Sendable {
    /// The format is encrypted and no password was given.
    case needsPassword
    /// The cost of key derivation is not one that readers of the format accept.
    case invalidCost
    /// The key could not be derived because memory is missing.
    case derivationFailed
    /// The items have more than `limit` kinds of field, each of which would be a column.
    case tooManyColumns(limit: Int)

    /// The stable name of the reason.
    public var code: String {
        switch self {
        case .needsPassword: "vault.export_needs_password"
        case .invalidCost: "vault.export_invalid_cost"
        case .derivationFailed: "vault.export_derivation_failed"
        case .tooManyColumns: "vault.export_too_many_columns"
        }
    }
}

extension ExportFault: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .needsPassword: "the format is encrypted: a password for the file is needed"
        case .invalidCost: "readers of the format do not accept that cost of key derivation"
        case .derivationFailed: "the key could not be derived; there is not enough memory"
        case .tooManyColumns(let limit):
            "the items have more than \(Grouped(limit)) different fields, each of which would be a column"
        }
    }
}

/// A value that is written with a mark such as `⟦U+0002⟧` for each character that the format can't express.
///
/// ``VaultImport`` turns the marks back.
public struct ExportChange: Equatable, Sendable {
    /// The title of the item.
    public let title: String
    /// The name of the field.
    public let field: String
    /// The first such character.
    public let character: UInt32

    /// The character as it is usually named, such as `U+0002`.
    public var characterName: String { "U+" + Self.digits(of: character) }

    /// The number of a character in hexadecimal, with four digits at least.
    static func digits(of character: UInt32) -> String {
        let digits = String(character, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension ExportChange: CustomStringConvertible {
    /// What was changed, in one line.
    public var description: String {
        "item \"\(title)\": field \(field) has the character \(characterName), which was written as a mark"
    }
}

/// A file for another program.
public struct ExportedFile: Equatable, Sendable {
    /// What is in it.
    public let bytes: [UInt8]
    /// What had to be written otherwise.
    public var changes: [ExportChange] = []
}
