import Basics
import Vault

/// Reads 1Password's older 1PIF export: JSON, an item a line, or a ZIP file of the folder with attached files.
///
/// An item is put into the form that 1PUX has for it, so that one reader knows both.
enum OnePIFReader {
    private static let lineLimit = 2 * ImportLimits.items

    /// The vault in an export.
    static func vault(_ bytes: [UInt8], into items: ImportedItems) throws(ImportFault) -> ImportedVault {
        guard ZIPArchive.isBegun(by: bytes) else {
            return try vault(document: bytes, files: OnePasswordFiles(), into: items)
        }
        let archive = try ZIPArchive(bytes)
        guard let name = archive.names.first(where: ForeignFile.isOnePIFDocument),
            let document = try archive.entry(name, limit: ImportLimits.file)
        else { throw .foreign(.noEntry("data.1pif")) }
        let folder = name.dropLast(name.split(separator: "/").last?.count ?? 0)
        return try vault(
            document: document, files: OnePasswordFiles(archive, attachments: folder + "attachments/"), into: items)
    }

    private static func vault(
        document bytes: [UInt8], files: OnePasswordFiles, into items: ImportedItems
    ) throws(ImportFault) -> ImportedVault {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard lines.count <= lineLimit else { throw .tooMany(.lines, limit: lineLimit) }
        guard let first = lines.first(where: { $0.first != UInt8(ascii: "*") }) else {
            throw .foreign(.plain(.noItems))
        }
        let file = (try? JSONValue(parsing: Array(first)))?.members
        guard ForeignFile.hasOnePIFMark(bytes) || file?["uuid"] != nil else {
            throw .foreign(ForeignFile(bytes)?.reason(insteadOf: .onePIF) ?? .plain(.firstLineNotItem))
        }
        var objects: [JSONObject?] = []
        for line in lines where line.first != UInt8(ascii: "*") && line.contains(where: { $0 > 0x20 }) {
            // One line that can't be read is one item.
            objects.append((try? JSONValue(parsing: Array(line)))?.members)
        }
        var categories = CategoryNames()
        let folders = OnePIFFolders(objects.compactMap { $0 }, into: &categories)
        var items = items
        var files = files
        for object in objects where object.map(OnePIFFolders.isFolder) != true {
            let skips = items.skips
            try items.read { number throws(ImportFault) in
                guard let object else {
                    throw .item(.init(number: number, title: "", field: "line"), .expected(.object))
                }
                let item = OnePIFItem(object, files: files.names(of: object["uuid"]?.text ?? ""))
                var reader = OnePasswordItemReader(item.source, number: number, skips: skips)
                return try reader.item(in: folders.category(of: object), files: &files)
            }
        }
        return try items.finished(categories)
    }
}

/// The folders of a file, by identifier.
private struct OnePIFFolders {
    private var names: [String: String?] = [:]

    /// Reads them, and makes a category of each, named by the path from the outermost folder.
    init(_ objects: [JSONObject], into categories: inout CategoryNames) {
        let folders = objects.filter { $0["typeName"]?.text == "system.folder.Regular" }
            .map { (id: $0["uuid"]?.text ?? "", folder: Self.folder($0)) }
        let known = Dictionary(folders.map { ($0.id, $0.folder) }) { first, _ in first }
        for (id, folder) in folders { names[id] = .some(categories.category(folder.path(in: known))) }
    }

    private static func folder(_ object: JSONObject) -> NamedFolder {
        NamedFolder(title: object["title"]?.plainText ?? "", parent: object["folderUuid"]?.text)
    }

    /// Whether a line is a folder, or a search that is saved, and not an item.
    static func isFolder(_ object: JSONObject) -> Bool {
        object["typeName"]?.text?.hasPrefix("system.folder.") == true
    }

    /// The category of the folder that an item is in.
    func category(of object: JSONObject) -> String? {
        object["folderUuid"]?.text.flatMap { names[$0] } ?? nil
    }
}
