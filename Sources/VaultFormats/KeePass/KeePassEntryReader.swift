import Encodings
import Foundation
import Time
import Vault

/// Reads one entry of a KeePass XML.
struct KeePassEntryReader {
    private let entry: XMLTree
    private let number: Int
    private var builder: ItemBuilder

    /// Entry `number` of the file.
    init(_ entry: XMLTree, number: Int) throws(ImportFault) {
        self.entry = entry
        self.number = number
        builder = try ItemBuilder(number: number, title: try KeePassStrings(entry, number: number).title)
    }

    /// Reads the entry as an item.
    mutating func item(
        in category: String?, isDeleted: Bool, files: inout KeePassFiles
    ) throws(ImportFault) -> ForeignItem {
        builder.put(into: category)
        if let identifier = entry.text(of: "UUID"), let bytes = Data(base64Encoded: identifier) {
            builder.identify(Array(bytes).hexadecimal, by: "keepass")
        }
        try readTimes(isDeleted: isDeleted)
        let tags = KeePassTags(entry.text(of: "Tags") ?? "")
        builder.mark(isFavourite: tags.isFavourite, asksAgain: tags.asksAgain)
        try readFields(of: entry, into: &builder)
        try readFiles(&files)
        try readHistory()
        return try builder.finish()
    }

    private mutating func readTimes(isDeleted: Bool) throws(ImportFault) {
        let modified = try time("LastModificationTime", of: entry)
        let moved = try time("LocationChanged", of: entry)
        builder.date(
            created: try time("CreationTime", of: entry), modified: modified,
            deleted: isDeleted ? moved ?? modified ?? Timestamp(milliseconds: 0) : nil)
    }

    /// Adds what an entry, or an earlier version of one, says to an item.
    private func readFields(of entry: XMLTree, into builder: inout ItemBuilder) throws(ImportFault) {
        try KeePassStrings(entry, number: number).read(into: &builder)
        try builder.addOwn(KeePassNames.tags, KeePassTags(entry.text(of: "Tags") ?? "").others)
        try builder.addOwn("Override URL", entry.text(of: "OverrideURL") ?? "")
        if XMLTree.isTrue(entry.child("Times")?.text(of: "Expires")), let expiry = try time("ExpiryTime", of: entry) {
            try builder.addOwn(KeePassNames.expiry, expiry.rfc3339)
        }
    }

    private mutating func readFiles(_ files: inout KeePassFiles) throws(ImportFault) {
        for file in entry.all("Binary") {
            let name = file.text(of: "Key") ?? ""
            guard let value = file.child("Value") else { throw builder.fault(name, .expected("a file")) }
            if let bytes = try files.bytes(value, fault: { [builder] in builder.fault(name, $0) }) {
                try builder.attach(bytes, named: name, as: name)
            } else {
                try builder.addOwn("File that the export does not have", name)
            }
        }
    }

    /// What the versions of the entry differ in.
    private mutating func readHistory() throws(ImportFault) {
        let entries = entry.child("History")?.all("Entry") ?? []
        guard entries.count <= ImportLimits.history else {
            throw builder.fault("History", .tooMany(limit: ImportLimits.history))
        }
        var versions: [KeePassVersion] = []
        for earlier in entries {
            var version = try ItemBuilder(number: number, title: builder.item.title)
            try readFields(of: earlier, into: &version)
            let modified = try time("LastModificationTime", of: earlier) ?? Timestamp(milliseconds: 0)
            versions.append(KeePassVersion(fields: version.item.fields, modified: modified))
        }
        versions.sort { $0.modified < $1.modified }
        let last = builder.item.modified ?? Timestamp(milliseconds: 0)
        versions.append(KeePassVersion(fields: builder.item.fields, modified: last))
        for past in KeePassVersion.pastValues(versions) { try builder.remember(past, as: "History") }
    }

    private func time(_ name: String, of entry: XMLTree) throws(ImportFault) -> Timestamp? {
        guard let text = entry.child("Times")?.text(of: name) else { return nil }
        guard let time = KeePassTime.timestamp(text) else { throw builder.fault(name, .expected("a time")) }
        return time
    }
}
