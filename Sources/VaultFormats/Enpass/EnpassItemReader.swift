import Basics
import Foundation
import Vault

/// Reads one item of Enpass.
struct EnpassItemReader {
    private let source: JSONObject
    private var builder: ItemBuilder

    private static let known: Set = [
        "archived", "auto_submit", "category", "category_name", "createdAt", "favorite", "field_updated_at", "fields",
        "folders", "icon", "note", "subtitle", "template_type", "title", "trashed", "updated_at", "uuid",
        "attachments", "share", "usage_count", "last_used",
    ]
    private static let knownOfField: Set = [
        "deleted", "history", "label", "order", "sensitive", "type", "uid", "updated_at", "value",
        "value_updated_at", "decrypted_value", "initial", "hash", "strength",
    ]

    /// Item `number` of the file.
    init(_ source: JSONObject, number: Int, skips: Bool) {
        self.source = source
        builder = ItemBuilder(number: number, title: source["title"]?.plainText ?? "", skips: skips)
    }

    /// Reads the item; `room` is what attached files may still take.
    mutating func item(in folders: EnpassFolders, room: inout AttachmentRoom) throws(ImportFault) -> ItemBuilder {
        builder.identify(source["uuid"]?.text, by: "enpass")
        builder.mark(isFavourite: isSet("favorite", of: source))
        let modified = builder.seconds("updated_at", of: source)
        builder.date(
            created: builder.seconds("createdAt", of: source), modified: modified,
            deleted: isSet("trashed", of: source) ? modified ?? Timestamp(milliseconds: 0) : nil)
        let further = readFolders(folders)
        readCategory()
        for field in builder.objects("fields", of: source) { read(field) }
        builder.add(.note, builder.text("note", of: source), as: "note")
        readSubtitle()
        for name in further { builder.addOwn("Folder", name) }
        if isSet("archived", of: source) { builder.addOwn("State", "archived") }
        try readFiles(&room)
        builder.keepUnknown(of: source, besides: Self.known)
        return try builder.finish()
    }

    private func isSet(_ name: String, of object: JSONObject) -> Bool {
        object[name]?.truth ?? ((object[name]?.integer ?? 0) != 0)
    }

    /// Puts the item into its first folder; the names of the others are returned.
    private mutating func readFolders(_ folders: EnpassFolders) -> [String] {
        var names: [String] = []
        for folder in builder.list("folders", of: source) where !folder.isNull {
            if let known = folders[folder.plainText] {
                if let name = known { names.append(name) }
            } else {
                builder.note("folders", .missingFolder)
            }
        }
        builder.put(into: names.first)
        return Array(names.dropFirst())
    }

    private mutating func readCategory() {
        let category = builder.text("category", of: source) ?? ""
        guard !["login", "note", "uncategorised"].contains(category) else { return }
        builder.add(.type, category, as: "category")
    }

    /// Enpass takes the subtitle of most items from a field; one of the user's own is kept.
    private mutating func readSubtitle() {
        let subtitle = builder.text("subtitle", of: source) ?? ""
        guard !builder.item.fields.contains(where: { $0.value == subtitle }) else { return }
        builder.addOwn("Subtitle", subtitle)
    }

    // MARK: Fields

    private mutating func read(_ field: JSONObject) {
        let label = field["label"]?.plainText ?? ""
        let value = builder.text("value", of: field) ?? ""
        let kind = kind(field, label: label)
        if isSet("deleted", of: field) {
            let until = builder.seconds("updated_at", of: field) ?? builder.item.modified
            builder.remember(
                PastValue(kind: kind, value: value, until: until ?? Timestamp(milliseconds: 0)), as: label)
        } else {
            builder.add(kind, value, as: label)
        }
        for past in builder.objects("history", of: field) {
            guard past["encrypted"]?.truth != true else {
                builder.note(label, .leftOut(.encrypted))
                continue
            }
            let until = builder.seconds("updated_at", of: past) ?? builder.item.modified
            let text = builder.text("value", of: past) ?? ""
            builder.remember(
                PastValue(kind: kind, value: text, until: until ?? Timestamp(milliseconds: 0)), as: label)
        }
        builder.keepUnknown(of: field, besides: Self.knownOfField, prefix: "\(label).")
    }

    /// The kind of a field: the vault's own for the first of a type, and one with the field's label for others.
    private func kind(_ field: JSONObject, label: String) -> FieldKind {
        let type = field["type"]?.text ?? ""
        if let kind = Self.kinds[type], Self.repeated.contains(type) || !builder.has(kind) { return kind }
        let name = ForeignName(label.isEmpty ? type : label, limit: FieldKind.nameLimit)?.text ?? "Field"
        let isPlain = Self.plain.contains(type) && !isSet("sensitive", of: field)
        return isPlain ? .text(name: name) : .concealed(name: name)
    }

    private static let kinds: [String: FieldKind] = [
        "username": .user, "password": .password, "email": .email, "url": .url, "phone": .phone,
        "totp": .oneTimePassword, "pin": .pin, "ccPin": .pin, "ccNumber": .secretNumber,
    ]
    /// Types of which an item may have several that mean the same.
    private static let repeated: Set = ["url", "totp"]
    /// Types whose values may be seen unless the field is sensitive.
    private static let plain: Set = [
        "username", "email", "url", "phone", "text", "multiline", "numeric", "date", "ccName", "ccType", "ccExpiry",
        "ccBankname", "ccValidfrom", "section", ".Android#", "image",
    ]

    // MARK: Files

    private mutating func readFiles(_ room: inout AttachmentRoom) throws(ImportFault) {
        for file in builder.objects("attachments", of: source) {
            let name = file["name"]?.plainText ?? ""
            guard let text = file["data"]?.text, let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
            else {
                try builder.leaveOut(name, as: "attachments", .expected(.file))
                continue
            }
            guard room.take(data.count) else {
                try builder.leaveOut(name, as: "attachments", .tooLong(count: data.count, limit: room.left))
                continue
            }
            try builder.attach(Array(data), named: name, as: name)
        }
    }
}
