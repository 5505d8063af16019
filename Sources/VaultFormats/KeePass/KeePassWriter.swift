import Foundation
import Time
import Vault

/// Writes the XML that KeePass 2 and KeePassXC import.
///
/// A group holds each category, and the recycle bin what is in the trash. Times are to the second. Fields without a
/// value are left out where KeePass has a place for them; a second field of one's own with the same name gets a number,
/// because the keys of an entry differ.
enum KeePassWriter {
    /// The XML of `vault`; items without times get `now`.
    static func xml(
        _ vault: ImportedVault, now: Timestamp, using random: inout some RandomNumberGenerator
    ) throws(ExportFault) -> [UInt8] {
        let plan = KeePassPlan(vault, now: now, using: &random)
        var text = XMLText()
        try text.element("KeePassFile") { text throws(ExportFault) in
            try text.element("Meta") { text throws(ExportFault) in try plan.writeMeta(to: &text) }
            try text.element("Root") { text throws(ExportFault) in
                try text.element("Group") { text throws(ExportFault) in try plan.writeRoot(to: &text) }
            }
        }
        return text.bytes
    }
}

/// What is written where, with an identifier for each group and entry.
private struct KeePassPlan {
    private let vault: ImportedVault
    private let now: Timestamp
    private let root: String
    private let bin: String
    private let groups: [(name: String, identifier: String)]
    private let group: [String: String]
    private let entries: [String]

    init(_ vault: ImportedVault, now: Timestamp, using random: inout some RandomNumberGenerator) {
        self.vault = vault
        self.now = now
        root = Self.identifier(using: &random)
        bin = Self.identifier(using: &random)
        var group: [String: String] = [:]
        var groups: [(name: String, identifier: String)] = []
        for name in vault.categories + vault.items.compactMap(\.category) where group[name] == nil {
            let identifier = Self.identifier(using: &random)
            group[name] = identifier
            groups.append((name, identifier))
        }
        self.group = group
        self.groups = groups
        var entries: [String] = []
        for item in vault.items {
            let known = item.identifier.flatMap(UUIDText.digits).flatMap { RecordID($0) }
            entries.append(known.map { Data($0.bytes).base64EncodedString() } ?? Self.identifier(using: &random))
        }
        self.entries = entries
    }

    private static func identifier(using random: inout some RandomNumberGenerator) -> String {
        Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }).base64EncodedString()
    }

    private var hasBin: Bool { vault.items.contains { $0.deleted != nil } }

    func writeMeta(to text: inout XMLText) throws(ExportFault) {
        try text.write("Generator", "Cerca")
        try text.write("DatabaseName", "Cerca")
        try text.element("MemoryProtection") { text throws(ExportFault) in
            for name in ["Title", "UserName", "URL", "Notes"] { try text.write("Protect\(name)", "False") }
            try text.write("ProtectPassword", "True")
        }
        try text.write("RecycleBinEnabled", "True")
        if hasBin { try text.write("RecycleBinUUID", bin) }
        let files = vault.items.flatMap(\.attachments)
        guard !files.isEmpty else { return }
        try text.element("Binaries") { text throws(ExportFault) in
            for (number, file) in files.enumerated() {
                try text.write(
                    "Binary", Data(file.bytes).base64EncodedString(), attributes: " ID=\"\(number)\"")
            }
        }
    }

    func writeRoot(to text: inout XMLText) throws(ExportFault) {
        // The number of an item's first file, as they stand in `Binaries`.
        var firstFiles: [Int] = []
        var count = 0
        for item in vault.items {
            firstFiles.append(count)
            count += item.attachments.count
        }
        let indices = Dictionary(grouping: vault.items.indices) { index in
            vault.items[index].deleted == nil ? vault.items[index].category.flatMap { group[$0] } ?? root : bin
        }
        let write = { (identifier: String, text: inout XMLText) throws(ExportFault) in
            for index in indices[identifier] ?? [] {
                try writeEntry(index, firstFile: firstFiles[index], to: &text)
            }
        }
        try text.write("UUID", root)
        try text.write("Name", "Cerca")
        try write(root, &text)
        for (name, identifier) in groups + (hasBin ? [("Recycle Bin", bin)] : []) {
            try text.element("Group") { text throws(ExportFault) in
                try text.write("UUID", identifier)
                try text.write("Name", name, of: name)
                try write(identifier, &text)
            }
        }
    }

    private func writeEntry(_ index: Int, firstFile: Int, to text: inout XMLText) throws(ExportFault) {
        let item = vault.items[index]
        let before = item.deleted == nil ? nil : item.category.flatMap { group[$0] }
        let writer = KeePassEntryWriter(
            item, identifier: entries[index], previousGroup: before, firstFile: firstFile, now: now)
        try text.element("Entry") { text throws(ExportFault) in try writer.write(to: &text) }
    }
}

extension XMLText {
    /// An element with a text of the item called `title`.
    mutating func write(
        _ name: String, _ text: String, attributes: String = "", of title: String = "", field: String? = nil
    ) throws(ExportFault) {
        do throws(XMLCharacterFault) {
            try element(name, text, attributes: attributes)
        } catch {
            throw .notInXML(title: title, field: field ?? name, character: error.character)
        }
    }
}
