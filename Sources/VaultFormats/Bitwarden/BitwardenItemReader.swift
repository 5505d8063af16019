import Basics
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
    init(_ source: JSONObject, number: Int) {
        self.source = source
        builder = ItemBuilder(number: number, title: source["name"]?.plainText ?? "")
    }

    /// Reads the item, in the folder that it names.
    mutating func item(in folders: BitwardenFolders) throws(ImportFault) -> ItemBuilder {
        let place = folders.place(of: source, &builder)
        builder.put(into: place.category)
        builder.identify(source["id"]?.text, by: "bitwarden")
        builder.mark(
            isFavourite: source["favorite"]?.truth == true, asksAgain: (source["reprompt"]?.integer ?? 0) != 0)
        readDates()
        readType()
        builder.add(.note, text("notes", of: source), as: "notes")
        readCustomFields()
        for name in place.others { builder.addOwn("Collection", name) }
        readHistory()
        for member in source.members where !Self.known.contains(member.name) {
            keepUnknown(member.name, member.value)
        }
        return try builder.finish()
    }

    // MARK: What is particular to a type

    private mutating func readType() {
        if let login = object("login") { readLogin(login) }
        for detailed in BitwardenType.detailed {
            guard let details = object(detailed.member) else { continue }
            readDetails(details, as: detailed)
        }
        // The members say what an item is; a type that is not known is kept all the same.
        let type = source["type"]?.plainText ?? ""
        if !(Int64(type).map(BitwardenType.numbers.contains) ?? false) { builder.addOwn("Bitwarden type", type) }
    }

    private mutating func readDetails(_ details: JSONObject, as type: BitwardenType) {
        for field in type.fields {
            builder.add(field.kind, text(field.name, of: details), as: "\(type.member).\(field.name)")
        }
        let names = Set(type.fields.map(\.name))
        for member in details.members where !names.contains(member.name) {
            keepUnknown("\(type.member).\(member.name)", member.value)
        }
    }

    private mutating func readLogin(_ login: JSONObject) {
        builder.add(.user, text("username", of: login), as: "login.username")
        builder.add(.password, text("password", of: login), as: "login.password")
        let addresses = login["uris"]?.elements ?? []
        for address in addresses {
            guard let members = address.members else {
                keepUnknown("login.uris", address)
                continue
            }
            builder.add(.url, text("uri", of: members), as: "login.uris")
        }
        builder.add(.oneTimePassword, text("totp", of: login), as: "login.totp")
        readMatches(addresses)
        for passkey in login["fido2Credentials"]?.elements ?? [] {
            let name = passkey.members.map(BitwardenPasskey.name) ?? "Passkey"
            builder.addOwn(name, passkey.plainText, isConcealed: true)
        }
        let known: Set = ["username", "password", "uris", "totp", "fido2Credentials"]
        for member in login.members where !known.contains(member.name) {
            keepUnknown("login.\(member.name)", member.value)
        }
    }

    /// How an address is compared with a page's, where the file says so: a number that has no field of ours.
    private mutating func readMatches(_ addresses: [JSONValue]) {
        var number = 0
        for address in addresses.compactMap(\.members) where address["uri"]?.text?.isEmpty == false {
            number += 1
            guard let match = address["match"], !match.isNull else { continue }
            builder.addOwn(BitwardenMatch.name(number), match.plainText)
        }
    }

    // MARK: What every type has

    private mutating func readDates() {
        builder.date(
            created: date("creationDate", of: source), modified: date("revisionDate", of: source),
            deleted: date("deletedDate", of: source))
    }

    private mutating func readCustomFields() {
        for entry in source["fields"]?.elements ?? [] {
            guard let field = entry.members else {
                keepUnknown("fields", entry)
                continue
            }
            let name = field["name"]?.plainText ?? ""
            let value = field["value"]?.plainText ?? ""
            switch field["type"]?.integer {
            case 1: builder.addCustom(name, value, isConcealed: true)
            // A linked field has no value but shows another; what it is linked to is a number.
            case 3 where value.isEmpty:
                builder.addCustom(name, "linked to \(field["linkedId"]?.plainText ?? "")", isConcealed: false)
            default: builder.addCustom(name, value, isConcealed: false)
            }
        }
        if let archived = date("archivedDate", of: source) {
            builder.addOwn("Archived", archived.rfc3339)
        }
    }

    private mutating func readHistory() {
        for entry in source["passwordHistory"]?.elements ?? [] {
            guard let past = entry.members else {
                keepUnknown("passwordHistory", entry)
                continue
            }
            let until = date("lastUsedDate", of: past) ?? builder.item.modified ?? Timestamp(milliseconds: 0)
            let value = past["password"]?.plainText ?? ""
            builder.remember(PastValue(kind: .password, value: value, until: until), as: "passwordHistory")
        }
    }

    /// Keeps what this reader does not know as hidden fields: it might be a secret.
    private mutating func keepUnknown(_ name: String, _ value: JSONValue) {
        guard case .object(let object) = value else {
            return builder.addOwn(name, value.plainText, isConcealed: true)
        }
        for member in object.members {
            builder.addOwn("\(name).\(member.name)", member.value.plainText, isConcealed: true)
        }
    }

    // MARK: Values

    /// The members of an object; a value of another form is kept as a hidden field.
    private mutating func object(_ name: String) -> JSONObject? {
        guard let value = source[name], !value.isNull else { return nil }
        guard let members = value.members else {
            builder.note(name, .keptAsWritten)
            keepUnknown(name, value)
            return nil
        }
        return members
    }

    /// A text; a number or truth value is taken as it is written, and anything else is kept as a hidden field.
    private mutating func text(_ name: String, of object: JSONObject) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .array?, .object?:
            builder.note(name, .keptAsWritten)
            builder.addOwn(name, object[name]?.plainText ?? "", isConcealed: true)
            return nil
        case let value?: return value.plainText
        }
    }

    private mutating func date(_ name: String, of object: JSONObject) -> Timestamp? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let date = value.text.flatMap({ Timestamp(rfc3339: $0) }) else {
            builder.note(name, .unreadableDate)
            return nil
        }
        return date
    }
}
