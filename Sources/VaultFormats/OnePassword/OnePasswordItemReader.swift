import Time
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
    init(_ source: JSONObject, number: Int) throws(ImportFault) {
        self.source = source
        overview = source["overview"]?.members ?? JSONObject()
        details = source["details"]?.members ?? JSONObject()
        builder = try ItemBuilder(number: number, title: overview["title"]?.text ?? "")
    }

    /// Reads the item, with the files that belong to it.
    mutating func item(in category: String?, files: inout OnePasswordFiles) throws(ImportFault) -> ForeignItem {
        builder.put(into: category)
        builder.identify(source["uuid"]?.text, by: "1password")
        builder.mark(isFavourite: (source["favIndex"]?.integer ?? 0) != 0)
        try readTimes()
        try readCategory()
        try readLoginFields()
        try builder.add(.password, details["password"]?.plainText, as: "password")
        try readAddresses()
        for section in details["sections"]?.elements ?? [] { try read(section, files: &files) }
        try builder.add(.note, details["notesPlain"]?.plainText, as: "notesPlain")
        if let document = details["documentAttributes"]?.members {
            try attach(document, as: "documentAttributes", files: &files)
        }
        try readTags()
        try readHistory()
        for member in details.members where !Self.knownDetails.contains(member.name) {
            try builder.addOwn(member.name, member.value.plainText, isConcealed: true)
        }
        return try builder.finish()
    }

    // MARK: What every item has

    private mutating func readTimes() throws(ImportFault) {
        let modified = try time("updatedAt", of: source)
        // A trashed item does not say since when it is so; the last change is the latest that it can be.
        // Files of 2021 say `trashed` for what later ones say as a state.
        let isDeleted =
            ["trashed", "deleted"].contains(source["state"]?.text) || source["trashed"]?.truth == true
        builder.date(
            created: try time("createdAt", of: source), modified: modified,
            deleted: isDeleted ? modified ?? Timestamp(milliseconds: 0) : nil)
    }

    private mutating func readCategory() throws(ImportFault) {
        guard let identifier = source["categoryUuid"]?.text else { return }
        guard identifier != OnePasswordCategory.login else { return }
        try builder.add(.type, OnePasswordCategory.name(identifier), as: "categoryUuid")
    }

    private mutating func readLoginFields() throws(ImportFault) {
        var fields: [JSONObject] = []
        for field in details["loginFields"]?.elements ?? [] {
            guard let field = field.members else { throw builder.fault("loginFields", .expected("an object")) }
            fields.append(field)
        }
        // The user comes first, in whatever order the website's form had them.
        let designated: [(name: String, kind: FieldKind)] = [("username", .user), ("password", .password)]
        for (name, kind) in designated {
            for field in fields where field["designation"]?.text?.lowercased() == name {
                try builder.add(kind, field["value"]?.plainText, as: name)
            }
        }
        // Anything else is what the form was filled with besides; `P` marks a password.
        for field in fields where !designated.contains(where: { $0.name == field["designation"]?.text?.lowercased() }) {
            let name = [field["name"], field["id"]].compactMap { $0?.text }.first { !$0.isEmpty } ?? ""
            try builder.addOwn(name, field["value"]?.plainText ?? "", isConcealed: field["fieldType"]?.text == "P")
        }
    }

    private mutating func readAddresses() throws(ImportFault) {
        var seen: Set<String> = []
        if let first = overview["url"]?.text, !first.isEmpty {
            seen.insert(first)
            try builder.add(.url, first, as: "url")
        }
        for address in overview["urls"]?.elements ?? [] {
            guard let address = address.members, let text = address["url"]?.text else {
                throw builder.fault("urls", .expected("an object"))
            }
            if seen.insert(text).inserted { try builder.add(.url, text, as: "urls") }
            // "website" is what 1Password calls an address to which nobody gave a name.
            if let label = address["label"]?.text, !label.isEmpty, label != "website" {
                try builder.addOwn("Label of URL \(seen.count)", label)
            }
        }
    }

    private mutating func readTags() throws(ImportFault) {
        let tags = (overview["tags"]?.elements ?? []).compactMap(\.text)
        try builder.addOwn("Tags", tags.joined(separator: ", "))
        if source["state"]?.text == "archived" { try builder.addOwn("State", "archived") }
    }

    private mutating func readHistory() throws(ImportFault) {
        for past in details["passwordHistory"]?.elements ?? [] {
            guard let past = past.members else { throw builder.fault("passwordHistory", .expected("an object")) }
            let until = try time("time", of: past) ?? builder.item.modified ?? Timestamp(milliseconds: 0)
            let value = past["value"]?.plainText ?? ""
            try builder.remember(PastValue(kind: .password, value: value, until: until), as: "passwordHistory")
        }
    }

    // MARK: Sections

    private mutating func read(_ section: JSONValue, files: inout OnePasswordFiles) throws(ImportFault) {
        guard let section = section.members else { throw builder.fault("sections", .expected("an object")) }
        let heading = section["title"]?.text ?? ""
        for field in section["fields"]?.elements ?? [] {
            guard let field = field.members else { throw builder.fault("sections", .expected("an object")) }
            let title = [field["title"], field["id"]].compactMap { $0?.text }.first { !$0.isEmpty } ?? ""
            guard let value = field["value"]?.members else { continue }
            for member in value.members {
                if member.name == "file", let document = member.value.members {
                    try attach(document, as: title, files: &files)
                } else {
                    let parts = try OnePasswordValue.parts(member.name, member.value, title: title) { [builder] in
                        builder.fault(title, .expected($0))
                    }
                    for part in parts { try add(part, heading: heading) }
                }
            }
        }
    }

    /// Adds what a value says; under our kind when the title says no more than that, else under title and heading.
    private mutating func add(_ part: OnePasswordValue.Part, heading: String) throws(ImportFault) {
        if let kind = part.kind { return try builder.add(kind, part.value, as: part.title) }
        let name = heading.isEmpty || heading == part.title ? part.title : "\(heading): \(part.title)"
        // A heading may be as long as it likes; the title alone says what the field is.
        let isLong = name.unicodeScalars.count > FieldKind.nameLimit
        try builder.addOwn(isLong ? part.title : name, part.value, isConcealed: part.isConcealed)
    }

    private mutating func attach(
        _ document: JSONObject, as label: String, files: inout OnePasswordFiles
    ) throws(ImportFault) {
        guard let name = document["fileName"]?.text, let identifier = document["documentId"]?.text else {
            throw builder.fault(label, .expected("a file"))
        }
        guard let bytes = try files.document(id: identifier, name: name) else {
            guard files.skipsMissing else { throw builder.fault(label, .missingDocument) }
            return try builder.addOwn("File that the export does not have", name)
        }
        try builder.attach(bytes, named: name, as: label)
    }

    /// Seconds since 1970.
    private func time(_ name: String, of object: JSONObject) throws(ImportFault) -> Timestamp? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let seconds = value.integer, UnixSeconds.range.contains(seconds) else {
            throw builder.fault(name, .expected("a time"))
        }
        return Timestamp(seconds: seconds)
    }
}
