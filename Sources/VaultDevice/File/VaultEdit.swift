import Foundation
import GRDB
import Vault

/// Changes to a vault in the making, in one transaction: what it says is what the vault holds once they are all kept.
///
/// Every object that changes is written as the vault's next sequence, so that an object's revision also says since
/// which change it is as it is.
package struct VaultEdit {
    /// The categories, settings and travel key.
    package var root: Root
    /// The parameters and slots.
    var header: VaultHeader
    /// What the vault's sequence will be.
    package let sequence: UInt64

    let state: VaultState
    private let objects: ObjectTable
    private var pages: [UInt8: Page] = [:]
    private var changedPages: Set<UInt8> = []
    private var hasOtherChanges = false
    private var random = BufferedRandom()

    init(_ database: Database, _ state: VaultState) {
        self.state = state
        root = state.root
        header = state.header
        sequence = state.sequence + 1
        objects = ObjectTable(database: database)
    }

    private var reading: VaultReading {
        VaultReading(objects: objects, sealer: state.sealer, root: root)
    }

    // MARK: Reading

    /// The summaries of all items, those in the trash included.
    package func summaries() throws(VaultFault) -> [ItemSummary] {
        var found: [ItemSummary] = []
        for number in UInt8.min...UInt8.max { found += try page(number).summaries }
        return found
    }

    /// The summary of an item, or nil when there is none.
    package func summary(of id: RecordID) throws(VaultFault) -> ItemSummary? {
        try page(id.firstByte).summary(of: id)
    }

    /// One item.
    package func item(_ id: RecordID) throws(VaultFault) -> Item {
        guard let summary = try summary(of: id) else { throw .unknownRecord }
        return try perform { try reading.item(summary) }
    }

    /// The bytes of an attachment.
    package func attachment(_ attachment: Attachment) throws(VaultFault) -> [UInt8] {
        try perform { try reading.attachment(attachment) }
    }

    /// What synchronising remembers, or nil before the first time.
    package func syncState() throws(VaultFault) -> [UInt8]? {
        try perform { try reading.syncState() }
    }

    private func page(_ number: UInt8) throws(VaultFault) -> Page {
        if let page = pages[number] { return page }
        return try perform { try reading.page(number) }
    }

    // MARK: Writing

    /// Adds an item, or puts it in the place of the one with its identifier.
    ///
    /// The bytes of attachments that it does not have any more are removed; those of new ones are written by
    /// `putAttachment`, before or afterwards.
    package mutating func put(_ item: Item) throws(VaultFault) {
        var page = try page(item.id.firstByte)
        if page.summary(of: item.id) != nil {
            let kept = Set(item.attachments.map(\.id))
            for former in try self.item(item.id).attachments where !kept.contains(former.id) {
                try removeAttachment(former)
            }
        }
        try page.put(ItemSummary(of: item, revision: sequence))
        let address = ObjectAddress(kind: .item, id: item.id, revision: sequence)
        try write(try item.encoded(), as: address)
        keep(page)
    }

    /// Removes an item with its history and attachments for good.
    package mutating func removeItem(_ id: RecordID) throws(VaultFault) {
        for attachment in try item(id).attachments { try removeAttachment(attachment) }
        var page = try page(id.firstByte)
        page.remove(id)
        try perform { try objects.remove(.item, id) }
        keep(page)
    }

    /// Writes the bytes of an attachment that is new to its item.
    package mutating func putAttachment(_ attachment: Attachment, _ bytes: [UInt8]) throws(VaultFault) {
        guard bytes.count == attachment.byteCount else { throw .damaged("attachment") }
        for index in 0..<attachment.chunks {
            let start = index * Attachment.chunkByteCount
            let piece = Array(bytes[start..<min(start + Attachment.chunkByteCount, bytes.count)])
            try write(piece, as: try VaultReading.chunk(attachment.chunkID(index)))
        }
        hasOtherChanges = true
    }

    private mutating func removeAttachment(_ attachment: Attachment) throws(VaultFault) {
        for index in 0..<attachment.chunks {
            try perform { try objects.remove(.attachment, attachment.chunkID(index)) }
        }
    }

    /// Keeps what synchronising remembers.
    package mutating func setSyncState(_ bytes: [UInt8]) throws(VaultFault) {
        try write(bytes, as: ObjectAddress(kind: .sync, id: .zero, revision: sequence))
        root.syncRevision = sequence
    }

    private mutating func keep(_ page: Page) {
        pages[page.number] = page
        changedPages.insert(page.number)
    }

    private mutating func write(_ plain: [UInt8], as address: ObjectAddress) throws(VaultFault) {
        let sealed = try state.sealer.seal(plain, as: address, using: &random)
        try perform { try objects.put(address, sealed) }
    }

    // MARK: Keeping

    /// Writes what the changes have in common: pages, header and root; nil when nothing changed at all.
    mutating func finish(key: DataKey) throws(VaultFault) -> VaultState? {
        if !changedPages.isEmpty { try writeIndex() }
        for number in changedPages.sorted() {
            guard let page = pages[number] else { continue }
            if page.summaries.isEmpty {
                root.pageRevisions[number] = nil
                try perform { try objects.remove(.page, page.id) }
            } else {
                root.pageRevisions[number] = sequence
                try write(page.encoded(), as: ObjectAddress(kind: .page, id: page.id, revision: sequence))
            }
        }
        if header != state.header {
            root.headerDigest = header.digest
            try perform { [header, objects] in
                try objects.database.execute(
                    sql: "UPDATE header SET bytes = ?, mac = ? WHERE id = 1",
                    arguments: try VaultState.headerRow(header, key: key))
            }
        }
        guard hasOtherChanges || !changedPages.isEmpty || !root.isWritten(as: state.root) else { return nil }
        let sealed = try state.sealer.seal(root, sequence: sequence, using: &random)
        try perform { try objects.put(ObjectAddress(kind: .root, id: .zero, revision: sequence), sealed) }
        return VaultState(header: header, sealer: state.sealer, root: root, sequence: sequence)
    }

    /// Writes what changes in the index of titles; the pages that change are still as they were in the file.
    private mutating func writeIndex() throws(VaultFault) {
        let former = VaultReading(objects: objects, sealer: state.sealer, root: state.root)
        let change = try perform { [pages, changedPages] in
            try TitleIndexChange(former, changed: changedPages) { number in
                try pages[number] ?? former.page(number)
            }
        }
        var index = state.root.titleIndex ?? TitleIndex(sequence: 0, revisions: [:])
        for (number, bucket) in change.buckets.sorted(by: { $0.key < $1.key }) {
            let id = TitleBucket.id(of: number)
            if bucket.entries.isEmpty {
                index.revisions[number] = nil
                try perform { try objects.remove(.index, id) }
            } else {
                index.revisions[number] = sequence
                try write(bucket.encoded(), as: ObjectAddress(kind: .index, id: id, revision: sequence))
            }
        }
        index.sequence = sequence
        root.titleIndex = index
    }

    @discardableResult
    private func perform<Result>(_ body: () throws -> Result) throws(VaultFault) -> Result {
        do { return try body() } catch { throw VaultFault(error) }
    }
}

extension Root {
    /// Whether two roots are written alike; names that are equal may still differ in case.
    fileprivate func isWritten(as other: Root) -> Bool {
        self == other && categories.map(\.name.text) == other.categories.map(\.name.text)
    }
}
