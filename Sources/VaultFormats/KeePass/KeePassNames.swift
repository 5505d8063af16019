import Vault

/// The keys under which KeePass and its plug-ins keep what has a meaning of its own.
enum KeePassNames {
    /// What a file of ours calls the program that wrote it.
    static let generator = "Cerca"
    static let title = "Title"
    static let user = "UserName"
    static let password = "Password"
    static let url = "URL"
    static let note = "Notes"
    /// Further addresses: `KP2A_URL`, `KP2A_URL_1`, …, a convention of Keepass2Android that KeePassXC keeps.
    static let furtherURL = "KP2A_URL"
    /// The names of our fields for what KeePass has elements of its own.
    static let tags = "Tags"
    static let expiry = "Expires"

    /// The kind that a key of KeePass itself has.
    static let standard: [String: FieldKind] = [user: .user, password: .password, url: .url, note: .note]

    /// Whether a field of one's own may not be written under this key.
    static func isReserved(_ key: String) -> Bool {
        key == title || standard[key] != nil || key.hasPrefix(furtherURL) || KeePassOneTimePassword.keys.contains(key)
    }

    /// The key without the number that makes a second field of one kind of ours unique, as in `PIN (2)`.
    static func withoutNumber(_ key: String) -> String {
        guard key.hasSuffix(")"), let open = key.lastIndex(of: "("), key[..<open].hasSuffix(" "),
            let number = Int(key[key.index(after: open)...].dropLast()), number > 1
        else { return key }
        let name = String(key[..<open].dropLast())
        return FieldNames.standardKind(name) == nil ? key : name
    }

    /// The key under which a field is written when its own place is taken.
    static func key(of kind: FieldKind) -> String {
        let name = FieldNames.name(of: kind)
        guard let own = kind.name, name == own else { return name }
        return isReserved(own) || withoutNumber(own) != own ? kind.word : own
    }
}

/// The tags of an entry, two of which mean what we have marks for.
struct KeePassTags {
    private static let favourite = "Favorite"
    private static let again = "Reprompt"

    let isFavourite: Bool
    let asksAgain: Bool
    /// The other tags, with commas between them.
    let others: String

    /// The tags in `text`, which has semicolons or commas between them.
    init(_ text: String) {
        let tags = text.split { $0 == ";" || $0 == "," }.map { Self.trimmed($0) }.filter { !$0.isEmpty }
        isFavourite = tags.contains(Self.favourite)
        asksAgain = tags.contains(Self.again)
        others = tags.filter { $0 != Self.favourite && $0 != Self.again }.joined(separator: ", ")
    }

    /// The text of the tags of an item whose other tags are `others`.
    static func text(isFavourite: Bool, asksAgain: Bool, others: String?) -> String {
        var tags = isFavourite ? [favourite] : []
        if asksAgain { tags.append(again) }
        tags += others?.split(separator: ",").map { trimmed($0) } ?? []
        return tags.joined(separator: ";")
    }

    /// Whether these tags would be read again as they are.
    static func areTags(_ text: String) -> Bool {
        let tags = KeePassTags(text)
        return tags.others == text && !tags.isFavourite && !tags.asksAgain && !text.isEmpty
    }

    private static func trimmed(_ tag: Substring) -> String {
        String(tag.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
