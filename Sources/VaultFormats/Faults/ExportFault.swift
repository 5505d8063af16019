/// Why a vault was not exported.
public enum ExportFault: Error, Equatable, Sendable {
    /// The format is encrypted and no password was given.
    case needsPassword
    /// The cost of key derivation is not one that readers of the format accept.
    case invalidCost
    /// The key could not be derived, for want of memory.
    case derivationFailed
    /// A field holds a character that XML cannot say, such as U+0001.
    case notInXML(title: String, field: String, character: UInt32)
    /// The items have more than `limit` kinds of field, each of which would be a column.
    case tooManyColumns(limit: Int)

    /// The stable name of the reason.
    public var code: String {
        switch self {
        case .needsPassword: "vault.export_needs_password"
        case .invalidCost: "vault.export_invalid_cost"
        case .derivationFailed: "vault.export_derivation_failed"
        case .notInXML: "vault.export_not_in_xml"
        case .tooManyColumns: "vault.export_too_many_columns"
        }
    }
}

extension ExportFault: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .needsPassword:
            return "the format is encrypted: a password for the file is needed"
        case .invalidCost:
            return "Bitwarden does not accept that cost of key derivation"
        case .derivationFailed:
            return "the key could not be derived; there is not enough memory"
        case .notInXML(let title, let field, let character):
            let digits = String(character, radix: 16, uppercase: true)
            let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return "item \"\(title)\": field \(field) has the character U+\(number), which XML cannot express"
        case .tooManyColumns(let limit):
            return "the items have more than \(Grouped(limit)) different fields, each of which would be a column"
        }
    }
}
