import API
import Vault

/// Records on their way to the server, and what will be known of them once it has taken them.
struct SyncBatch {
    /// Sealed bytes of one request: in Base64 they stay below what the server takes, with room for the manifest.
    private static let byteLimit = 1_200_000
    private static let recordLimit = VaultLimits.changes / 2

    private(set) var records: [SealedRecord] = []
    private(set) var entries: [RecordID: SyncState.Entry] = [:]
    private(set) var byteCount = 0
    /// How many of them are categories and items.
    private(set) var sent = 0

    var isEmpty: Bool { records.isEmpty }

    /// Whether a record still fits beside the others; one alone always does.
    func hasRoom(for record: SealedRecord) -> Bool {
        isEmpty || (records.count < Self.recordLimit && byteCount + record.sealed.count <= Self.byteLimit)
    }

    mutating func add(_ record: SealedRecord, _ entry: SyncState.Entry) {
        records.append(record)
        entries[record.id] = entry
        byteCount += record.sealed.count
        if entry.kind != .piece { sent += 1 }
    }
}
