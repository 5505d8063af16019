import Basics
import Vault

/// Values of a table that say more than one thing, or say it in a way of their own.
enum CSVValue {
    /// The addresses of a value in which several are joined by commas, or stand in an array of JSON; a comma within an
    /// address is followed by no scheme.
    static func addresses(_ text: String) -> [String] {
        if text.hasPrefix("["), let list = (try? JSONValue(parsing: Array(text.utf8)))?.elements {
            return list.compactMap(\.text).filter { !$0.isEmpty }
        }
        var addresses: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if part.contains("://") || addresses.isEmpty {
                addresses.append(String(addresses.isEmpty ? part : part.drop { $0 == " " }))
            } else {
                addresses[addresses.count - 1] += ",\(part)"
            }
        }
        return addresses
    }

    /// Custom fields as Bitwarden writes them; a line without a name goes on with the value before it.
    static func customFields(_ text: String) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let colon = line.firstRange(of: ": ") {
                fields.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
            } else if fields.isEmpty {
                fields.append(("Field", String(line)))
            } else {
                fields[fields.count - 1].value += "\n\(line)"
            }
        }
        return fields
    }

    /// Secrets as Zoho writes them, one `name:value` a line; a line without a name goes on with the value before it.
    static func keyedSecrets(_ text: String) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for line in text.split(whereSeparator: \.isNewline) {
            if let colon = line.firstIndex(of: ":"), colon != line.startIndex {
                fields.append((String(line[..<colon]), String(line[line.index(after: colon)...])))
            } else if fields.isEmpty {
                fields.append(("Secret", String(line)))
            } else {
                fields[fields.count - 1].value += "\n\(line)"
            }
        }
        return fields
    }

    /// Whether a value has entities of HTML in it, as if it had been written for a page.
    static func looksEscaped(_ text: String) -> Bool {
        ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&apos;"].contains { text.contains($0) }
    }

    /// Custom fields as an array of JSON with `label`, `type` and `value`; text that is no such array is one field.
    static func labelledFields(_ text: String) -> [(name: String, value: String, isConcealed: Bool)] {
        let list = (try? JSONValue(parsing: Array(text.utf8)))?.elements?.map(\.members)
        guard let list, list.allSatisfy({ $0 != nil }) else { return [("Custom fields", text, true)] }
        return list.compactMap { $0 }.map { field in
            (field["label"]?.plainText ?? "", field["value"]?.plainText ?? "", field["type"]?.text != "text")
        }
    }

    /// An instant: as RFC 3339 writes it, or as seconds or milliseconds since 1970; nil when it is not one.
    static func date(_ text: String) -> Timestamp? {
        if let date = Timestamp(rfc3339: text) { return date }
        guard text.utf8.count < 16, let number = Int64(text), number >= 0 else { return nil }
        // Seconds reach this number in the year 5138, and milliseconds did in 1973.
        return number < 100_000_000_000 ? Timestamp(seconds: number) : Timestamp(milliseconds: number)
    }

    /// The host of an address, with its port if it has one; nil when there is none.
    static func host(of address: String) -> String? {
        let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return host.isEmpty ? nil : String(host)
    }
}
