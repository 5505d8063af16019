import Vault

/// A sealed record on its way: what the server knows of it.
package struct SealedRecord: Equatable, Sendable {
    /// An identifier that says nothing.
    package let id: RecordID
    /// How often it was written, from 1 on.
    package let version: UInt64
    /// The sealed bytes.
    package let sealed: [UInt8]

    /// A record of these parts.
    package init(id: RecordID, version: UInt64, sealed: [UInt8]) {
        self.id = id
        self.version = version
        self.sealed = sealed
    }
}

/// Some records in the order in which they were written.
package struct SealedPage: Equatable, Sendable {
    /// The records.
    package let records: [SealedRecord]
    /// Where to go on from.
    package let cursor: UInt64
    /// Whether there are more.
    package let hasMore: Bool

    /// A page of these parts.
    package init(records: [SealedRecord], cursor: UInt64, hasMore: Bool) {
        self.records = records
        self.cursor = cursor
        self.hasMore = hasMore
    }
}

/// A server that carries sealed records from device to device, and that nobody needs to trust.
///
/// It may fail at any moment, before or after it did what it was asked.
package protocol VaultServer: Sendable {
    /// The account's vaults.
    func vaults() async throws(SyncFault) -> [RecordID]
    /// The records that were written after a cursor, 0 for all; nil when the server has no such vault.
    func records(of vault: RecordID, after cursor: UInt64) async throws(SyncFault) -> SealedPage?
    /// One record as it is now, or nil when there is none.
    func record(_ id: RecordID, of vault: RecordID) async throws(SyncFault) -> SealedRecord?
    /// Writes records, each with the version that follows the one it replaces, all or none of them.
    ///
    /// Throws ``SyncFault/conflict`` when a record has another version by now.
    ///
    /// - Returns: The cursor behind the last of them.
    func write(_ records: [SealedRecord], to vault: RecordID) async throws(SyncFault) -> UInt64
    /// What a joining device needs beside the recovery code, or nil when there is nothing.
    func joinHeader(of vault: RecordID) async throws(SyncFault) -> [UInt8]?
    /// Keeps what a joining device needs.
    func setJoinHeader(_ header: [UInt8], of vault: RecordID) async throws(SyncFault)
    /// Removes a vault with all its records.
    func remove(_ vault: RecordID) async throws(SyncFault)
}
