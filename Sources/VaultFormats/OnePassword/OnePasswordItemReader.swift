import Basics
import Vault

/// Reads one item of `export.data`.
struct OnePasswordItemReader {
    private let source: JSONObject
    private let overview: JSONObject
    private let details: JSONObject
    private var builder: ItemBuilder

    private static let knownDetails: Set = [
        "loginFields", "notesPlain", "sections", "passwordHistory", "password", "documentAttributes",
    ]

    /// Item `number` of the file.
    init(_ source: JSONObject, number: Int, skips: Bool) {
        self.source = source
        overview = source["overview"]?.members ?? JSONObject()
        details = source["details"]?.members ?? JSONObject()
        builder = ItemBuilder(number: number, title: overview["title"]?.plainText ?? "", skips: skips)
    }

    /// Reads the item, with the files that belong to it.
    mutating func item(in category: String?, files: inout OnePasswordFiles) throws(ImportFault) -> ItemBuilder {
        builder.put(into: category)
        builder.identify(source["uuid"]?.text, by: "1password")
        builder.mark(isFavourite: (source["favIndex"]?.integer ?? 0) != 0)
        readTimes()
        readCategory()
        readLoginFields()
        builder.add(.password, details["password"]?.plainText, as: "password")
        readAddresses()
        for section in details["sections"]?.elements ?? [] { try read(section, files: &files) }
        builder.add(.note, details["notesPlain"]?.plainText, as: "notesPlain")
        if let document = details["documentAttributes"]?.members {
            try attach(document, as: "documentAttributes", files: &files)
        }
        readTags()
        readHistory()
        for member in details.members where !Self.knownDetails.contains(member.name) {
            builder.addOwn(member.name, member.value.plainText, isConcealed: true)
        }
        return try builder.finish()
    }

    // MARK: What every item has

    private mutating func readTimes() {
        let modified = time("updatedAt", of: source)
        // A trashed item does not say since when it is so; the last change is the latest that it can be.
        // Files of 2021 say `trashed` for what later ones say as a state.
        let isDeleted =
            ["trashed", "deleted"].contains(source["state"]?.text) || source["trashed"]?.truth == true
        builder.date(
            created: time("createdAt", of: source), modified: modified,
            deleted: isDeleted ? modified ?? Timestamp(milliseconds: 0) : nil)
    }

    private mutating func readCategory() {
        guard let identifier = source["categoryUuid"]?.text else { return }
        guard identifier != OnePasswordCategory.login else { return }
        builder.add(.type, OnePasswordCategory.name(identifier), as: "categoryUuid")
    }

    private mutating func readLoginFields() {
        var fields: [JSONObject] = []
        for field in details["loginFields"]?.elements ?? [] {
            if let members = field.members { fields.append(members) } else { keepUnknown("loginFields", field) }
        }
        // The user comes first, in whatever order the website's form had them.
        let designated: [(name: String, kind: FieldKind)] = [("username", .user), ("password", .password)]
        for (name, kind) in designated {
            for field in fields where field["designation"]?.text?.lowercased() == name {
                builder.add(kind, field["value"]?.plainText, as: name)
            }
        }
        // Anything else is what the form was filled with besides; `P` marks a password.
        for field in fields where !designated.contains(where: { $0.name == field["designation"]?.text?.lowercased() }) {
            let name = [field["name"], field["id"]].compactMap { $0?.text }.first { !$0.isEmpty } ?? ""
            builder.addOwn(name, field["value"]?.plainText ?? "", isConcealed: field["fieldType"]?.text == "P")
        }
    }

    private mutating func readAddresses() {
        var seen: Set<String> = []
        if let first = overview["url"]?.text, !first.isEmpty {
            seen.insert(first)
            builder.add(.url, first, as: "url")
        }
        for address in overview["urls"]?.elements ?? [] {
            guard let members = address.members, let text = members["url"]?.text else {
                keepUnknown("urls", address)
                continue
            }
            if seen.insert(text).inserted { builder.add(.url, text, as: "urls") }
            // "website" is what 1Password calls an address to which nobody gave a name.
            if let label = members["label"]?.text, !label.isEmpty, label != "website" {
                builder.addOwn("Label of URL \(seen.count)", label)
            }
        }
    }

    private mutating func readTags() {
        let tags = (overview["tags"]?.elements ?? []).compactMap(\.text)
        builder.addOwn("Tags", tags.joined(separator: ", "))
        if source["state"]?.text == "archived" { builder.addOwn("State", "archived") }
    }

    private mutating func readHistory() {
        for entry in details["passwordHistory"]?.elements ?? [] {
            guard let past = entry.members else {
                keepUnknown("passwordHistory", entry)
                continue
            }
            let until = time("time", of: past) ?? builder.item.modified ?? Timestamp(milliseconds: 0)
            let value = past["value"]?.plainText ?? ""
            builder.remember(PastValue(kind: .password, value: value, until: until), as: "passwordHistory")
        }
    }

    // MARK: Sections

    private mutating func read(_ section: JSONValue, files: inout OnePasswordFiles) throws(ImportFault) {
        guard let members = section.members else { return keepUnknown("sections", section) }
        let heading = members["title"]?.text ?? ""
        for entry in members["fields"]?.elements ?? [] {
            guard let field = entry.members else {
                keepUnknown("sections", entry)
                continue
            }
            let title = [field["title"], field["id"]].compactMap { $0?.text }.first { !$0.isEmpty } ?? ""
            guard let value = field["value"]?.members else {
                // Every value is an object that names its sort; any other might be a secret.
                if let value = field["value"] { builder.addOwn(title, value.plainText, isConcealed: true) }
                continue
            }
            for member in value.members {
                if member.name == "file", let document = member.value.members {
                    try attach(document, as: title, files: &files)
                } else {
                    for part in OnePasswordValue.parts(member.name, member.value, title: title) {
                        add(part, heading: heading)
                    }
                }
            }
        }
    }

    /// Adds what a value says; under our kind when the title says no more than that, else under title and heading.
    private mutating func add(_ part: OnePasswordValue.Part, heading: String) {
        if let kind = part.kind { return builder.add(kind, part.value, as: part.title) }
        let name = heading.isEmpty || heading == part.title ? part.title : "\(heading): \(part.title)"
        // A heading may be as long as it likes; the title alone says what the field is.
        let isLong = name.unicodeScalars.count > FieldKind.nameLimit
        builder.addOwn(isLong ? part.title : name, part.value, isConcealed: part.isConcealed)
    }

    private mutating func attach(
        _ document: JSONObject, as label: String, files: inout OnePasswordFiles
    ) throws(ImportFault) {
        guard let name = document["fileName"]?.text, let identifier = document["documentId"]?.text else {
            return try builder.leaveOut(document["fileName"]?.plainText ?? "", as: label, .expected(.file))
        }
        let bytes: [UInt8]?
        do throws(ImportFault) {
            bytes = try files.document(id: identifier, name: name)
        } catch {
            guard case .tooLarge(_, let limit) = error else { throw error }
            return try builder.leaveOut(name, as: label, .tooLong(count: limit + 1, limit: limit))
        }
        guard let bytes else {
            guard files.skipsMissing else { throw builder.fault(label, .missingDocument) }
            builder.note(label, .leftOut(.missingDocument))
            return builder.addOwn("File that the export does not have", name)
        }
        try builder.attach(bytes, named: name, as: label)
    }

    /// Keeps what has another form than the format says as a hidden field: it might be a secret.
    private mutating func keepUnknown(_ name: String, _ value: JSONValue) {
        guard !value.isNull else { return }
        builder.note(name, .keptAsWritten)
        builder.addOwn(name, value.plainText, isConcealed: true)
    }

    /// Seconds since 1970.
    private mutating func time(_ name: String, of object: JSONObject) -> Timestamp? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let seconds = value.integer, UnixSeconds.range.contains(seconds) else {
            builder.note(name, .unreadableDate)
            return nil
        }
        return Timestamp(seconds: seconds)
    }
}
