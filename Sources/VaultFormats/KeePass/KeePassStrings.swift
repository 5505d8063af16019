import Vault

/// The strings of an entry: pairs of key and value, some of which KeePass keeps protected in memory.
struct KeePassStrings {
    /// The title; empty when there is none.
    let title: String
    private let strings: [EntryString]
    private let file: KeePassFile

    private struct EntryString {
        let key: String
        let value: String
        let isConcealed: Bool
        /// Whether a reference in the value can't be resolved.
        let hasLooseReference: Bool
    }

    /// Reads those of an entry; `number` is the entry's, for faults.
    init(_ entry: XMLTree, number: Int, of file: KeePassFile) throws(ImportFault) {
        self.file = file
        let nodes = entry.all("String")
        let own = nodes.first { $0.text(of: "Key") == KeePassNames.title }?.text(of: "Value") ?? ""
        title = file.text(own).text
        var strings: [EntryString] = []
        for node in nodes {
            let key = node.text(of: "Key") ?? ""
            guard key != KeePassNames.title else { continue }
            let value = node.child("Value")
            // Only within the encrypted database are values encrypted once more; an export has them in clear.
            guard !XMLTree.isTrue(value?.attributes["Protected"]) else {
                throw .item(.init(number: number, title: title, field: key), .encrypted)
            }
            let (text, isWhole) = file.text(value?.text ?? "")
            strings.append(
                EntryString(
                    key: key, value: text, isConcealed: XMLTree.isTrue(value?.attributes["ProtectInMemory"]),
                    hasLooseReference: !isWhole))
        }
        self.strings = strings
    }

    /// Adds them to an item: KeePass's own ones first, then one-time passwords, the note, and custom ones.
    func read(into builder: inout ItemBuilder) {
        for string in strings where string.hasLooseReference { builder.note(string.key, .unresolvedReference) }
        let values = Dictionary(strings.map { ($0.key, $0.value) }) { first, _ in first }
        for key in [KeePassNames.user, KeePassNames.password, KeePassNames.url] {
            guard let kind = KeePassNames.standard[key] else { continue }
            builder.add(kind, values[key], as: key)
        }
        for string in strings where string.key.hasPrefix(KeePassNames.furtherURL) {
            builder.add(.url, string.value, as: string.key)
        }
        let codes = KeePassOneTimePassword.read(values, title: title)
        for code in codes.values { builder.add(.oneTimePassword, code, as: "otp") }
        builder.add(.note, values[KeePassNames.note], as: KeePassNames.note)
        let custom = strings.filter { !isRead($0.key, codes.keys) }
        let hasConcealed = custom.contains(where: \.isConcealed)
        for string in custom {
            let key = KeePassNames.withoutNumber(string.key)
            builder.addCustom(key, string.value, isConcealed: conceals(string, key, hasConcealed: hasConcealed))
        }
    }

    /// Whether a custom string becomes a hidden field.
    ///
    /// Plug-ins and other programs write secrets without protection, so that a string without it says nothing. It does in
    /// an entry whose owner has protected others, and in a file of ours.
    private func conceals(_ string: EntryString, _ key: String, hasConcealed: Bool) -> Bool {
        if string.isConcealed || file.isOurs { return string.isConcealed }
        if let kind = FieldNames.standardKind(key), !kind.isConcealed { return false }
        return !hasConcealed || SecretNames.saySecret(key) || string.key.hasPrefix("KPRPC")
    }

    private func isRead(_ key: String, _ codes: Set<String>) -> Bool {
        KeePassNames.standard[key] != nil || key.hasPrefix(KeePassNames.furtherURL) || codes.contains(key)
    }
}

/// What the entries of a file have in common.
struct KeePassFile {
    /// Whether this program wrote the file.
    let isOurs: Bool
    private let references: KeePassReferences

    /// The file with this root group.
    init(_ root: XMLTree, isOurs: Bool) {
        self.isOurs = isOurs
        references = KeePassReferences(root)
    }

    /// A value with its references resolved, and whether all of them could be; in a file of ours such a text is a text.
    func text(_ text: String) -> (text: String, isWhole: Bool) {
        isOurs ? (text, true) : references.resolved(text)
    }
}
