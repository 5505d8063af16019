import Vault

/// A program whose tables are known by the names of their columns, where a column means something else than its name
/// says elsewhere.
///
/// Sources: files that these programs write, by what their own importers and those of others expect of them.
enum CSVDialect {
    case bitwarden, keePassXC, firefox, lastPass, nordPass, proton, roboForm, zoho
    /// KeePass 1, and KeePass 2 when it writes the tables of KeePass 1.
    case keePass1
    /// Logins, cards and the like, and the table of persons, whose `title` is Mr or Mrs.
    case dashlane, dashlanePerson
    /// Any other: columns mean what they are called.
    case other

    /// The program that writes tables with these columns.
    init(_ header: [String]) {
        let names = Set(header.map(CSVColumn.folded))
        func has(_ wanted: String...) -> Bool { names.isSuperset(of: wanted) }
        self =
            if has("login_uri") {
                .bitwarden
            } else if header.starts(with: CSVColumn.keePassXC) {
                .keePassXC
            } else if has("account", "login name", "password", "web site", "comments") {
                .keePass1
            } else if has("url", "formactionorigin", "guid") {
                .firefox
            } else if has("extra", "grouping", "fav") {
                .lastPass
            } else if has("cardholdername", "cardnumber", "cvc") {
                .nordPass
            } else if has("createtime", "modifytime", "totp") {
                .proton
            } else if has("name", "login", "pwd") && (has("matchurl") || has("rffields") || has("rffieldsv2")) {
                .roboForm
            } else if has("secretdata") || has("secret data") {
                .zoho
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

    /// Whether a backslash escapes quotation marks and backslashes, in place of a doubled quotation mark.
    var hasBackslashEscapes: Bool { self == .keePass1 }

    /// Whether values behind the last column belong to it: RoboForm writes each field of a form as one.
    var hasFurtherValues: Bool { self == .roboForm }

    /// Whether this program has written passwords with entities of HTML in place of their characters.
    var mayBeEscaped: Bool { self == .lastPass }

    /// What a column holds in this program's tables.
    func column(_ name: String) -> CSVColumn {
        columns[CSVColumn.folded(name)] ?? CSVColumn.named(name)
    }

    private var columns: [String: CSVColumn] {
        switch self {
        // Bitwarden says `login` or `note`, which the other columns say as well.
        case .bitwarden: ["type": .ignored, "fields": .customFields, "login_uri": .addresses]
        case .keePassXC, .other: [:]
        case .keePass1:
            [
                "group tree": .text("Group tree"), "uuid": .source, "creation time": .created,
                "last modification": .modified, "last access": .ignored, "expires": .text("Expires"),
            ]
        case .firefox:
            [
                "guid": .source, "timecreated": .created, "timepasswordchanged": .modified, "timelastused": .ignored,
                "httprealm": .text("HTTP realm"), "formactionorigin": .formAction,
            ]
        case .lastPass: ["extra": .typedNote, "grouping": .category]
        // The address that a form is filled in at, where it is another.
        case .roboForm: ["matchurl": .formAction]
        case .zoho:
            [
                "password name": .title, "secret name": .title, "password url": .field(.url),
                "secret url": .field(.url),
                "password description": .field(.description), "classification": .text("Classification"),
                "folder name": .category, "secretdata": .keyedSecrets, "secret data": .keyedSecrets,
                "custom data": .keyedSecrets, "customdata": .keyedSecrets,
            ]
        case .dashlane, .dashlanePerson:
            [
                "title": self == .dashlanePerson ? .text("Form of address") : .title,
                "otpsecret": .field(.oneTimePassword), "otpurl": .field(.oneTimePassword),
                "username2": .furtherUser, "username3": .furtherUser, "item_name": .title, "account_name": .title,
                "cc_number": .field(.secretNumber), "account_number": .field(.secretNumber),
                "number": .field(.secretNumber), "code": .field(.concealed(name: "Code")),
                "phone_number": .field(.phone), "passphrase": .field(.password),
            ].merging(Self.shown(Self.dashlaneNames)) { own, _ in own }
        case .nordPass:
            [
                "type": .rowType, "additional_urls": .addresses, "cardnumber": .field(.secretNumber),
                "cvc": .field(.concealed(name: "CVC")), "phone_number": .field(.phone),
                "cardholdername": .text("Cardholder"), "expirydate": .text("Expiry date"),
                "zipcode": .text("Postal code"), "full_name": .text("Full name"),
                "address1": .text("Address"), "address2": .text("Address 2"), "city": .text("City"),
                "country": .text("Country"), "state": .text("State"), "custom_fields": .labelledFields,
            ]
        case .proton:
            [
                "type": .rowType, "url": .addresses, "vault": .category, "createtime": .created,
                "modifytime": .modified,
            ]
        }
    }

    /// Columns of Dashlane that hold no secret, under their own names.
    private static let dashlaneNames = [
        "name", "first_name", "middle_name", "last_name", "date_of_birth", "place_of_birth", "email_type", "job_title",
        "address", "address_name", "address_recipient", "address_building", "address_apartment", "address_floor",
        "city",
        "state", "zip", "country", "account_holder", "issuing_bank", "expiration_month", "expiration_year",
        "issue_date", "expiration_date", "place_of_issue", "ssid", "encryption_type", "hidden",
    ]

    /// Columns that are shown under their own names.
    private static func shown(_ names: [String]) -> [String: CSVColumn] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, .text($0)) })
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
