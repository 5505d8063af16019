import Basics
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
