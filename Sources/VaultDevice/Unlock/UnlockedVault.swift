import Foundation
import GRDB
import Vault

/// A vault whose keys are at hand: every method is one transaction, which is on the disk when it returns.
///
/// It belongs to one task or actor. Other processes may change the same file meanwhile: each method begins by
/// looking at what the file says now, and waits up to five seconds for somebody who is writing. A method that throws
/// has changed nothing.
package final class UnlockedVault {
    /// Whose vault it is, as the name was written when it was made.
    package let user: VaultName
    /// Where its file is.
    package let file: URL
    /// Whether a slot was opened for this, and not keys used that somebody held since an earlier opening.
    package let isFresh: Bool

    let device: VaultOnDevice
    private var open: Open?
    private var isVerified = false

    /// The vault's parameters and slots, as of the last transaction.
    package private(set) var header: VaultHeader
    /// The vault's settings, as of the last transaction.
    package private(set) var settings: VaultSettings
    /// Whether the items of the removable categories are away from this device, as of the last transaction.
    package private(set) var isTravelling: Bool
    /// The journey under way, as of the last transaction; nil at home.
    package private(set) var journey: Journey?
    /// The number of changes that the vault has seen, as of the last transaction.
    package private(set) var sequence: UInt64

    /// What is forgotten when it is locked.
    private struct Open {
        let queue: DatabaseQueue
        let keys: OpenedKeys
        var state: VaultState
    }

    init(_ locked: LockedVault, queue: DatabaseQueue, keys: OpenedKeys, state: VaultState, isFresh: Bool) {
        self.isFresh = isFresh
        user = state.root.user
        file = locked.file
        device = locked.device
        open = Open(queue: queue, keys: keys, state: state)
        header = state.header
        settings = state.root.settings
        isTravelling = state.root.isTravelling
        journey = state.root.journey
        sequence = state.sequence
    }

    private func adopt(_ state: VaultState) {
        open?.state = state
        header = state.header
        settings = state.root.settings
        isTravelling = state.root.isTravelling
        journey = state.root.journey
        sequence = state.sequence
    }

    /// The keys that the vault was opened with; it throws `locked` after `lock()` was called.
    package var keys: OpenedKeys {
        get throws(VaultFault) {
            guard let open else { throw .locked }
            return open.keys
        }
    }

    /// Forgets the keys and closes the file; every method throws `locked` from now on.
    package func lock() {
        forget()
        // An agent needs none of this: its process ends when it locks.
        eraseDeadStack()
    }

    /// Apart from ``lock()``, so that nothing holds the keys any more when the stack is overwritten.
    private func forget() {
        guard let open else { return }
        self.open = nil
        // Nothing is under way; and what cannot be closed now is closed when the last who uses it lets go.
        try? open.queue.close()
    }

    // MARK: Transactions

    /// Reads in one transaction.
    func read<Result>(
        _ body: (VaultReading, VaultState) throws -> Result
    ) throws(VaultFault) -> Result {
        guard let open else { throw .locked }
        return try VaultFile.perform(open.queue) { database in
            var result: Result?
            try database.inTransaction(.deferred) {
                let state = try open.state.refreshed(database, key: open.keys.data)
                if state.sequence != sequence { adopt(state) }
                result = try body(state.reading(database), state)
                return .commit
            }
            guard let result else { throw VaultFault.locked }
            return result
        }
    }

    /// Makes several changes at once: all of them are on the disk when this returns, or none when it throws.
    ///
    /// When `body` changes nothing, not a byte is written.
    package func transaction<Result>(
        _ body: (inout VaultEdit) throws(VaultFault) -> Result
    ) throws(VaultFault) -> Result {
        try write { database, state, key in
            var edit = VaultEdit(database, state)
            let result = try body(&edit)
            return (result, try edit.finish(key: key))
        }
    }

    /// Writes in one transaction; nothing is kept when `body` gives no new state.
    func write<Result>(
        _ body: (Database, VaultState, DataKey) throws -> (Result, VaultState?)
    ) throws(VaultFault) -> Result {
        guard let open else { throw .locked }
        let written = try VaultFile.perform(open.queue) { database in
            try verify(database)
            var result: Result?
            var changed: VaultState?
            try database.inTransaction(.immediate) {
                let state = try open.state.refreshed(database, key: open.keys.data)
                if state.sequence != sequence { adopt(state) }
                (result, changed) = try body(database, state, open.keys.data)
                return changed == nil ? .rollback : .commit
            }
            guard let result else { throw VaultFault.locked }
            return (result: result, state: changed)
        }
        if let changed = written.state {
            adopt(changed)
            device.remember(changed.sequence)
        }
        return written.result
    }

    /// What synchronising remembers, or nil before the first time.
    package func syncState() throws(VaultFault) -> [UInt8]? {
        try read { reading, _ in try reading.syncState() }
    }

    /// Makes sure, before the first change, that SQLite finds the file whole: in a damaged one, a change could destroy
    /// what is still good.
    private func verify(_ database: Database) throws {
        guard !isVerified else { return }
        guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
            throw VaultFault.damaged("file")
        }
        isVerified = true
    }
}
