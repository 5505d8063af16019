import Vault

/// The strings of an entry: pairs of key and value, some of which KeePass keeps protected in memory.
struct KeePassStrings {
    /// The title; empty when there is none.
    let title: String
    private let strings: [(key: String, value: String, isConcealed: Bool)]

    /// Reads those of an entry; `number` is the entry's, for faults.
    init(_ entry: XMLTree, number: Int) throws(ImportFault) {
        let nodes = entry.all("String")
        title = nodes.first { $0.text(of: "Key") == KeePassNames.title }?.text(of: "Value") ?? ""
        var strings: [(key: String, value: String, isConcealed: Bool)] = []
        for node in nodes {
            let key = node.text(of: "Key") ?? ""
            guard key != KeePassNames.title else { continue }
            let value = node.child("Value")
            // Only within the encrypted database are values encrypted once more; an export has them in clear.
            guard !XMLTree.isTrue(value?.attributes["Protected"]) else {
                throw .item(.init(number: number, title: title, field: key), .encrypted)
            }
            strings.append((key, value?.text ?? "", XMLTree.isTrue(value?.attributes["ProtectInMemory"])))
        }
        self.strings = strings
    }

    /// Adds them to an item: KeePass's own ones first, then one-time passwords, the note, and custom ones.
    func read(into builder: inout ItemBuilder) throws(ImportFault) {
        let values = Dictionary(strings.map { ($0.key, $0.value) }) { first, _ in first }
        for key in [KeePassNames.user, KeePassNames.password, KeePassNames.url] {
            guard let kind = KeePassNames.standard[key] else { continue }
            try builder.add(kind, values[key], as: key)
        }
        for string in strings where string.key.hasPrefix(KeePassNames.furtherURL) {
            try builder.add(.url, string.value, as: string.key)
        }
        let codes = KeePassOneTimePassword.read(values, title: title)
        for code in codes.values { try builder.add(.oneTimePassword, code, as: "otp") }
        try builder.add(.note, values[KeePassNames.note], as: KeePassNames.note)
        for string in strings where !isRead(string.key, codes.keys) {
            try builder.addCustom(
                KeePassNames.withoutNumber(string.key), string.value, isConcealed: string.isConcealed)
        }
    }

    private func isRead(_ key: String, _ codes: Set<String>) -> Bool {
        KeePassNames.standard[key] != nil || key.hasPrefix(KeePassNames.furtherURL) || codes.contains(key)
    }
}
