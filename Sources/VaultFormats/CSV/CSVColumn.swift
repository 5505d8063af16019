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
    case field(FieldKind)
    /// Bitwarden's column of custom fields, one `name: value` a line.
    case customFields
    /// Whatever has a name of its own.
    case custom(String)
    /// What says nothing that a vault would keep.
    case ignored

    /// The columns that KeePassXC writes, and so do we.
    static let keePassXC = [
        "Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon", "Last Modified", "Created",
    ]

    private static let names: [String: CSVColumn] = [
        "group": .category, "folder": .category, "category": .category, "grouping": .category,
        "collections": .category,
        "title": .title, "name": .title, "account": .title,
        "favorite": .favourite, "favourite": .favourite, "fav": .favourite, "reprompt": .again,
        "created": .created, "last modified": .modified, "modified": .modified, "deleted": .deleted,
        "icon": .ignored,
        "username": .field(.user), "user name": .field(.user), "user": .field(.user), "login": .field(.user),
        "login name": .field(.user), "login_username": .field(.user),
        "password": .field(.password), "login_password": .field(.password),
        "url": .field(.url), "uri": .field(.url), "website": .field(.url), "web site": .field(.url),
        "login_uri": .field(.url),
        "notes": .field(.note), "note": .field(.note), "comments": .field(.note), "extra": .field(.note),
        "totp": .field(.oneTimePassword), "otp": .field(.oneTimePassword), "otpauth": .field(.oneTimePassword),
        "login_totp": .field(.oneTimePassword), "one-time password": .field(.oneTimePassword),
        "email": .field(.email), "e-mail": .field(.email), "phone": .field(.phone), "pin": .field(.pin),
        "description": .field(.description), "secret number": .field(.secretNumber), "type": .field(.type),
    ]

    /// What a column of this name holds, in any case; a number behind it, as in `URL (2)`, makes it one more of a kind.
    static func named(_ name: String) -> CSVColumn {
        known(name) ?? known(KeePassNames.withoutNumber(name)) ?? .custom(name)
    }

    private static func known(_ name: String) -> CSVColumn? {
        names[name.lowercased()]
    }

    /// The name of the column for the fields of a kind; `number` counts those of one item from 1.
    static func name(of kind: FieldKind, number: Int) -> String {
        let name: String
        switch kind {
        case .user: name = "Username"
        case .note: name = "Notes"
        case .oneTimePassword: name = "TOTP"
        case .concealed: name = kind.word
        case .text(let own):
            let isPlain = named(own) == .custom(own) && FieldNames.name(of: kind) == own
            name = isPlain ? own : kind.word
        default: name = FieldNames.name(of: kind)
        }
        guard number > 1 else { return name }
        // The number stands behind a name that is understood with one.
        return "\(kind.name == nil ? FieldNames.name(of: kind) : name) (\(number))"
    }
}
