import Basics
import Foundation
import Vault

/// Writes the XML that KeePass 2 and KeePassXC import.
///
/// A group holds each category, and the recycle bin what is in the trash. Times are to the second. Fields without a
/// value are left out where KeePass has a place for them; a second field of one's own with the same name gets a number,
/// because the keys of an entry differ.
enum KeePassWriter {
    /// The XML of `vault`, and what was changed for it; items without times get `now`.
    ///
    /// With `protection`, it is the document of a database of version 4: hidden values are encrypted by it, and
    /// files stand elsewhere.
    static func xml(
        _ vault: ImportedVault, protection: (([UInt8]) -> [UInt8])? = nil, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) -> ExportedFile {
        let plan = KeePassPlan(vault, now: now, using: &random)
        var text = XMLText(protection: protection)
        text.element("KeePassFile") { text in
            text.element("Meta") { text in plan.writeMeta(to: &text) }
            text.element("Root") { text in
                text.element("Group") { text in plan.writeRoot(to: &text) }
            }
        }
        return ExportedFile(bytes: text.bytes, changes: text.changes)
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

    func writeMeta(to text: inout XMLText) {
        text.write("Generator", KeePassNames.generator)
        text.write("DatabaseName", "Cerca")
        text.element("MemoryProtection") { text in
            for name in ["Title", "UserName", "URL", "Notes"] { text.write("Protect\(name)", "False") }
            text.write("ProtectPassword", "True")
        }
        text.write("RecycleBinEnabled", "True")
        if hasBin { text.write("RecycleBinUUID", bin) }
        let files = vault.items.flatMap(\.attachments)
        guard !files.isEmpty, !text.isDatabase else { return }
        text.element("Binaries") { text in
            for (number, file) in files.enumerated() {
                text.write(
                    "Binary", Data(file.bytes).base64EncodedString(), attributes: " ID=\"\(number)\"")
            }
        }
    }

    func writeRoot(to text: inout XMLText) {
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
        let write = { (identifier: String, text: inout XMLText) in
            for index in indices[identifier] ?? [] {
                writeEntry(index, firstFile: firstFiles[index], to: &text)
            }
        }
        text.write("UUID", root)
        text.write("Name", "Cerca")
        write(root, &text)
        for (name, identifier) in groups + (hasBin ? [("Recycle Bin", bin)] : []) {
            text.element("Group") { text in
                text.write("UUID", identifier)
                text.write("Name", name, of: name)
                write(identifier, &text)
            }
        }
    }

    private func writeEntry(_ index: Int, firstFile: Int, to text: inout XMLText) {
        let item = vault.items[index]
        let before = item.deleted == nil ? nil : item.category.flatMap { group[$0] }
        let writer = KeePassEntryWriter(
            item, identifier: entries[index], previousGroup: before, firstFile: firstFile, now: now)
        text.element("Entry") { text in writer.write(to: &text) }
    }
}
