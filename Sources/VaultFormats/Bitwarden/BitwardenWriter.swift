import Encodings
import Time
import Vault

/// Writes Bitwarden's JSON.
///
/// What an item has beyond its Bitwarden type stands among the custom fields: kinds of ours under their English names,
/// earlier values other than passwords as `History: …`. Files cannot stand in this format; a custom field names each.
/// Fields of ours without a value are left out, and the fields of a type stand in that type's order when they are read
/// again.
enum BitwardenWriter {
    /// The export of `vault`; items without times get `now`.
    static func json(
        _ vault: ImportedVault, now: Timestamp, using random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var identifiers: [String: String] = [:]
        var folders: [JSONValue] = []
        for category in vault.categories + vault.items.compactMap(\.category) where identifiers[category] == nil {
            let identifier = UUIDText.random(using: &random)
            identifiers[category] = identifier
            folders.append(.object(["id": .string(identifier), "name": .string(category)]))
        }
        var items: [JSONValue] = []
        items.reserveCapacity(vault.items.count)
        for item in vault.items {
            items.append(
                .object(
                    BitwardenItemWriter(item, now: now).json(
                        id: item.identifier.flatMap(UUIDText.text) ?? UUIDText.random(using: &random),
                        folder: item.category.flatMap { identifiers[$0] })))
        }
        let file: JSONObject = ["encrypted": .bool(false), "folders": .array(folders), "items": .array(items)]
        return JSONWriter.bytes(.object(file), isIndented: true)
    }
}

/// Random identifiers in the form in which these formats write them.
enum UUIDText {
    /// A random UUID (RFC 9562, version 4) in lower case.
    static func random(using random: inout some RandomNumberGenerator) -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return text(bytes.hexadecimal) ?? ""
    }

    /// The UUID of 32 hexadecimal digits; nil when they are not one.
    static func text(_ digits: String) -> String? {
        guard let digits = self.digits(of: digits) else { return nil }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }

    /// The 32 hexadecimal digits of a UUID in whatever form, in lower case; nil when it is not one, or says nothing.
    static func digits(of text: String) -> String? {
        let digits = text.lowercased().filter { !"-{}".contains($0) }
        guard digits.utf8.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            digits.contains(where: { $0 != "0" })
        else { return nil }
        return digits
    }
}
