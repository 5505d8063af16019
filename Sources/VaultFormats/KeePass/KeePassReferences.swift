import Basics
import Foundation

/// Resolves references between entries: `{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}` stands for the password of the entry
/// with that identifier.
///
/// Source: "Field References", KeePass Help Center. A reference names the wanted field (title, user, password, URL, notes,
/// identifier), the field to search in and the text to find; the first entry of the file counts.
struct KeePassReferences {
    /// How deep a referenced value may refer to others in turn.
    private static let depthLimit = 8
    /// The most references that one value may lead to, and the most bytes that it may become.
    private static let countLimit = 200
    private static let sizeLimit = 1 << 20

    /// The standard fields of each entry, by the letter that references have for them.
    private var entries: [[Character: String]] = []
    /// The first entry for a text in a field.
    private var index: [Character: [String: Int]] = [:]

    /// The references that the entries of a group, and of the groups in it, can be found by.
    init(_ root: XMLTree) {
        collect(root)
    }

    private mutating func collect(_ group: XMLTree) {
        for entry in group.all("Entry") {
            var fields: [Character: String] = [:]
            for string in entry.all("String") {
                guard let key = string.text(of: "Key"), let value = string.text(of: "Value") else { continue }
                if let letter = Self.letters[key] { fields[letter] = value } else { add(value, in: "O") }
            }
            let bytes = entry.text(of: "UUID").flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? []
            fields["I"] = bytes.hexadecimal
            for (letter, value) in fields { add(value, in: letter) }
            entries.append(fields)
        }
        for child in group.all("Group") { collect(child) }
    }

    private mutating func add(_ value: String, in letter: Character) {
        guard value.utf8.count <= 1000 else { return }
        let number = entries.count
        index[letter, default: [:]][value.lowercased(), default: number] = index[letter]?[value.lowercased()] ?? number
    }

    private static let letters: [String: Character] = [
        KeePassNames.title: "T", KeePassNames.user: "U", KeePassNames.password: "P", KeePassNames.url: "A",
        KeePassNames.note: "N",
    ]

    /// `text` with its references resolved, and whether all of them could be.
    func resolved(_ text: String) -> (text: String, isWhole: Bool) {
        guard text.contains("{") else { return (text, true) }
        var count = 0
        guard let resolved = resolved(text, depth: 0, count: &count) else { return (text, false) }
        return (resolved, true)
    }

    /// The resolved text; nil when one reference leads nowhere, in a circle, or too far.
    private func resolved(_ text: String, depth: Int, count: inout Int) -> String? {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: /\{[Rr][Ee][Ff]:/) {
            result += rest[..<open.lowerBound]
            guard let close = rest[open.upperBound...].firstIndex(of: "}") else { return nil }
            count += 1
            guard count <= Self.countLimit, depth < Self.depthLimit, let value = value(rest[open.upperBound..<close]),
                let inner = resolved(value, depth: depth + 1, count: &count)
            else { return nil }
            result += inner
            guard result.utf8.count <= Self.sizeLimit else { return nil }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// The value that `P@I:46C9…` stands for.
    private func value(_ reference: Substring) -> String? {
        let parts = Array(reference.prefix(4))
        guard parts.count == 4, parts[1] == "@", parts[3] == ":", let wanted = parts[0].uppercased().first,
            let searched = parts[2].uppercased().first
        else { return nil }
        let text = reference.dropFirst(4).lowercased()
        guard let number = index[searched]?[searched == "I" ? text.filter { $0 != "-" } : text] else { return nil }
        guard let value = entries[number][wanted] else { return "TUPANI".contains(wanted) ? "" : nil }
        return wanted == "I" ? value.uppercased() : value
    }
}
