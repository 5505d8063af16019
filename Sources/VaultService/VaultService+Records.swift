import API
import Accounts
import Basics
import HTTPKit

/// A sealed record.
package struct StoredVaultRecord: Equatable, Sendable {
    /// Its identifier, 16 bytes that say nothing.
    package let id: [UInt8]
    /// How often it was written.
    package let version: Int64
    /// The sealed bytes.
    package let sealed: [UInt8]

    /// A record of these parts.
    package init(id: [UInt8], version: Int64, sealed: [UInt8]) {
        self.id = id
        self.version = version
        self.sealed = sealed
    }
}

/// A record that is to be replaced, or made.
package struct VaultRecordChange: Sendable {
    /// Its identifier, 16 bytes.
    package let id: [UInt8]
    /// The version that is replaced, 0 for a new record.
    package let replaces: Int64
    /// The new sealed bytes.
    package let sealed: [UInt8]

    /// A change of these parts.
    package init(id: [UInt8], replaces: Int64, sealed: [UInt8]) {
        self.id = id
        self.replaces = replaces
        self.sealed = sealed
    }
}

/// Some of a vault's records.
package struct VaultRecordPage: Sendable {
    /// The records in the order in which they were written.
    package let records: [StoredVaultRecord]
    /// Where to go on from.
    package let cursor: Int64
    /// Whether there are more.
    package let hasMore: Bool
}

/// A vault of an account, as far as the server knows it.
package struct VaultSummary: Sendable {
    /// Its identifier, 16 random bytes.
    package let id: [UInt8]
    /// How many records it has.
    package let records: Int
    /// How many bytes they have.
    package let bytes: Int
    /// The UTC day of the last change.
    package let changedOn: UTCDay
}

extension VaultService {
    /// The vaults of the session's owner.
    package func vaults(of session: Session) async throws(VaultError) -> [VaultSummary] {
        try await reading { connection in
            try VaultRecordStore(connection, account: session.accountID).vaults().map { vault in
                VaultSummary(
                    id: vault.id, records: vault.records, bytes: vault.bytes,
                    changedOn: UTCDay(number: vault.changedDay))
            }
        }
    }

    /// The records of a vault that were written after `cursor`, as many as one answer holds.
    ///
    /// A record that is written again meanwhile comes again later; none is ever missed.
    package func records(
        of vault: [UInt8], after cursor: Int64, session: Session
    ) async throws(VaultError) -> VaultRecordPage {
        try await reading { connection in
            let store = VaultRecordStore(connection, account: session.accountID)
            guard let known = try store.vaults().first(where: { $0.id == vault }) else { throw VaultError.unknown }
            let last = try store.lastNumber(
                after: cursor, in: vault, bytes: VaultLimits.answerBytes, records: VaultLimits.changes)
            guard let last else {
                return VaultRecordPage(records: [], cursor: known.lastNumber, hasMore: false)
            }
            return VaultRecordPage(
                records: try store.records(after: cursor, through: last, in: vault), cursor: last,
                hasMore: last < known.lastNumber)
        }
    }

    /// One record of a vault; throws `unknownRecord` when there is none.
    package func record(
        _ id: [UInt8], of vault: [UInt8], session: Session
    ) async throws(VaultError) -> StoredVaultRecord {
        try await reading { connection in
            let store = VaultRecordStore(connection, account: session.accountID)
            if let record = try store.record(id, in: vault) { return record }
            let isKnown = try store.vaults().contains { $0.id == vault }
            throw isKnown ? VaultError.unknownRecord : VaultError.unknown
        }
    }

    /// Makes changes if every record still has the version that its change replaces, all or none of them.
    ///
    /// The first changes make the vault. Throws `conflict` when a record has another version, and `full`.
    ///
    /// - Returns: The number of the last change.
    package func change(
        _ changes: [VaultRecordChange], of vault: [UInt8], session: Session
    ) async throws(VaultError) -> Int64 {
        guard Set(changes.map(\.id)).count == changes.count else { throw .conflict }
        guard changes.allSatisfy({ $0.sealed.count <= VaultLimits.recordBytes }) else { throw .full }
        let today = UTCDay(containing: clock.now()).number
        return try await writing { connection in
            let store = VaultRecordStore(connection, account: session.accountID)
            let others = try store.vaults()
            guard let known = others.first(where: { $0.id == vault }) ?? Self.newVault(vault, besides: others) else {
                throw VaultError.full
            }
            var changed = known
            changed.changedDay = today
            // The vault comes before its records, which refer to it.
            try store.put(changed)
            for change in changes {
                let state = try store.state(of: change.id, in: vault)
                guard state?.version ?? 0 == change.replaces else { throw VaultError.conflict }
                changed.lastNumber += 1
                changed.records += state == nil ? 1 : 0
                changed.bytes += change.sealed.count - (state?.size ?? 0)
                try store.put(
                    StoredVaultRecord(id: change.id, version: change.replaces + 1, sealed: change.sealed),
                    number: changed.lastNumber, in: vault)
            }
            let records = others.reduce(changed.records - known.records) { $0 + $1.records }
            let bytes = others.reduce(changed.bytes - known.bytes) { $0 + $1.bytes }
            // Whoever has too much may still make it less.
            guard records <= VaultLimits.records || changed.records <= known.records,
                bytes <= VaultLimits.accountBytes || changed.bytes <= known.bytes
            else { throw VaultError.full }
            try store.put(changed)
            return changed.lastNumber
        }
    }

    private static func newVault(
        _ id: [UInt8], besides others: [VaultRecordStore.Vault]
    ) -> VaultRecordStore.Vault? {
        others.count < VaultLimits.vaults ? VaultRecordStore.Vault(id: id) : nil
    }

    /// Removes a vault from the server with all its records.
    package func removeVault(_ vault: [UInt8], session: Session) async throws(VaultError) {
        try await writing { connection in
            guard try VaultRecordStore(connection, account: session.accountID).delete(vault) else {
                throw VaultError.unknown
            }
        }
    }

    /// What another device needs, beside the recovery code, to open the vault.
    package func joinHeader(of vault: [UInt8], session: Session) async throws(VaultError) -> [UInt8] {
        let header = try await reading { connection in
            try VaultRecordStore(connection, account: session.accountID).joinHeader(of: vault)
        }
        guard let header else { throw .unknown }
        return header
    }

    /// Keeps what another device needs, beside the recovery code, to open the vault.
    package func setJoinHeader(
        _ header: [UInt8], of vault: [UInt8], session: Session
    ) async throws(VaultError) {
        guard header.count <= VaultLimits.joinBytes else { throw .full }
        try await writing { connection in
            guard try VaultRecordStore(connection, account: session.accountID).setJoinHeader(header, of: vault) else {
                throw VaultError.unknown
            }
        }
    }
}
