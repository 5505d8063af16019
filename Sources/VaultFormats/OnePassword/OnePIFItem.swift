import Basics

/// An item of 1PIF in the form that 1PUX has for it.
struct OnePIFItem {
    /// The item as 1PUX has it.
    let source: JSONObject

    /// Members that say nothing a vault would keep, or are read by name.
    private static let known: Set = [
        "uuid", "title", "typeName", "category", "createdAt", "updatedAt", "location", "locationKey", "folderUuid",
        "trashed", "openContents", "overview", "secureContents", "details", "contentsHash", "securityLevel", "keyID",
        "txTimestamp", "faveIndex", "encrypted", "hmac", "o", "k", "d", "tx", "created", "updated",
    ]
    private static let knownOfContents: Set = [
        "fields", "sections", "notesPlain", "password", "passwordHistory", "URLs", "htmlAction", "htmlMethod",
        "htmlID", "htmlName",
    ]
    private static let knownOfOverview: Set = [
        "tags", "faveIndex", "scope", "title", "URLs", "url", "ainfo", "ps", "pbe", "pgrng",
    ]

    /// Puts the item of a line into that form; `files` are the names of those that belong to it.
    init(_ item: JSONObject, files: [String]) {
        // Exports of 1Password 4 for Windows have `overview` and `details`.
        let open = item["openContents"]?.members ?? item["overview"]?.members ?? JSONObject()
        let contents = item["secureContents"]?.members ?? item["details"]?.members ?? JSONObject()
        var overview: JSONObject = [
            "title": item["title"] ?? open["title"] ?? .null,
            "url": item["location"] ?? .null,
            "tags": open["tags"] ?? .null,
        ]
        let addresses = (contents["URLs"]?.elements ?? []) + (open["URLs"]?.elements ?? [])
        overview.append("urls", .array(addresses.map(Self.address)))
        let sections = (contents["sections"]?.elements ?? []).map(Self.section)
        let fileFields = files.map { name in
            JSONValue.object([
                "title": .string(name),
                "value": .object(["file": .object(["fileName": .string(name), "documentId": item["uuid"] ?? .null])]),
            ])
        }
        let attached: [JSONValue] = files.isEmpty ? [] : [.object(["fields": .array(fileFields)])]
        var details: JSONObject = [
            "loginFields": .array((contents["fields"]?.elements ?? []).map(Self.loginField)),
            "notesPlain": contents["notesPlain"] ?? .null,
            "password": contents["password"] ?? .null,
            "passwordHistory": contents["passwordHistory"] ?? .null,
            "sections": .array(sections + attached),
        ]
        let names = Self.names(in: contents)
        for member in contents.members where !Self.knownOfContents.contains(member.name) {
            // Older programs have the fields of sections here once more, dates in parts such as `expiry_mm`.
            let base = String(member.name.prefix { $0 != "_" })
            if !names.contains(member.name), !names.contains(base) { details.append(member.name, member.value) }
        }
        for member in item.members where !Self.known.contains(member.name) { details.append(member.name, member.value) }
        for member in open.members where !Self.knownOfOverview.contains(member.name) {
            details.append(member.name, member.value)
        }
        let isTrashed = item["trashed"]?.truth == true || item["trashed"]?.text == "Y"
        source = [
            "uuid": item["uuid"] ?? .null,
            "favIndex": open["faveIndex"] ?? item["faveIndex"] ?? .null,
            "createdAt": item["createdAt"] ?? item["created"] ?? .null,
            "updatedAt": item["updatedAt"] ?? item["updated"] ?? .null,
            "trashed": .bool(isTrashed),
            "categoryUuid": Self.category(item),
            "overview": .object(overview),
            "details": .object(details),
        ]
    }

    private static func category(_ item: JSONObject) -> JSONValue {
        if let category = item["category"]?.text { return .string(category) }
        guard let type = item["typeName"]?.text else { return .null }
        return .string(types[type] ?? type)
    }

    private static let types = [
        "webforms.WebForm": OnePasswordCategory.login, "wallet.financial.CreditCard": "002",
        "securenotes.SecureNote": "003", "identities.Identity": "004", "passwords.Password": "005",
        "wallet.computer.License": "100", "wallet.financial.BankAccountUS": "101", "wallet.computer.Database": "102",
        "wallet.government.DriversLicense": "103", "wallet.government.HuntingLicense": "104",
        "wallet.membership.Membership": "105", "wallet.government.Passport": "106",
        "wallet.membership.RewardProgram": "107", "wallet.government.SsnUS": "108", "wallet.computer.Router": "109",
        "wallet.computer.UnixServer": "110", "wallet.onlineservices.Email.v2": "111",
    ]

    private static func address(_ address: JSONValue) -> JSONValue {
        guard let members = address.members else { return address }
        return .object([
            "url": members["url"] ?? members["u"] ?? .null, "label": members["label"] ?? members["l"] ?? .null,
        ])
    }

    private static func loginField(_ field: JSONValue) -> JSONValue {
        guard let members = field.members else { return field }
        return .object([
            "value": members["value"] ?? .null, "id": members["id"] ?? .null, "name": members["name"] ?? .null,
            "fieldType": members["type"] ?? .null, "designation": members["designation"] ?? .null,
        ])
    }

    private static func names(in contents: JSONObject) -> Set<String> {
        var names: Set<String> = []
        for section in (contents["sections"]?.elements ?? []).compactMap(\.members) {
            for field in (section["fields"]?.elements ?? []).compactMap(\.members) where field["v"] != nil {
                if let name = field["n"]?.text { names.insert(name) }
            }
        }
        return names
    }

    private static func section(_ section: JSONValue) -> JSONValue {
        guard let members = section.members else { return section }
        let fields = (members["fields"]?.elements ?? []).map { field -> JSONValue in
            guard let field = field.members else { return field }
            guard let value = field["v"] else { return .object(["title": field["t"] ?? .null]) }
            return .object([
                "title": field["t"] ?? .null, "id": field["n"] ?? .null, "value": .object([sort(field): value]),
            ])
        }
        let title = members["title"]?.text
        return .object([
            "title": title == "Related Items" ? .null : members["title"] ?? .null, "fields": .array(fields),
        ])
    }

    /// The name that 1PUX has for what a field says.
    private static func sort(_ field: JSONObject) -> String {
        let name = field["n"]?.text ?? ""
        if name.hasPrefix("TOTP_") { return "totp" }
        if name == "ccnum" { return "creditCardNumber" }
        switch field["k"]?.text ?? "" {
        case "URL": return "url"
        case "cctype": return "creditCardType"
        case let kind: return kind
        }
    }
}
