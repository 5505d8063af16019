import API
import Foundation
import Vault

/// A server of Cerca as it carries sealed records, over HTTP.
package struct HTTPVaultServer: VaultServer {
    private let account: ServerAccount

    /// The vaults of an account.
    package init(account: ServerAccount) {
        self.account = account
    }

    /// The account's vaults.
    package func vaults() async throws(SyncFault) -> [RecordID] {
        let body = try await call(Routes.vaults, NoBody())
        var vaults: [RecordID] = []
        for summary in body.vaults {
            guard let id = RecordID(summary.id) else { throw malformed }
            vaults.append(id)
        }
        return vaults
    }

    /// The records that were written after a cursor; nil when the server has no such vault.
    package func records(of vault: RecordID, after cursor: UInt64) async throws(SyncFault) -> SealedPage? {
        let body: VaultRecordsBody
        do throws(SyncFault) {
            body = try await call(
                Routes.vaultRecords, NoBody(),
                [RouteParameters.id(vault.text), RouteParameters.after(Int(clamping: cursor))])
        } catch .server(.refused(.vaultUnknown)) {
            return nil
        }
        var records: [SealedRecord] = []
        for record in body.records { records.append(try sealed(record)) }
        return SealedPage(records: records, cursor: UInt64(max(0, body.cursor)), hasMore: body.hasMore)
    }

    /// One record as it is now, or nil when there is none.
    package func record(_ id: RecordID, of vault: RecordID) async throws(SyncFault) -> SealedRecord? {
        do throws(SyncFault) {
            return try sealed(
                try await call(
                    Routes.vaultRecord, NoBody(), [RouteParameters.id(vault.text), RouteParameters.record(id.text)]))
        } catch .server(.refused(.vaultUnknown)), .server(.refused(.vaultUnknownRecord)) {
            return nil
        }
    }

    /// Writes records, all or none of them, and gives the cursor behind the last.
    package func write(_ records: [SealedRecord], to vault: RecordID) async throws(SyncFault) -> UInt64 {
        let changes = records.map { record in
            VaultChangeBody(
                id: record.id.text, replaces: Int(clamping: record.version) - 1,
                sealed: Data(record.sealed).base64EncodedString())
        }
        do throws(SyncFault) {
            let body = try await call(
                Routes.changeVaultRecords, VaultChangesBody(changes: changes), [RouteParameters.id(vault.text)])
            return UInt64(max(0, body.cursor))
        } catch .server(.refused(.vaultConflict)) {
            throw .conflict
        }
    }

    /// What a joining device needs beside the recovery code, or nil when there is nothing.
    package func joinHeader(of vault: RecordID) async throws(SyncFault) -> [UInt8]? {
        do throws(SyncFault) {
            let body = try await call(Routes.vaultJoin, NoBody(), [RouteParameters.id(vault.text)])
            guard let header = Data(base64Encoded: body.header) else { throw malformed }
            return Array(header)
        } catch .server(.refused(.vaultUnknown)) {
            return nil
        }
    }

    /// Keeps what a joining device needs.
    package func setJoinHeader(_ header: [UInt8], of vault: RecordID) async throws(SyncFault) {
        _ = try await call(
            Routes.setVaultJoin, VaultJoinBody(header: Data(header).base64EncodedString()),
            [RouteParameters.id(vault.text)])
    }

    /// Removes a vault with all its records.
    package func remove(_ vault: RecordID) async throws(SyncFault) {
        _ = try await call(Routes.removeVault, NoBody(), [RouteParameters.id(vault.text)])
    }

    private var malformed: SyncFault { .server(.malformed(server: account.server)) }

    private func sealed(_ body: VaultRecordBody) throws(SyncFault) -> SealedRecord {
        guard let id = RecordID(body.id), let version = UInt64(exactly: body.version), version > 0,
            let sealed = Data(base64Encoded: body.sealed)
        else { throw malformed }
        return SealedRecord(id: id, version: version, sealed: Array(sealed))
    }

    private func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, _ body: Body, _ parameters: [ParameterValue] = []
    ) async throws(SyncFault) -> Reply {
        do { return try await account.call(endpoint, body, parameters) } catch { throw .server(error) }
    }
}
