import Basics
import Vault

/// Writes one entry of a KeePass XML.
struct KeePassEntryWriter {
    private let item: ForeignItem
    private let identifier: String
    private let previousGroup: String?
    private let firstFile: Int
    private let created: Timestamp
    private let modified: Timestamp

    /// The entry of `item`; its files are numbered from `firstFile` on.
    init(_ item: ForeignItem, identifier: String, previousGroup: String?, firstFile: Int, now: Timestamp) {
        self.item = item
        self.identifier = identifier
        self.previousGroup = previousGroup
        self.firstFile = firstFile
        modified = item.modified ?? now
        created = item.created ?? item.modified ?? now
    }

    /// Writes what stands in the entry.
    func write(to text: inout XMLText) {
        let versions = KeePassVersion.earlier(than: item, created: created, modified: modified)
        // A history that whole versions cannot say stands among the strings.
        let past = versions == nil ? item.history : []
        writeState(KeePassVersion(fields: item.fields, modified: modified), past: past, to: &text)
        var names: Set<String> = []
        for (offset, file) in item.attachments.enumerated() {
            text.element("Binary") { text in
                text.write("Key", Self.unique(file.name, &names), of: item.title)
                text.write("Value", "", attributes: " Ref=\"\(firstFile + offset)\"")
            }
        }
        guard let versions, !versions.isEmpty else { return }
        text.element("History") { text in
            for version in versions {
                text.element("Entry") { text in
                    writeState(version, past: [], to: &text)
                }
            }
        }
    }

    private func writeState(
        _ state: KeePassVersion, past: [PastValue], to text: inout XMLText
    ) {
        var rest = state.fields.filter { !$0.value.isEmpty || $0.kind.name != nil }
        let expiry = take(&rest) { field in
            field.kind == .text(name: KeePassNames.expiry)
                && KeePassTime.timestamp(field.value).map { $0.rfc3339 == field.value && $0.milliseconds % 1000 == 0 }
                    == true
        }
        let tags = take(&rest) { $0.kind == .text(name: KeePassNames.tags) && KeePassTags.areTags($0.value) }
        text.write("UUID", identifier)
        text.write("IconID", "0")
        text.write(
            "Tags",
            KeePassTags.text(isFavourite: item.isFavourite, asksAgain: item.asksAgain, others: tags?.value),
            of: item.title)
        if let previousGroup { text.write("PreviousParentGroup", previousGroup) }
        writeTimes(state.modified, expiry: expiry?.value, to: &text)
        for string in strings(rest, past: past) {
            text.element("String") { text in
                text.write("Key", string.key, of: item.title)
                text.writeValue(string.value, isConcealed: string.isConcealed, of: item.title, field: string.key)
            }
        }
    }

    private func writeTimes(_ modified: Timestamp, expiry: String?, to text: inout XMLText) {
        text.element("Times") { text in
            text.writeTime("LastModificationTime", modified)
            text.writeTime("CreationTime", created)
            text.writeTime("LastAccessTime", modified)
            text.writeTime("ExpiryTime", expiry.flatMap(KeePassTime.timestamp) ?? created)
            text.write("Expires", expiry == nil ? "False" : "True")
            text.write("UsageCount", "0")
            text.writeTime("LocationChanged", item.deleted ?? created)
        }
    }

    // MARK: Strings

    private typealias EntryString = (key: String, value: String, isConcealed: Bool)

    private func strings(_ fields: [Field], past: [PastValue]) -> [EntryString] {
        var rest = fields
        var strings: [EntryString] = [(KeePassNames.title, item.title, false)]
        for (key, kind) in [
            (KeePassNames.user, FieldKind.user), (KeePassNames.password, .password), (KeePassNames.url, .url),
            (KeePassNames.note, .note),
        ] {
            let value = take(&rest) { $0.kind == kind && !$0.value.isEmpty }?.value
            strings.append((key, value ?? "", kind.isConcealed))
        }
        if let code = take(&rest, where: { $0.kind == .oneTimePassword && !$0.value.isEmpty }) {
            for string in KeePassOneTimePassword.strings(code.value) {
                strings.append((string.key, string.value, true))
            }
        }
        var keys = Set(strings.map(\.key))
        var addresses = 0
        for field in rest {
            let key: String
            if field.kind == .url {
                key = addresses == 0 ? KeePassNames.furtherURL : "\(KeePassNames.furtherURL)_\(addresses)"
                addresses += 1
            } else {
                key = Self.unique(KeePassNames.key(of: field.kind), &keys)
            }
            strings.append((key, field.value, field.kind.isConcealed))
        }
        for value in past { strings.append((Self.unique(HistoryNames.name(of: value), &keys), value.value, true)) }
        return strings
    }

    /// The first field that fits, which is taken out of `fields`.
    private func take(_ fields: inout [Field], where fits: (Field) -> Bool) -> Field? {
        fields.firstIndex(where: fits).map { fields.remove(at: $0) }
    }

    /// `name`, with a number behind it when it is in `used` already.
    private static func unique(_ name: String, _ used: inout Set<String>) -> String {
        if used.insert(name).inserted { return name }
        var number = 2
        while !used.insert("\(name) (\(number))").inserted { number += 1 }
        return "\(name) (\(number))"
    }
}
