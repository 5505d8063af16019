import Vault

/// A secure note of LastPass that is a card, an address or something else with fields: `NoteType:` and then one
/// `Name:value` a line, the note itself last.
///
/// A line without a name goes on with the value before it, as those of a private key do.
struct CSVTypedNote {
    /// Names and values in the order of the text, without empty ones.
    private(set) var fields: [(name: String, value: String)] = []

    private static let mark = "NoteType:"
    /// What stands before the free text.
    private static let noteName = "Notes"

    /// The fields of a note; nil for one that is only text.
    init?(_ text: String) {
        guard text.hasPrefix(Self.mark) else { return nil }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if fields.last?.name != Self.noteName, let colon = line.firstIndex(of: ":"), Self.isName(line[..<colon]) {
                fields.append((String(line[..<colon]), String(line[line.index(after: colon)...])))
            } else if !fields.isEmpty {
                fields[fields.count - 1].value += "\n\(line)"
            }
        }
        fields.removeAll { $0.value.allSatisfy(\.isWhitespace) || $0.name == "Language" }
    }

    /// Whether text before a colon can be one of LastPass's names: words that begin with a capital letter.
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, first.isUppercase, text.count <= 40 else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "/" || $0 == "'" }
    }

    /// What a field of ours a name stands for.
    static func kind(of name: String) -> FieldKind {
        switch name {
        case "NoteType": .type
        case noteName: .note
        case "Username": .user
        case "Password": .password
        case "Number", "Account Number": .secretNumber
        case "PIN": .pin
        case "Email Address": .email
        case "Phone": .phone
        case "URL": .url
        case "Security Code", "Private Key", "Passphrase", "Social Security Number", "License Key":
            .concealed(name: name)
        // A name that somebody made up might be that of a secret.
        default: shown.contains(name) ? .text(name: name) : .concealed(name: name)
        }
    }

    /// Names of LastPass's own types of note whose values are no secrets.
    private static let shown: Set = [
        "Name on Card", "Type", "Start Date", "Expiration Date", "Bank Name", "Account Type", "Routing Number",
        "SWIFT Code", "IBAN Number", "Branch Address", "Branch Phone", "Title", "First Name", "Middle Name",
        "Last Name",
        "Gender", "Birthday", "Company", "Address 1", "Address 2", "Address 3", "Address", "City / Town", "County",
        "State", "Zip / Postal Code", "Country", "Timezone", "Date", "Name", "Nationality", "Issuing Authority",
        "Date of Birth", "Issued Date", "Expiration", "License Class", "Height", "Sex", "Server", "Port", "Hostname",
        "Database", "SID", "Alias", "Format", "Bit Strength", "Public Key", "SSID", "Encryption", "Connection Type",
        "Connection Mode", "Authentication", "Organization", "Member Name", "Member Since", "Membership Number",
        "Website", "Phone Number", "Evening Phone", "Mobile Phone", "Fax", "Policy Type", "Policy Number", "Insured",
        "Agent Name", "Agent Phone", "SMTP Server", "SMTP Port", "Licensee", "Version", "Publisher", "Support Email",
        "Price", "Purchase Date", "Order Number", "Number of Licenses", "Order Total",
    ]
}
