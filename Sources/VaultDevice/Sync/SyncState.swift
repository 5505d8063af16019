import Vault

/// What this device knows of the records on the server; it is sealed in the vault beside them.
struct SyncState: Equatable, Sendable {
    /// What is known of one record.
    struct Entry: Equatable, Sendable {
        /// What it is about; nil while nothing at hand opens it.
        var kind: SyncKind?
        /// Which category, item or piece it is.
        var id = RecordID.zero
        /// The item of a piece.
        var owner = RecordID.zero
        /// The version on the server.
        var version: UInt64 = 0
        /// Which writing of the item here says the same.
        var revision: UInt64 = 0
        /// What it said, as a mark: both sides were equal then.
        var content = SyncMark.zero
        /// What it adds to the mark of all records.
        var mark = SyncMark.zero
        /// It was deleted.
        var isTombstone = false
        /// It is sealed under the travel key.
        var isRemovable = false
        /// It is not on this device.
        var isAway = false
        /// This device sent it.
        var isOwn = false

        /// Whether something is there that this device has, or had until it was deleted here.
        var isHere: Bool { !isTombstone && !isAway }
    }

    /// What the records are, all together, as the last device that wrote any says.
    struct Manifest: Equatable, Sendable {
        var version: UInt64 = 0
        var total = Total()
    }

    /// How many records there are, and the sum of their marks.
    struct Total: Equatable, Sendable {
        var count: UInt32 = 0
        var mark = SyncMark.zero
    }

    /// Where to go on from.
    var cursor: UInt64 = 0
    var manifest = Manifest()
    /// The digest of what a joining device was given.
    var joinMark = SyncMark.zero
    /// The entries by the identifiers that the server knows.
    var entries: [RecordID: Entry] = [:]

    /// What the entries are, all together.
    var total: Total {
        var total = Total()
        for entry in entries.values {
            total.count += 1
            total.mark = total.mark ^ entry.mark
        }
        return total
    }

    /// Whether something is to be fetched again that was away.
    var hasAway: Bool { entries.values.contains { $0.isAway } }
}
