import API
import Synchronization
import Vault

@testable import VaultDevice

/// A server in memory that compares and sets as the real one does, and fails when it is told to.
final class FakeVaultServer: VaultServer {
    /// What it holds; a copy of it is a backup.
    struct Content: Sendable {
        var records: [RecordID: SealedRecord] = [:]
        /// The identifiers in the order in which they were last written, each with its number.
        var numbers: [RecordID: UInt64] = [:]
        var last: UInt64 = 0
        var exists = false
        var join: [UInt8]?
    }

    /// When the next failure comes.
    struct Failure: Sendable {
        /// Which call from now on, from 1.
        var call: Int
        /// Whether the call did its work first, and only the answer is lost.
        var isAfter: Bool
    }

    private struct State {
        var vaults: [RecordID: Content] = [:]
        var failure: Failure?
        var calls = 0
        var pageLimit = 1000
    }

    private let state = Mutex(State())

    var calls: Int { state.withLock { $0.calls } }

    func fail(_ failure: Failure?) {
        state.withLock { state in
            state.failure = failure
            state.calls = 0
        }
    }

    func limitPages(to count: Int) { state.withLock { $0.pageLimit = count } }

    subscript(vault: RecordID) -> Content {
        get { state.withLock { $0.vaults[vault] ?? Content() } }
        set { state.withLock { $0.vaults[vault] = newValue } }
    }

    private func answer<Result: Sendable>(
        _ work: @Sendable (inout State) throws(SyncFault) -> Result
    ) throws(SyncFault) -> Result {
        let lost = SyncFault.server(.unreachable(server: "memory"))
        let outcome: Swift.Result<Result, SyncFault> = state.withLock { state in
            state.calls += 1
            let fails = state.failure.map { $0.call == state.calls } ?? false
            if fails, state.failure?.isAfter == false { return .failure(lost) }
            do throws(SyncFault) {
                let result = try work(&state)
                return fails ? .failure(lost) : .success(result)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    func vaults() async throws(SyncFault) -> [RecordID] {
        try answer { state throws(SyncFault) in state.vaults.filter(\.value.exists).keys.sorted() }
    }

    func records(of vault: RecordID, after cursor: UInt64) async throws(SyncFault) -> SealedPage? {
        try answer { state throws(SyncFault) in
            guard let content = state.vaults[vault], content.exists else { return nil }
            let next = content.numbers.filter { $0.value > cursor }.sorted { $0.value < $1.value }
            let some = next.prefix(state.pageLimit)
            return SealedPage(
                records: some.compactMap { content.records[$0.key] },
                cursor: some.count < next.count ? some.last?.value ?? content.last : content.last,
                hasMore: some.count < next.count)
        }
    }

    func record(_ id: RecordID, of vault: RecordID) async throws(SyncFault) -> SealedRecord? {
        try answer { state throws(SyncFault) in state.vaults[vault]?.records[id] }
    }

    func write(_ records: [SealedRecord], to vault: RecordID) async throws(SyncFault) -> UInt64 {
        try answer { state throws(SyncFault) in
            var content = state.vaults[vault] ?? Content()
            for record in records {
                guard (content.records[record.id]?.version ?? 0) + 1 == record.version else { throw .conflict }
                guard record.sealed.count <= VaultLimits.recordBytes else { throw .server(.refused(.vaultFull)) }
                content.last += 1
                content.records[record.id] = record
                content.numbers[record.id] = content.last
            }
            content.exists = true
            state.vaults[vault] = content
            return content.last
        }
    }

    func joinHeader(of vault: RecordID) async throws(SyncFault) -> [UInt8]? {
        try answer { state throws(SyncFault) in state.vaults[vault]?.join }
    }

    func setJoinHeader(_ header: [UInt8], of vault: RecordID) async throws(SyncFault) {
        try answer { state throws(SyncFault) in state.vaults[vault]?.join = header }
    }

    func remove(_ vault: RecordID) async throws(SyncFault) {
        try answer { state throws(SyncFault) in state.vaults[vault] = nil }
    }
}
