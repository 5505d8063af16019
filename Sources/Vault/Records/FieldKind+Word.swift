extension FieldKind {
    /// The kind that a word of the command line names, in any case; nil when it names none.
    ///
    /// A field of one's own is `text:Name` or `concealed:Name`; its name is kept as `VaultName` keeps names, and has at
    /// most `nameLimit` characters.
    public init?(_ word: String) {
        if let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) {
            guard let name = try? VaultName(String(word[word.utf8.index(after: colon)...])).text,
                name.unicodeScalars.count <= Self.nameLimit
            else { return nil }
            switch word[..<colon].lowercased() {
            case "text": self = .text(name: name)
            case "concealed", "hidden": self = .concealed(name: name)
            default: return nil
            }
            return
        }
        guard let found = Self.words[word.lowercased()] else { return nil }
        self = found
    }

    /// The word that names the kind on the command line and in its output.
    public var word: String {
        switch self {
        case .type: "type"
        case .user: "user"
        case .password: "password"
        case .description: "description"
        case .url: "url"
        case .note: "note"
        case .pin: "pin"
        case .secretNumber: "secret-number"
        case .email: "email"
        case .phone: "phone"
        case .oneTimePassword: "otp"
        case .text(let name): "text:" + name
        case .concealed(let name): "concealed:" + name
        }
    }

    /// Every word that is understood, with what other programs call the same.
    private static let words: [String: FieldKind] = [
        "type": .type, "kind": .type,
        "user": .user, "username": .user, "user-name": .user, "login": .user,
        "password": .password, "pass": .password,
        "description": .description,
        "url": .url, "uri": .url, "link": .url, "website": .url,
        "note": .note, "notes": .note,
        "pin": .pin,
        "secret-number": .secretNumber, "secretnumber": .secretNumber, "number": .secretNumber,
        "email": .email, "e-mail": .email, "mail": .email,
        "phone": .phone, "telephone": .phone, "tel": .phone,
        "otp": .oneTimePassword, "totp": .oneTimePassword, "one-time-password": .oneTimePassword,
    ]
}

extension FieldKind: CustomStringConvertible {
    /// The word that names the kind.
    public var description: String { word }
}
