import Basics
import Foundation
import Vault

/// Reads the XML that KeePass 2 and KeePassXC export.
///
/// Groups become categories, named by their path below the root; what stands in the recycle bin is in the trash.
/// Earlier versions of an entry become past values of its fields. Left out are identifiers, icons, colours, auto-type,
/// earlier titles and files, and the data of plug-ins.
enum KeePassReader {
    /// The vault in an XML export.
    static func vault(xml bytes: [UInt8], into items: ImportedItems) throws(ImportFault) -> ImportedVault {
        try vault(try XMLReader.root(bytes), files: nil, mayHaveMarks: XMLMark.mayBe(in: bytes), into: items)
    }

    /// The vault in a document.
    ///
    /// - Parameters:
    ///   - document: The root element.
    ///   - files: The files of a database in the order in which entries number them; nil when they stand in `Meta`.
    ///   - mayHaveMarks: Whether characters that XML can't express may have been marked.
    static func vault(
        _ document: XMLTree, files: [[UInt8]]?, mayHaveMarks: Bool, into items: ImportedItems
    ) throws(ImportFault) -> ImportedVault {
        var file = document
        guard file.name == "KeePassFile" else { throw .foreign(.plain(.notKeePassXML)) }
        let isOurs = file.child("Meta")?.text(of: "Generator") == KeePassNames.generator
        if isOurs, mayHaveMarks { file = file.restored() }
        guard let root = file.child("Root")?.child("Group") else { throw .foreign(.plain(.noRootGroup)) }
        let meta = file.child("Meta")
        var walk = KeePassWalk(
            into: items, of: KeePassFile(root, isOurs: isOurs), files: KeePassFiles(meta, pool: files),
            bin: meta?.text(of: "RecycleBinUUID"))
        walk.readGroups(root, path: nil)
        try walk.readEntries(root, isInBin: false)
        return try walk.items.finished(walk.categories)
    }
}

/// Goes through the groups of a file.
private struct KeePassWalk {
    private(set) var items: ImportedItems
    private(set) var categories = CategoryNames()
    private let file: KeePassFile
    private let files: KeePassFiles
    private let bin: String?
    /// The category of each group, by the group's identifier; nil for the root.
    private var groups: [String: String?] = [:]

    init(into items: ImportedItems, of file: KeePassFile, files: KeePassFiles, bin: String?) {
        self.items = items
        self.file = file
        self.files = files
        self.bin = bin
    }

    /// Reads the names of the groups below `group`, so that every entry can be told where it was before it was deleted.
    mutating func readGroups(_ group: XMLTree, path: String?) {
        if let identifier = group.text(of: "UUID") { groups[identifier] = .some(path) }
        for child in group.all("Group") where !isBin(child) {
            let name = child.text(of: "Name") ?? "(untitled)"
            readGroups(child, path: categories.category(path.map { "\($0)/\(name)" } ?? name) ?? path)
        }
    }

    /// Reads the entries of a group, then those of the groups in it.
    mutating func readEntries(_ group: XMLTree, isInBin: Bool) throws(ImportFault) {
        let category = group.text(of: "UUID").flatMap { groups[$0] } ?? nil
        for entry in group.all("Entry") {
            let before = entry.text(of: "PreviousParentGroup").flatMap { groups[$0] } ?? nil
            let place = isInBin ? before : category
            let (skips, file, files) = (items.skips, file, files)
            try items.read { number throws(ImportFault) in
                var reader = try KeePassEntryReader(entry, number: number, of: file, skips: skips)
                return try reader.item(in: place, isDeleted: isInBin, files: files)
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
final class KeePassFiles {
    private let nodes: [String: XMLTree]
    /// The files of a database, by their numbers.
    private let pool: [[UInt8]]?
    private var room = AttachmentRoom()

    /// The files that stand in `Meta`; one without a number can't be referred to.
    init(_ meta: XMLTree?, pool: [[UInt8]]?) {
        self.pool = pool
        let files = meta?.child("Binaries")?.all("Binary") ?? []
        nodes = Dictionary(files.compactMap { node in node.attributes["ID"].map { ($0, node) } }) { _, last in last }
    }

    /// The bytes of the file that an entry's `Value` has or refers to; nil when it refers to one that is not there.
    ///
    /// KeePassXC 2.7 leaves files out when it exports a database of version 4, and refers to them even so.
    func bytes(_ value: XMLTree) throws(KeePassFileFault) -> [UInt8]? {
        var node = value
        if let reference = value.attributes["Ref"] {
            if let pool {
                guard let number = Int(reference), pool.indices.contains(number) else { return nil }
                return try counted(pool[number])
            }
            guard let referred = nodes[reference] else { return nil }
            node = referred
        }
        if XMLTree.isTrue(node.attributes["Protected"]) { throw KeePassFileFault(problem: .encrypted) }
        guard let data = Data(base64Encoded: node.text, options: .ignoreUnknownCharacters) else {
            throw KeePassFileFault(problem: .expected(.base64))
        }
        var bytes = Array(data)
        if XMLTree.isTrue(node.attributes["Compressed"]) {
            do throws(ImportFault) {
                bytes = try Gzip.unpacked(bytes, limit: room.left)
            } catch {
                throw KeePassFileFault(problem: .expected(.file))
            }
        }
        return try counted(bytes)
    }

    private func counted(_ bytes: [UInt8]) throws(KeePassFileFault) -> [UInt8] {
        guard room.take(bytes.count) else {
            throw KeePassFileFault(problem: .tooLong(count: bytes.count, limit: room.left))
        }
        return bytes
    }
}

/// Why the bytes of a file can't be read.
struct KeePassFileFault: Error {
    let problem: ImportFault.FieldProblem
}
