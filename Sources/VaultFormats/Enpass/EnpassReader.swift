import Basics
import Vault

/// Reads Enpass's JSON export.
///
/// The first folder of an item becomes its category, named by its path; further ones become fields. Icons and what
/// Enpass works out itself are left out.
enum EnpassReader {
    /// The vault in an export.
    static func vault(json bytes: [UInt8], into items: ImportedItems) throws(ImportFault) -> ImportedVault {
        let file = try JSONFile.object(bytes, as: .enpass)
        guard let elements = file["items"]?.elements else { throw .foreign(.plain(.noItems)) }
        guard elements.isEmpty || JSONFile.format(file) == .enpass else {
            throw .foreign(.plain(.noTemplates))
        }
        var categories = CategoryNames()
        let folders = EnpassFolders(file["folders"]?.elements ?? [], into: &categories)
        var items = items
        var room = AttachmentRoom()
        try items.read(elements) { item, number, skips throws(ImportFault) in
            var reader = EnpassItemReader(item, number: number, skips: skips)
            return try reader.item(in: folders, room: &room)
        }
        return try items.finished(categories)
    }
}

/// The folders of a file, by identifier.
struct EnpassFolders {
    private var names: [String: String?] = [:]

    /// Reads them, and makes a category of each, named by the path from the outermost folder.
    init(_ elements: [JSONValue], into categories: inout CategoryNames) {
        var folders: [String: NamedFolder] = [:]
        var order: [String] = []
        for folder in elements.compactMap(\.members) {
            guard let identifier = folder["uuid"]?.text, folders[identifier] == nil else { continue }
            folders[identifier] = NamedFolder(
                title: folder["title"]?.plainText ?? "", parent: folder["parent_uuid"]?.plainText ?? "")
            order.append(identifier)
        }
        for identifier in order {
            names[identifier] = .some(folders[identifier].flatMap { categories.category($0.path(in: folders)) })
        }
    }

    /// The categories of folders; nil for one that the file does not have.
    subscript(identifier: String) -> String?? { names[identifier] }
}
