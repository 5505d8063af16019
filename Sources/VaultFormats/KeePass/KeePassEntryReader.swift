import Basics
import Foundation
import Vault

/// Reads one entry of a KeePass XML.
struct KeePassEntryReader {
    private let entry: XMLTree
    private let number: Int
    private let file: KeePassFile
    private var builder: ItemBuilder

    /// Entry `number` of the file.
    init(_ entry: XMLTree, number: Int, of file: KeePassFile, skips: Bool) throws(ImportFault) {
        self.entry = entry
        self.number = number
        self.file = file
        builder = ItemBuilder(
            number: number, title: try KeePassStrings(entry, number: number, of: file).title, skips: skips)
    }

    /// Reads the entry as an item.
    mutating func item(
        in category: String?, isDeleted: Bool, files: KeePassFiles
    ) throws(ImportFault) -> ItemBuilder {
        builder.put(into: category)
        if let identifier = entry.text(of: "UUID"), let bytes = Data(base64Encoded: identifier) {
            builder.identify(Array(bytes).hexadecimal, by: "keepass")
        }
        readTimes(isDeleted: isDeleted)
        let tags = KeePassTags(entry.text(of: "Tags") ?? "")
        builder.mark(isFavourite: tags.isFavourite, asksAgain: tags.asksAgain)
        try readFields(of: entry, into: &builder)
        try readFiles(files)
        try readHistory()
        return try builder.finish()
    }

    private mutating func readTimes(isDeleted: Bool) {
        let modified = time("LastModificationTime", of: entry)
        let moved = time("LocationChanged", of: entry)
        builder.date(
            created: time("CreationTime", of: entry), modified: modified,
            deleted: isDeleted ? moved ?? modified ?? Timestamp(milliseconds: 0) : nil)
    }

    /// Adds what an entry, or an earlier version of one, says to an item.
    private func readFields(of entry: XMLTree, into builder: inout ItemBuilder) throws(ImportFault) {
        try KeePassStrings(entry, number: number, of: file).read(into: &builder)
        builder.addOwn(KeePassNames.tags, KeePassTags(entry.text(of: "Tags") ?? "").others)
        builder.addOwn("Override URL", entry.text(of: "OverrideURL") ?? "")
        if XMLTree.isTrue(entry.child("Times")?.text(of: "Expires")),
            let expiry = Self.time("ExpiryTime", of: entry, &builder)
        {
            builder.addOwn(KeePassNames.expiry, expiry.rfc3339)
        }
    }

    private mutating func readFiles(_ files: KeePassFiles) throws(ImportFault) {
        for file in entry.all("Binary") {
            let name = file.text(of: "Key") ?? ""
            let bytes: [UInt8]?
            guard let value = file.child("Value") else {
                try builder.leaveOut(name, as: name, .expected(.file))
                continue
            }
            do throws(KeePassFileFault) {
                bytes = try files.bytes(value)
            } catch {
                try builder.leaveOut(name, as: name, error.problem)
                continue
            }
            if let bytes {
                try builder.attach(bytes, named: name, as: name)
            } else {
                builder.addOwn("File that the export does not have", name)
            }
        }
    }

    /// What the versions of the entry differ in.
    private mutating func readHistory() throws(ImportFault) {
        // The newest stand last, and an item keeps fewer values than that.
        let entries = (entry.child("History")?.all("Entry") ?? []).suffix(ImportLimits.history)
        var versions: [KeePassVersion] = []
        for earlier in entries {
            var version = ItemBuilder(number: number, title: builder.item.title)
            try readFields(of: earlier, into: &version)
            let modified = Self.time("LastModificationTime", of: earlier, &version) ?? Timestamp(milliseconds: 0)
            versions.append(KeePassVersion(fields: version.item.fields, modified: modified))
        }
        versions.sort { $0.modified < $1.modified }
        let last = builder.item.modified ?? Timestamp(milliseconds: 0)
        versions.append(KeePassVersion(fields: builder.item.fields, modified: last))
        for past in KeePassVersion.pastValues(versions) { builder.remember(past, as: "History") }
    }

    private mutating func time(_ name: String, of entry: XMLTree) -> Timestamp? {
        Self.time(name, of: entry, &builder)
    }

    private static func time(_ name: String, of entry: XMLTree, _ builder: inout ItemBuilder) -> Timestamp? {
        guard let text = entry.child("Times")?.text(of: name) else { return nil }
        guard let time = KeePassTime.timestamp(text) else {
            builder.note(name, .unreadableDate)
            return nil
        }
        return time
    }
}
