import Basics
import Vault

/// Reads Bitwarden's JSON export, of a person or of an organisation.
///
/// Folders, or the first collection of an item, become categories. Passkeys are kept as hidden fields with their JSON.
/// Identifiers, the keys of items, and files, which Bitwarden does not put into JSON, are left out.
enum BitwardenReader {
    /// The vault in an export that is not encrypted.
    static func vault(json bytes: [UInt8], into items: ImportedItems) throws(ImportFault) -> ImportedVault {
        let file = try document(bytes)
        if file["encrypted"]?.truth == true {
            throw .foreign(.plain(file["passwordProtected"]?.truth == true ? .passwordProtected : .accountEncrypted))
        }
        return try vault(file, into: items)
    }

    /// The vault in an export that is encrypted with a password of its own.
    static func vault(
        protected bytes: [UInt8], password: Password?, into items: ImportedItems
    ) throws(ImportFault) -> ImportedVault {
        let file = try document(bytes)
        guard let protection = try BitwardenProtection(file) else {
            throw .foreign(.plain(file["encrypted"]?.truth == true ? .accountEncrypted : .notProtected))
        }
        guard let password else { throw .needsPassword }
        return try vault(json: try protection.open(password), into: items)
    }

    private static func document(_ bytes: [UInt8]) throws(ImportFault) -> JSONObject {
        guard let file = try JSONValue(parsing: bytes).members else { throw .foreign(.plain(.notJSONObject)) }
        switch JSONFile.format(file) {
        case .bitwarden?, .bitwardenProtected?, nil: return file
        case let other?: throw .foreign(.otherFormat(other))
        }
    }

    private static func vault(_ file: JSONObject, into items: ImportedItems) throws(ImportFault) -> ImportedVault {
        guard let elements = file["items"]?.elements else { throw .foreign(.plain(.noItems)) }
        guard elements.count <= ImportLimits.items else { throw .tooMany(.items, limit: ImportLimits.items) }
        var items = items
        var categories = CategoryNames()
        let folders = BitwardenFolders(file, into: &categories)
        try items.read(elements) { item, number, _ throws(ImportFault) in
            var reader = BitwardenItemReader(item, number: number)
            return try reader.item(in: folders)
        }
        return try items.finished(categories)
    }
}

/// The folders or collections of a file, by identifier.
struct BitwardenFolders {
    private var folders: [String: String?] = [:]
    private var collections: [String: String?]?

    /// Reads them, and makes a category of each.
    init(_ file: JSONObject, into categories: inout CategoryNames) {
        folders = Self.names(file["folders"], into: &categories) ?? [:]
        collections = Self.names(file["collections"], into: &categories)
    }

    /// The category in which an item stands, and the names of further collections that it is in; the builder notes those
    /// that the file does not have.
    func place(of item: JSONObject, _ builder: inout ItemBuilder) -> (category: String?, others: [String]) {
        var names: [String] = []
        if let folder = item["folderId"], !folder.plainText.isEmpty {
            if let known = folders[folder.plainText] {
                known.map { names.append($0) }
            } else {
                builder.note("folderId", .missingFolder)
            }
        }
        // A person's export names the collections of shared items without saying what they are called.
        if let collections {
            for identifier in item["collectionIds"]?.elements ?? [] where !identifier.isNull {
                if let known = collections[identifier.plainText] {
                    known.map { names.append($0) }
                } else {
                    builder.note("collectionIds", .missingFolder)
                }
            }
        }
        return (names.first, Array(names.dropFirst()))
    }

    /// The categories by the identifiers of folders; nil for a folder that can't be a category, such as one without a name.
    private static func names(_ list: JSONValue?, into categories: inout CategoryNames) -> [String: String?]? {
        guard let list = list?.elements else { return nil }
        var names: [String: String?] = [:]
        for entry in list.compactMap(\.members) {
            let category = entry["name"].flatMap { categories.category($0.plainText) }
            if let identifier = entry["id"]?.plainText { names[identifier] = .some(category) }
        }
        return names
    }
}
