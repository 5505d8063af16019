import Basics
import Vault

/// One synchronizing: the vault, the server, and what is known of it.
///
/// The state is written in the transaction in which the vault changes with it, so neither is ever ahead of the other.
final class SyncSession {
    /// How often it is begun anew because another device was faster.
    private static let rounds = 8

    let sync: VaultSync
    let vault: UnlockedVault
    let now: Timestamp
    let keys: SyncKeys
    var state: SyncState
    var report = SyncReport()
    /// Pieces that came before their item.
    var pieces = PieceBuffer()
    /// The state as it stands in the vault; nil before the first time.
    private var stored: [UInt8]?
    /// How often the state was changed since it was last written.
    private var unwritten = 0

    /// Throws `locked`, or `damaged` when the state cannot be read.
    init(_ sync: VaultSync, _ vault: UnlockedVault, now: Timestamp) throws(SyncFault) {
        self.sync = sync
        self.vault = vault
        self.now = now
        do {
            let data = try vault.keys.data
            let read = try vault.transaction { (edit) throws(VaultFault) in
                (travel: edit.root.travelKey, state: try edit.syncState())
            }
            keys = SyncKeys(vault: vault.header.vault, data: data, travel: read.travel)
            stored = read.state
            state = try read.state.map { (bytes) throws(VaultFault) in try SyncState(bytes: bytes) } ?? SyncState()
        } catch {
            throw .vault(error)
        }
    }

    nonisolated(nonsending) func run() async throws(SyncFault) -> SyncReport {
        for _ in 0..<Self.rounds {
            try await receive()
            do throws(SyncFault) {
                try await send()
                try await sendJoinHeader()
                return report
            } catch .conflict {
                continue
            } catch {
                // What the server took until then is known all the same; the first reason is the better one.
                try? writeState()
                throw error
            }
        }
        throw .conflict
    }

    /// Changes vault and state together; both stay as they were when `body` throws.
    ///
    /// Somebody else who synchronizes the same file meanwhile makes it throw `busy`.
    func change<Result>(
        _ body: (inout VaultEdit, inout SyncState) throws(VaultFault) -> Result
    ) throws(SyncFault) -> Result {
        var next = state
        var bytes = stored
        do {
            let result = try vault.transaction { (edit) throws(VaultFault) in
                guard try edit.syncState() == stored else { throw .busy }
                let result = try body(&edit, &next)
                if next != state || stored == nil || unwritten > 0 {
                    let encoded = next.encoded()
                    try edit.setSyncState(encoded)
                    bytes = encoded
                }
                return result
            }
            state = next
            stored = bytes
            unwritten = 0
            return result
        } catch {
            throw .vault(error)
        }
    }

    /// Notes what the server took; the vault changes with it now and then.
    ///
    /// The state of many records is large: written with each of hundreds of requests, it would be most of the work. When
    /// it is not written any more, the next time finds the records on the server and both sides equal.
    func note(_ next: SyncState) throws(SyncFault) {
        state = next
        unwritten += 1
        if unwritten * 4000 >= state.entries.count { try writeState() }
    }

    /// Writes the state if it was changed since.
    func writeState() throws(SyncFault) {
        guard unwritten > 0 else { return }
        try change { (_, _) in }
    }

    /// Forgets everything that is known of the server.
    func forgetServer() throws(SyncFault) {
        // What is away is known from the server alone.
        guard !vault.isTravelling else { throw .vault(.travelling) }
        try change { (_, state) in state = SyncState() }
    }

    /// Gives the server what a joining device needs, when that is something new: the header with the recovery slots alone.
    private nonisolated(nonsending) func sendJoinHeader() async throws(SyncFault) {
        let header: JoinHeader
        do { header = JoinHeader(vault.header, key: try vault.keys.data) } catch { throw .vault(error) }
        guard header.mark != state.joinMark else { return }
        try await sync.server.setJoinHeader(header.bytes, of: keys.vault)
        try change { (_, state) in state.joinMark = header.mark }
    }
}

/// Pieces of attachments that were opened and wait for their item; what does not fit is fetched once more.
struct PieceBuffer {
    private static let byteLimit = 40 << 20

    private var pieces: [RecordID: [UInt8]] = [:]
    private var byteCount = 0

    mutating func put(_ bytes: [UInt8], _ name: RecordID) {
        guard byteCount + bytes.count <= Self.byteLimit, pieces[name] == nil else { return }
        pieces[name] = bytes
        byteCount += bytes.count
    }

    mutating func take(_ name: RecordID) -> [UInt8]? {
        guard let bytes = pieces.removeValue(forKey: name) else { return nil }
        byteCount -= bytes.count
        return bytes
    }
}
