import Vault

/// A record that came from the server and says something new, or that nothing at hand opens.
struct ReceivedRecord {
    /// The identifier that the server knows.
    let name: RecordID
    let version: UInt64
    /// What it adds to the mark of all records.
    let mark: SyncMark
    /// What it is about; nil when nothing at hand opens it.
    var kind: SyncKind?
    var id = RecordID.zero
    /// What it says, which is nothing for a piece; nil when it was deleted or stays closed.
    var content: [UInt8]?
    /// It is sealed under the travel key.
    var isRemovable = false
    /// The item of a piece.
    var owner = RecordID.zero
    /// The bytes of the attachments that the item brings, by their identifiers.
    var attachments: [RecordID: [UInt8]] = [:]

    init(name: RecordID, version: UInt64, mark: SyncMark) {
        self.name = name
        self.version = version
        self.mark = mark
    }

    /// The order in which the records of a page are taken in: an item finds its category and its pieces, and a category
    /// goes when its items are gone.
    var rank: Int {
        switch (kind, content == nil) {
        case (.category, false): 0
        case (.piece, false): 1
        case (.category, true): 3
        case (.manifest, _): 4
        default: 2
        }
    }

    /// The item that it says; throws `damaged`.
    func item() throws(VaultFault) -> Item {
        guard kind == .item, let content else { throw .damaged("item") }
        return try Item(bytes: content, id: id)
    }

    /// What will be known of the record.
    func entry(after known: SyncState.Entry?) -> SyncState.Entry {
        var entry = known ?? SyncState.Entry()
        entry.version = version
        entry.mark = mark
        if kind != nil {
            entry.kind = kind
            entry.id = id
            entry.isRemovable = isRemovable
            entry.isTombstone = content == nil
            entry.isAway = false
        } else {
            entry.isAway = true
        }
        if kind == .piece, content != nil { entry.owner = owner }
        return entry
    }
}
