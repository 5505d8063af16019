import GRDB
import Vault

/// A vault as one transaction sees it: everything that is read is checked against the root.
struct VaultReading {
    let objects: ObjectTable
    let sealer: ObjectSealer
    let pageRevisions: [UInt8: UInt64]
    let syncRevision: UInt64?
    let titleIndex: TitleIndex?

    init(objects: ObjectTable, sealer: ObjectSealer, root: Root) {
        self.objects = objects
        self.sealer = sealer
        pageRevisions = root.pageRevisions
        syncRevision = root.syncRevision
        titleIndex = root.titleIndex
    }

    /// The summaries of the items whose identifiers begin with a byte; none before the first of them.
    func page(_ number: UInt8) throws -> Page {
        guard let revision = pageRevisions[number] else { return Page(number: number) }
        let page = try objects.withObject(.page, Page.id(of: number)) { stored, sealed in
            guard stored == revision else { throw VaultFault.damaged("page") }
            return try open(sealed, page: number, revision)
        }
        guard let page else { throw VaultFault.damaged("page") }
        return page
    }

    /// Calls `body` with every page that there is.
    func forEachPage(_ body: (Page) throws -> Void) throws {
        var count = 0
        try objects.forEach(.page) { id, stored, sealed in
            let number = id.firstByte
            guard let revision = pageRevisions[number], stored == revision, id == Page.id(of: number) else {
                throw VaultFault.damaged("page")
            }
            count += 1
            try body(try open(sealed, page: number, revision))
        }
        guard count == pageRevisions.count else { throw VaultFault.damaged("page") }
    }

    /// An item as its summary names it.
    func item(_ summary: ItemSummary) throws -> Item {
        let item = try objects.withObject(.item, summary.id) { stored, sealed in
            guard stored == summary.revision else { throw VaultFault.damaged("item") }
            return try open(sealed, item: summary.id, stored)
        }
        guard let item else { throw VaultFault.damaged("item") }
        return item
    }

    /// The bytes of an attachment, piece by piece.
    func attachment(_ attachment: Attachment) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(attachment.byteCount)
        for index in 0..<attachment.chunks {
            let id = attachment.chunkID(index)
            let piece = try objects.withObject(.attachment, id) { stored, sealed in
                try open(sealed, as: try Self.chunk(id, stored))
            }
            guard let piece else { throw VaultFault.damaged("attachment") }
            bytes += piece
        }
        guard bytes.count == attachment.byteCount else { throw VaultFault.damaged("attachment") }
        return bytes
    }

    /// What synchronising remembers, or nil before the first time.
    func syncState() throws -> [UInt8]? {
        guard let syncRevision else { return nil }
        let bytes = try objects.withObject(.sync, .zero) { stored, sealed in
            guard stored == syncRevision else { throw VaultFault.damaged("sync") }
            return try open(sealed, as: ObjectAddress(kind: .sync, id: .zero, revision: stored))
        }
        guard let bytes else { throw VaultFault.damaged("sync") }
        return bytes
    }

    /// The address of a piece of an attachment, which is written once and never changed.
    static func chunk(_ id: RecordID, _ stored: UInt64 = 1) throws(VaultFault) -> ObjectAddress {
        guard stored == 1 else { throw .damaged("attachment") }
        return ObjectAddress(kind: .attachment, id: id, revision: stored)
    }

    private func open(_ sealed: UnsafeRawBufferPointer, as address: ObjectAddress) throws -> [UInt8] {
        try sealer.withOpened(sealed, as: address) { bytes throws(VaultFault) in Array(bytes) }
    }

    private func open(_ sealed: UnsafeRawBufferPointer, page number: UInt8, _ revision: UInt64) throws -> Page {
        let address = ObjectAddress(kind: .page, id: Page.id(of: number), revision: revision)
        return try sealer.withOpened(sealed, as: address) { bytes throws(VaultFault) in
            try Page(bytes: bytes, number: number)
        }
    }

    private func open(_ sealed: UnsafeRawBufferPointer, item id: RecordID, _ revision: UInt64) throws -> Item {
        let address = ObjectAddress(kind: .item, id: id, revision: revision)
        return try sealer.withOpened(sealed, as: address) { bytes throws(VaultFault) in try Item(bytes: bytes, id: id) }
    }
}
