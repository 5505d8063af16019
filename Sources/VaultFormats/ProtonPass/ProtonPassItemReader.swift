import Basics
import Vault

/// Reads one item of Proton Pass.
struct ProtonPassItemReader {
    private let source: JSONObject
    private let data: JSONObject
    private let content: JSONObject
    private var builder: ItemBuilder

    private static let knownOfItem: Set = [
        "itemId", "shareId", "data", "state", "aliasEmail", "contentFormatVersion", "createTime", "modifyTime",
        "pinned", "pinTime", "files", "flags", "revision", "revisionTime", "lastUseTime", "folderId", "aliasID",
    ]
    private static let knownOfData: Set = ["metadata", "extraFields", "platformSpecific", "type", "content"]
    /// Members of the content that are lists of fields, or of sections of fields.
    private static let lists = [
        "extraPersonalDetails", "extraAddressDetails", "extraContactDetails", "extraWorkDetails",
    ]
    private static let sections = ["extraSections", "sections"]
    private static let listed: Set = ["urls", "passkeys", "itemUsername", "itemEmail", "username", "cardType"]

    /// Item `number` of the file.
    init(_ source: JSONObject, number: Int, skips: Bool) {
        self.source = source
        data = source["data"]?.members ?? JSONObject()
        content = data["content"]?.members ?? JSONObject()
        builder = ItemBuilder(
            number: number, title: data["metadata"]?.members?["name"]?.plainText ?? "", skips: skips)
    }

    /// Reads the item, with the files that belong to it.
    mutating func item(in category: String?, files: inout ProtonPassFiles) throws(ImportFault) -> ItemBuilder {
        guard source["data"]?.members != nil else { throw builder.fault("data", .expected(.object)) }
        builder.put(into: category)
        builder.identify(source["itemId"]?.text, by: "proton-pass")
        builder.mark(isFavourite: source["pinned"]?.truth == true)
        let modified = builder.seconds("modifyTime", of: source)
        let isDeleted = source["state"]?.integer == 2
        builder.date(
            created: builder.seconds("createTime", of: source), modified: modified,
            deleted: isDeleted ? modified ?? Timestamp(milliseconds: 0) : nil)
        readType()
        readUser()
        readContent()
        let metadata = data["metadata"]?.members ?? JSONObject()
        builder.add(.note, builder.text("note", of: metadata), as: "note")
        for field in builder.objects("extraFields", of: data) { add(field) }
        try readFiles(&files)
        builder.keepUnknown(of: metadata, besides: ["name", "note", "itemUuid"], prefix: "metadata.")
        builder.keepUnknown(of: data, besides: Self.knownOfData)
        builder.keepUnknown(of: source, besides: Self.knownOfItem)
        return try builder.finish()
    }

    private mutating func readType() {
        switch data["type"]?.text {
        case "login"?, "note"?: break
        case let type?: builder.add(.type, Self.types[type] ?? type, as: "type")
        case nil: break
        }
    }

    private static let types = [
        "alias": "Alias", "creditCard": "Credit Card", "identity": "Identity", "sshKey": "SSH Key", "wifi": "Wi-Fi",
        "custom": "Custom",
    ]

    /// The user's name comes first; an address beside it is a field of its own, and stands for it when there is none.
    private mutating func readUser() {
        let name = builder.text("itemUsername", of: content) ?? ""
        let address = builder.text("itemEmail", of: content) ?? ""
        builder.add(.user, name.isEmpty ? address : name, as: "itemUsername")
        builder.add(.user, builder.text("username", of: content), as: "username")
        builder.add(.password, builder.text("password", of: content), as: "password")
        if !name.isEmpty { builder.add(.email, address, as: "itemEmail") }
        builder.add(.email, builder.text("aliasEmail", of: source), as: "aliasEmail")
    }

    private mutating func readContent() {
        for address in builder.list("urls", of: content) { builder.add(.url, address.plainText, as: "urls") }
        for (name, kind) in ProtonPassNames.fields { builder.add(kind, builder.text(name, of: content), as: name) }
        let card = builder.text("cardType", of: content) ?? "0"
        if card != "0" { builder.addOwn("Brand", ProtonPassNames.brands[card] ?? card) }
        for passkey in builder.list("passkeys", of: content) {
            let place = passkey.members.flatMap { $0["rpId"] ?? $0["domain"] }?.text ?? ""
            builder.addOwn("Passkey: \(place)", passkey.plainText, isConcealed: true)
        }
        for name in Self.lists { for field in builder.objects(name, of: content) { add(field) } }
        for name in Self.sections {
            for section in builder.objects(name, of: content) {
                let heading = section["sectionName"]?.plainText ?? ""
                for field in builder.objects("sectionFields", of: section) { add(field, heading: heading) }
                builder.keepUnknown(of: section, besides: ["sectionName", "sectionFields"], prefix: "\(heading).")
            }
        }
        let known = Self.listed.union(Self.lists).union(Self.sections).union(ProtonPassNames.fields.map(\.name))
        builder.keepUnknown(of: content, besides: known.union(["password"]))
    }

    /// Adds a field of the user's own; what is of an unknown type might be a secret.
    private mutating func add(_ field: JSONObject, heading: String = "") {
        let own = field["fieldName"]?.plainText ?? ""
        let whole = heading.isEmpty || heading == own ? own : "\(heading): \(own)"
        // A heading may be as long as it likes; the name alone says what the field is.
        let name = whole.unicodeScalars.count > FieldKind.nameLimit ? own : whole
        let data = field["data"]?.members ?? JSONObject()
        switch field["type"]?.text {
        case "text"?: builder.addOwn(name, builder.text("content", of: data) ?? "")
        case "hidden"?: builder.addOwn(name, builder.text("content", of: data) ?? "", isConcealed: true)
        case "totp"?: builder.add(.oneTimePassword, builder.text("totpUri", of: data), as: name)
        case "timestamp"?: builder.addOwn(name, data["timestamp"]?.plainText ?? "")
        default: return builder.keepUnknown(name, field["data"] ?? .null)
        }
        builder.keepUnknown(of: data, besides: ["content", "totpUri", "timestamp"], prefix: "\(name).")
    }

    private mutating func readFiles(_ files: inout ProtonPassFiles) throws(ImportFault) {
        for file in builder.list("files", of: source) {
            guard let path = file.text ?? file.members?["name"]?.text else {
                builder.keepUnknown("files", file)
                continue
            }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let bytes: [UInt8]?
            do throws(ImportFault) {
                bytes = try files.file(path)
            } catch {
                guard case .tooLarge(_, let limit) = error else {
                    try builder.leaveOut(name, as: "files", .expected(.file))
                    continue
                }
                try builder.leaveOut(name, as: "files", .tooLong(count: limit + 1, limit: limit))
                continue
            }
            if let bytes {
                try builder.attach(bytes, named: name, as: "files")
            } else {
                builder.addOwn("File that the export does not have", name)
            }
        }
    }
}

/// The members of Proton Pass's contents, and what each is.
enum ProtonPassNames {
    /// The fields in the order in which they are shown; those that a login has first.
    static let fields: [(name: String, kind: FieldKind)] = [
        ("totpUri", .oneTimePassword),
        ("cardholderName", .text(name: "Cardholder name")), ("number", .secretNumber),
        ("verificationNumber", .concealed(name: "Security code")), ("expirationDate", .text(name: "Expiry date")),
        ("pin", .pin),
        ("ssid", .text(name: "SSID")), ("security", .text(name: "Security")),
        ("privateKey", .concealed(name: "Private key")), ("publicKey", .text(name: "Public key")),
        ("fullName", .text(name: "Full name")), ("email", .email), ("phoneNumber", .phone),
        ("firstName", .text(name: "First name")), ("middleName", .text(name: "Middle name")),
        ("lastName", .text(name: "Last name")), ("birthdate", .text(name: "Date of birth")),
        ("gender", .text(name: "Gender")), ("organization", .text(name: "Organization")),
        ("streetAddress", .text(name: "Street address")), ("floor", .text(name: "Floor")),
        ("zipOrPostalCode", .text(name: "Postal code")), ("city", .text(name: "City")),
        ("county", .text(name: "County")), ("stateOrProvince", .text(name: "State")),
        ("countryOrRegion", .text(name: "Country")),
        ("socialSecurityNumber", .concealed(name: "Social security number")),
        ("passportNumber", .concealed(name: "Passport number")),
        ("licenseNumber", .concealed(name: "Licence number")), ("website", .url), ("personalWebsite", .url),
        ("xHandle", .text(name: "X")), ("linkedin", .text(name: "LinkedIn")), ("reddit", .text(name: "Reddit")),
        ("facebook", .text(name: "Facebook")), ("yahoo", .text(name: "Yahoo")),
        ("instagram", .text(name: "Instagram")), ("secondPhoneNumber", .phone), ("company", .text(name: "Company")),
        ("jobTitle", .text(name: "Job title")), ("workPhoneNumber", .text(name: "Work phone")),
        ("workEmail", .text(name: "Work email")),
    ]

    /// The brands of cards by their numbers.
    static let brands = ["1": "Other", "2": "Visa", "3": "Mastercard", "4": "American Express"]
}
