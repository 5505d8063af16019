import Basics
import Vault

/// Writes one item as Bitwarden's JSON.
struct BitwardenItemWriter {
    private let item: ForeignItem
    private let now: Timestamp
    /// The fields that have not been written yet.
    private var rest: [Field]

    /// The item `item`; where it has no times, it gets `now`.
    init(_ item: ForeignItem, now: Timestamp) {
        self.item = item
        self.now = now
        rest = item.fields.filter { !$0.value.isEmpty || $0.kind.name != nil }
    }

    /// The item under an identifier, in the folder of an identifier.
    consuming func json(id: String, folder: String?) -> JSONObject {
        let type = BitwardenType.fitting(item.fields)
        let details = self.details(of: type)
        let note = take(.note)
        var json: JSONObject = [
            "passwordHistory": .array(passwordHistory),
            "revisionDate": .string((item.modified ?? now).rfc3339),
            "creationDate": .string((item.created ?? item.modified ?? now).rfc3339),
            "deletedDate": item.deleted.map { .string($0.rfc3339) } ?? .null,
            "id": .string(id),
            "organizationId": .null,
            "folderId": folder.map(JSONValue.string) ?? .null,
            "type": .number(String(type.number)),
            "reprompt": .number(item.asksAgain ? "1" : "0"),
            "name": .string(item.title),
            "notes": note,
            "favorite": .bool(item.isFavourite),
            "fields": .array(customFields),
        ]
        json.append(type.member, .object(details))
        json.append("collectionIds", .null)
        return json
    }

    // MARK: What the type has a place for

    private mutating func details(of type: BitwardenType) -> JSONObject {
        switch type.number {
        case BitwardenType.login.number: return login()
        case BitwardenType.secureNote.number: return ["type": .number("0")]
        default:
            var details = JSONObject()
            for field in type.fields { details.append(field.name, take(field.kind)) }
            return details
        }
    }

    private mutating func login() -> JSONObject {
        let addresses = rest.filter { $0.kind == .url }
        rest.removeAll { $0.kind == .url }
        var matches: [Int: JSONValue] = [:]
        rest.removeAll { field in
            guard let (address, match) = BitwardenMatch.parts(field, count: addresses.count), matches[address] == nil
            else { return false }
            matches[address] = match
            return true
        }
        let passkeys = rest.compactMap(BitwardenPasskey.json)
        rest.removeAll { BitwardenPasskey.json($0) != nil }
        return [
            "fido2Credentials": .array(passkeys),
            "uris": .array(
                addresses.enumerated().map { index, field in
                    .object(["match": matches[index + 1] ?? .null, "uri": .string(field.value)])
                }),
            "username": take(.user),
            "password": take(.password),
            "totp": take(.oneTimePassword),
        ]
    }

    /// The value of the first field of a kind that has one, which is then written.
    private mutating func take(_ kind: FieldKind) -> JSONValue {
        guard let index = rest.firstIndex(where: { $0.kind == kind && !$0.value.isEmpty }) else { return .null }
        return .string(rest.remove(at: index).value)
    }

    // MARK: What every type has

    private var customFields: [JSONValue] {
        var fields = rest.map { field in
            custom(FieldNames.name(of: field.kind), field.value, isConcealed: field.kind.isConcealed)
        }
        for past in item.history where past.kind != .password {
            fields.append(custom(HistoryNames.name(of: past), past.value, isConcealed: true))
        }
        for file in item.attachments {
            let description = "\(file.name) (\(Grouped(file.bytes.count)) bytes)"
            fields.append(custom("File that was not exported", description, isConcealed: false))
        }
        return fields
    }

    private func custom(_ name: String, _ value: String, isConcealed: Bool) -> JSONValue {
        .object([
            "name": .string(name), "value": .string(value), "type": .number(isConcealed ? "1" : "0"),
            "linkedId": .null,
        ])
    }

    private var passwordHistory: [JSONValue] {
        item.history.filter { $0.kind == .password }.map { past in
            .object(["lastUsedDate": .string(past.until.rfc3339), "password": .string(past.value)])
        }
    }
}
