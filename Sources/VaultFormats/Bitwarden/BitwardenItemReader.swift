import Time
import Vault

/// Reads one item of Bitwarden's JSON.
struct BitwardenItemReader {
    private let source: JSONObject
    private var builder: ItemBuilder

    /// Members of an item that are read by name, or say nothing that a vault would keep.
    private static let known: Set<String> = Set(
        [
            "id", "organizationId", "folderId", "collectionIds", "type", "reprompt", "name", "notes", "favorite",
            "fields", "login", "secureNote", "passwordHistory", "creationDate", "revisionDate", "deletedDate",
            "archivedDate", "key", "object", "edit", "viewPassword", "permissions", "organizationUseTotp",
        ] + BitwardenType.detailed.map(\.member))

    /// Item `number` of the file.
    init(_ source: JSONObject, number: Int) throws(ImportFault) {
        self.source = source
        builder = try ItemBuilder(number: number, title: source["name"]?.text ?? "")
        if let name = source["name"], !name.isNull, name.text == nil {
            throw builder.fault("name", .expected("a text"))
        }
    }

    /// Reads the item, in the folder that it names.
    mutating func item(in folders: BitwardenFolders) throws(ImportFault) -> ForeignItem {
        let place = try folders.place(of: source, builder)
        builder.put(into: place.category)
        builder.identify(source["id"]?.text, by: "bitwarden")
        builder.mark(
            isFavourite: source["favorite"]?.truth == true, asksAgain: (source["reprompt"]?.integer ?? 0) != 0)
        try readDates()
        try readType()
        try builder.add(.note, try text("notes", of: source), as: "notes")
        try readCustomFields()
        for name in place.others { try builder.addOwn("Collection", name) }
        try readHistory()
        for member in source.members where !Self.known.contains(member.name) {
            try keepUnknown(member.name, member.value)
        }
        return try builder.finish()
    }

    // MARK: What is particular to a type

    private mutating func readType() throws(ImportFault) {
        guard let type = source["type"]?.integer else { throw builder.fault("type", .expected("a number")) }
        if let login = try object("login") { try readLogin(login) }
        for detailed in BitwardenType.detailed {
            guard let details = try object(detailed.member) else { continue }
            try readDetails(details, as: detailed)
        }
        if !BitwardenType.numbers.contains(type) { try builder.addOwn("Bitwarden type", String(type)) }
    }

    private mutating func readDetails(_ details: JSONObject, as type: BitwardenType) throws(ImportFault) {
        for field in type.fields {
            try builder.add(field.kind, try text(field.name, of: details), as: "\(type.member).\(field.name)")
        }
        let names = Set(type.fields.map(\.name))
        for member in details.members where !names.contains(member.name) {
            try keepUnknown("\(type.member).\(member.name)", member.value)
        }
    }

    private mutating func readLogin(_ login: JSONObject) throws(ImportFault) {
        try builder.add(.user, try text("username", of: login), as: "login.username")
        try builder.add(.password, try text("password", of: login), as: "login.password")
        let addresses = login["uris"]?.elements ?? []
        for address in addresses {
            guard let address = address.members else { throw builder.fault("login.uris", .expected("an object")) }
            try builder.add(.url, try text("uri", of: address), as: "login.uris")
        }
        try builder.add(.oneTimePassword, try text("totp", of: login), as: "login.totp")
        try readMatches(addresses)
        for passkey in login["fido2Credentials"]?.elements ?? [] {
            guard let members = passkey.members else {
                throw builder.fault("login.fido2Credentials", .expected("an object"))
            }
            try builder.addOwn(BitwardenPasskey.name(members), passkey.plainText, isConcealed: true)
        }
        let known: Set = ["username", "password", "uris", "totp", "fido2Credentials"]
        for member in login.members where !known.contains(member.name) {
            try keepUnknown("login.\(member.name)", member.value)
        }
    }

    /// How an address is compared with a page's, where the file says so: a number that has no field of ours.
    private mutating func readMatches(_ addresses: [JSONValue]) throws(ImportFault) {
        var number = 0
        for address in addresses.compactMap(\.members) where address["uri"]?.text?.isEmpty == false {
            number += 1
            guard let match = address["match"], !match.isNull else { continue }
            try builder.addOwn(BitwardenMatch.name(number), match.plainText)
        }
    }

    // MARK: What every type has

    private mutating func readDates() throws(ImportFault) {
        builder.date(
            created: try date("creationDate", of: source), modified: try date("revisionDate", of: source),
            deleted: try date("deletedDate", of: source))
    }

    private mutating func readCustomFields() throws(ImportFault) {
        for field in source["fields"]?.elements ?? [] {
            guard let field = field.members else { throw builder.fault("fields", .expected("an object")) }
            let name = try text("name", of: field) ?? ""
            let value = try text("value", of: field) ?? ""
            switch field["type"]?.integer {
            case 1: try builder.addCustom(name, value, isConcealed: true)
            // A linked field has no value but shows another; what it is linked to is a number.
            case 3 where value.isEmpty:
                try builder.addCustom(name, "linked to \(field["linkedId"]?.plainText ?? "")", isConcealed: false)
            default: try builder.addCustom(name, value, isConcealed: false)
            }
        }
        if let archived = try date("archivedDate", of: source) {
            try builder.addOwn("Archived", archived.rfc3339)
        }
    }

    private mutating func readHistory() throws(ImportFault) {
        for past in source["passwordHistory"]?.elements ?? [] {
            guard let past = past.members else { throw builder.fault("passwordHistory", .expected("an object")) }
            let until = try date("lastUsedDate", of: past) ?? builder.item.modified ?? Timestamp(milliseconds: 0)
            let value = try text("password", of: past) ?? ""
            try builder.remember(PastValue(kind: .password, value: value, until: until), as: "passwordHistory")
        }
    }

    /// Keeps what this reader does not know as hidden fields: it might be a secret.
    private mutating func keepUnknown(_ name: String, _ value: JSONValue) throws(ImportFault) {
        guard case .object(let object) = value else {
            return try builder.addOwn(name, value.plainText, isConcealed: true)
        }
        for member in object.members {
            try builder.addOwn("\(name).\(member.name)", member.value.plainText, isConcealed: true)
        }
    }

    // MARK: Values

    private func object(_ name: String) throws(ImportFault) -> JSONObject? {
        guard let value = source[name], !value.isNull else { return nil }
        guard let members = value.members else { throw builder.fault(name, .expected("an object")) }
        return members
    }

    /// A text; a number or truth value is taken as it is written.
    private func text(_ name: String, of object: JSONObject) throws(ImportFault) -> String? {
        switch object[name] {
        case nil, .null: nil
        case .array, .object: throw builder.fault(name, .expected("a text"))
        case let value?: value.plainText
        }
    }

    private func date(_ name: String, of object: JSONObject) throws(ImportFault) -> Timestamp? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let text = value.text, let date = Timestamp(rfc3339: text) else {
            throw builder.fault(name, .expected("a date"))
        }
        return date
    }
}
