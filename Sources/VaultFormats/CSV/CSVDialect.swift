import Vault

/// A program whose tables are known by the names of their columns, where a column means something else than its name
/// says elsewhere.
///
/// Sources: files that these programs write, by what their own importers and those of others expect of them.
enum CSVDialect {
    case bitwarden, keePassXC, firefox, lastPass, nordPass, proton
    /// Logins, cards and the like, and the table of persons, whose `title` is Mr or Mrs.
    case dashlane, dashlanePerson
    /// Any other: columns mean what they are called.
    case other

    /// The program that writes tables with these columns.
    init(_ header: [String]) {
        let names = Set(header.map { $0.lowercased() })
        func has(_ wanted: String...) -> Bool { names.isSuperset(of: wanted) }
        self =
            if has("login_uri") {
                .bitwarden
            } else if header.starts(with: CSVColumn.keePassXC) {
                .keePassXC
            } else if has("url", "formactionorigin", "guid") {
                .firefox
            } else if has("extra", "grouping", "fav") {
                .lastPass
            } else if has("cardholdername", "cardnumber", "cvc") {
                .nordPass
            } else if has("createtime", "modifytime", "totp") {
                .proton
            } else if has("item_name", "first_name") {
                .dashlanePerson
            } else if has("username2", "otpsecret") || has("username2", "otpurl") || has("account_holder", "cc_number")
                || has("number", "issue_date", "place_of_issue") || has("ssid", "passphrase")
            {
                .dashlane
            } else {
                .other
            }
    }

    /// What a column holds in this program's tables.
    func column(_ name: String) -> CSVColumn {
        columns[name.lowercased()] ?? CSVColumn.named(name)
    }

    private var columns: [String: CSVColumn] {
        switch self {
        // Bitwarden says `login` or `note`, which the other columns say as well.
        case .bitwarden: ["type": .ignored, "fields": .customFields, "login_uri": .addresses]
        case .keePassXC, .other: [:]
        case .firefox:
            [
                "guid": .source, "timecreated": .created, "timepasswordchanged": .modified, "timelastused": .ignored,
                "httprealm": .custom("HTTP realm"), "formactionorigin": .formAction,
            ]
        case .lastPass: ["extra": .typedNote, "grouping": .category]
        case .dashlane, .dashlanePerson:
            [
                "title": self == .dashlanePerson ? .custom("Form of address") : .title,
                "otpsecret": .field(.oneTimePassword), "otpurl": .field(.oneTimePassword),
                "username2": .furtherUser, "username3": .furtherUser, "item_name": .title, "account_name": .title,
                "cc_number": .field(.secretNumber), "account_number": .field(.secretNumber),
                "number": .field(.secretNumber), "code": .field(.concealed(name: "Code")),
                "phone_number": .field(.phone), "passphrase": .field(.password),
            ]
        case .nordPass:
            [
                "type": .rowType, "additional_urls": .addresses, "cardnumber": .field(.secretNumber),
                "cvc": .field(.concealed(name: "CVC")), "phone_number": .field(.phone),
                "cardholdername": .custom("Cardholder"), "expirydate": .custom("Expiry date"),
                "zipcode": .custom("Postal code"), "full_name": .custom("Full name"),
                "address1": .custom("Address"), "address2": .custom("Address 2"), "city": .custom("City"),
                "country": .custom("Country"), "state": .custom("State"), "custom_fields": .labelledFields,
            ]
        case .proton:
            [
                "type": .rowType, "url": .addresses, "vault": .category, "createtime": .created,
                "modifytime": .modified,
            ]
        }
    }

    /// Columns whose values together are what an item is called that has no title of its own: the first of these that
    /// have any.
    var titleColumns: [[String]] {
        switch self {
        case .dashlanePerson:
            [
                ["first_name", "middle_name", "last_name"], ["email"], ["phone_number"], ["address"], ["url"],
                ["job_title"],
            ]
        case .dashlane: [["issuing_bank"], ["ssid"], ["type"]]
        case .nordPass: [["full_name"], ["cardholdername"]]
        default: []
        }
    }

    /// Words in the column of types that say no more than the other columns.
    static let plainTypes: Set = ["login", "note", "password", "alias"]
}
