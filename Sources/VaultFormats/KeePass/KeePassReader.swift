import Foundation
import Time
import Vault

/// Reads the XML that KeePass 2 and KeePassXC export.
///
/// Groups become categories, named by their path below the root; what stands in the recycle bin is in the trash.
/// Earlier versions of an entry become past values of its fields. Left out are identifiers, icons, colours, auto-type,
/// earlier titles and files, and the data of plug-ins.
enum KeePassReader {
    /// The vault in an XML export.
    static func vault(xml bytes: [UInt8]) throws(ImportFault) -> ImportedVault {
        let file = try XMLReader.root(bytes)
        guard file.name == "KeePassFile" else { throw .foreign("its root element is not KeePassFile") }
        guard let root = file.child("Root")?.child("Group") else { throw .foreign("there is no root group") }
        let meta = file.child("Meta")
        var walk = KeePassWalk(files: try KeePassFiles(meta), bin: meta?.text(of: "RecycleBinUUID"))
        try walk.readGroups(root, path: nil)
        try walk.readEntries(root, isInBin: false)
        return ImportedVault(items: walk.items, categories: walk.categories.all)
    }
}

/// Goes through the groups of a file.
private struct KeePassWalk {
    private(set) var items: [ForeignItem] = []
    private(set) var categories = CategoryNames()
    private var files: KeePassFiles
    private let bin: String?
    /// The category of each group, by the group's identifier; nil for the root.
    private var groups: [String: String?] = [:]

    init(files: KeePassFiles, bin: String?) {
        self.files = files
        self.bin = bin
    }

    /// Reads the names of the groups below `group`, so that every entry can be told where it was before it was deleted.
    mutating func readGroups(_ group: XMLTree, path: String?) throws(ImportFault) {
        if let identifier = group.text(of: "UUID") { groups[identifier] = .some(path) }
        for child in group.all("Group") where !isBin(child) {
            let name = child.text(of: "Name") ?? "(untitled)"
            try readGroups(child, path: try categories.category(path.map { "\($0)/\(name)" } ?? name))
        }
    }

    /// Reads the entries of a group, then those of the groups in it.
    mutating func readEntries(_ group: XMLTree, isInBin: Bool) throws(ImportFault) {
        let category = group.text(of: "UUID").flatMap { groups[$0] } ?? nil
        for entry in group.all("Entry") {
            let number = items.count + 1
            guard number <= ImportLimits.items else { throw .tooMany("items", limit: ImportLimits.items) }
            var reader = try KeePassEntryReader(entry, number: number)
            if isInBin {
                let before = entry.text(of: "PreviousParentGroup").flatMap { groups[$0] } ?? nil
                items.append(try reader.item(in: before, isDeleted: true, files: &files))
            } else {
                items.append(try reader.item(in: category, isDeleted: false, files: &files))
            }
        }
        for child in group.all("Group") {
            try readEntries(child, isInBin: isInBin || isBin(child))
        }
    }

    private func isBin(_ group: XMLTree) -> Bool {
        bin != nil && group.text(of: "UUID") == bin
    }
}

/// The files that entries refer to, counted so that all of them together stay within bounds.
struct KeePassFiles {
    private var nodes: [String: XMLTree] = [:]
    private var total = 0

    /// The files that stand in `Meta`.
    init(_ meta: XMLTree?) throws(ImportFault) {
        for node in meta?.child("Binaries")?.all("Binary") ?? [] {
            guard let identifier = node.attributes["ID"] else { throw .foreign("a file has no number") }
            nodes[identifier] = node
        }
    }

    /// The bytes of the file that an entry's `Value` has or refers to; nil when it refers to one that is not there.
    ///
    /// KeePassXC 2.7 leaves files out when it exports a database of version 4, and refers to them even so.
    mutating func bytes(
        _ value: XMLTree, fault: (ImportFault.FieldProblem) -> ImportFault
    ) throws(ImportFault) -> [UInt8]? {
        var node = value
        if let reference = value.attributes["Ref"] {
            guard let referred = nodes[reference] else { return nil }
            node = referred
        }
        if XMLTree.isTrue(node.attributes["Protected"]) { throw fault(.encrypted) }
        guard let data = Data(base64Encoded: node.text, options: .ignoreUnknownCharacters) else {
            throw fault(.expected("base64"))
        }
        let room = min(Attachment.byteLimit, ImportLimits.allAttachments - total)
        var bytes = Array(data)
        if XMLTree.isTrue(node.attributes["Compressed"]) { bytes = try Gzip.unpacked(bytes, limit: room) }
        guard bytes.count <= room else { throw fault(.tooLong(count: bytes.count, limit: room)) }
        total += bytes.count
        return bytes
    }
}
