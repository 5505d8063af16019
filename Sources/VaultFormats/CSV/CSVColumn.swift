import Basics
import Vault

/// What a column of a table of items holds, by its name.
enum CSVColumn: Equatable {
    case category, title, favourite, again, created, modified, deleted
    /// What tells an item from all others, in the words of the program that wrote it.
    case source
    /// What sort of item a row is.
    case rowType
    /// One address or several.
    case addresses
    /// Another name to sign in with, or an e-mail address.
    case furtherUser
    /// Where a form was sent, which says something only when it is not the address.
    case formAction
    /// A note that may have fields in it.
    case typedNote
    /// An array of JSON with custom fields.
    case labelledFields
    /// Lines of `name:value` that are secrets.
    case keyedSecrets
    case field(FieldKind)
    /// Bitwarden's column of custom fields, one `name: value` a line.
    case customFields
    /// What is known to be no secret, under a name of its own.
    case text(String)
    /// Whatever has a name that is not known: it might be a secret, and is hidden.
    case custom(String)
    /// What says nothing that a vault would keep.
    case ignored

    /// The columns that KeePassXC writes, and so do we.
    static let keePassXC = [
        "Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon", "Last Modified", "Created",
    ]

    /// What a column of this name holds, in any case; a number behind it, as in `URL (2)`, makes it one more of a kind.
    static func named(_ name: String) -> CSVColumn {
        known(name) ?? known(KeePassNames.withoutNumber(name)) ?? .custom(name)
    }

    private static func known(_ name: String) -> CSVColumn? {
        CSVWords.column(folded(name))
    }

    /// A column's name as names are compared: in lower case, composed, without the spaces around it.
    static func folded(_ name: String) -> String {
        let scalars = name.lowercased().unicodeScalars.filter { $0 != "\u{FEFF}" && $0 != "\u{200B}" }
        let text = String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
        return text.joined(separator: " ")
    }

    /// The name of the column for the fields of a kind; `number` counts those of one item from 1.
    static func name(of kind: FieldKind, number: Int) -> String {
        let name: String
        switch kind {
        case .user: name = "Username"
        case .note: name = "Notes"
        case .oneTimePassword: name = "TOTP"
        // A column of another name would be read as a hidden field.
        case .concealed, .text: name = kind.word
        default: name = FieldNames.name(of: kind)
        }
        guard number > 1 else { return name }
        // The number stands behind a name that is understood with one.
        return "\(kind.name == nil ? FieldNames.name(of: kind) : name) (\(number))"
    }
}
