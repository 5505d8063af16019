import Encodings
import Time
import Vault

/// Reads Bitwarden's JSON export, of a person or of an organisation.
///
/// Folders, or the first collection of an item, become categories. Passkeys are kept as hidden fields with their JSON.
/// Identifiers, the keys of items, and files, which Bitwarden does not put into JSON, are left out.
enum BitwardenReader {
    /// The vault in an export that is not encrypted.
    static func vault(json bytes: [UInt8]) throws(ImportFault) -> ImportedVault {
        let file = try document(bytes)
        if file["encrypted"]?.truth == true {
            throw .foreign(
                file["passwordProtected"]?.truth == true
                    ? "it is protected with a password, and its format is bitwarden-protected"
                    : "it is encrypted with the key of an account; only that account can read it")
        }
        return try vault(file)
    }

    /// The vault in an export that is encrypted with a password of its own.
    static func vault(protected bytes: [UInt8], password: Password?) throws(ImportFault) -> ImportedVault {
        let file = try document(bytes)
        guard let protection = try BitwardenProtection(file) else {
            throw .foreign(
                file["encrypted"]?.truth == true
                    ? "it is encrypted with the key of an account; only that account can read it"
                    : "it is not protected with a password, and its format is bitwarden")
        }
        guard let password else { throw .needsPassword }
        return try vault(json: try protection.open(password))
    }

    private static func document(_ bytes: [UInt8]) throws(ImportFault) -> JSONObject {
        guard let file = try JSONValue(parsing: bytes).members else { throw .foreign("it is not a JSON object") }
        return file
    }

    private static func vault(_ file: JSONObject) throws(ImportFault) -> ImportedVault {
        guard let items = file["items"]?.elements else { throw .foreign("there are no items") }
        guard items.count <= ImportLimits.items else { throw .tooMany("items", limit: ImportLimits.items) }
        var categories = CategoryNames()
        let folders = try BitwardenFolders(file, into: &categories)
        var vault = ImportedVault()
        for (index, item) in items.enumerated() {
            guard let item = item.members else {
                throw .item(.init(number: index + 1, title: "", field: "items"), .expected("an object"))
            }
            var reader = try BitwardenItemReader(item, number: index + 1)
            vault.items.append(try reader.item(in: folders))
        }
        vault.categories = categories.all
        return vault
    }
}

/// The folders or collections of a file, by identifier.
struct BitwardenFolders {
    private var folders: [String: String] = [:]
    private var collections: [String: String]?

    /// Reads them, and makes a category of each.
    init(_ file: JSONObject, into categories: inout CategoryNames) throws(ImportFault) {
        folders = try Self.names(file["folders"], into: &categories) ?? [:]
        collections = try Self.names(file["collections"], into: &categories)
    }

    /// The category in which an item stands, and the names of further collections that it is in; `builder` makes the
    /// faults.
    func place(
        of item: JSONObject, _ builder: ItemBuilder
    ) throws(ImportFault) -> (category: String?, others: [String]) {
        var names: [String] = []
        if let folder = item["folderId"], !folder.isNull {
            guard let identifier = folder.text, let name = folders[identifier] else {
                throw builder.fault("folderId", .missingReference)
            }
            names.append(name)
        }
        // A person's export names the collections of shared items without saying what they are called.
        if let collections {
            for identifier in item["collectionIds"]?.elements ?? [] where !identifier.isNull {
                guard let identifier = identifier.text, let name = collections[identifier] else {
                    throw builder.fault("collectionIds", .missingReference)
                }
                names.append(name)
            }
        }
        return (names.first, Array(names.dropFirst()))
    }

    private static func names(
        _ list: JSONValue?, into categories: inout CategoryNames
    ) throws(ImportFault) -> [String: String]? {
        guard let list = list?.elements else { return nil }
        var names: [String: String] = [:]
        for entry in list {
            guard let entry = entry.members, let name = entry["name"]?.text else {
                throw .foreign("a folder without a name")
            }
            let category = try categories.category(name)
            if let identifier = entry["id"]?.text { names[identifier] = category }
        }
        return names
    }
}
