import Basics
import Vault

extension VaultSync {
    /// Takes the items of removable categories off this device, and with them the key that could bring them back.
    ///
    /// Everything is synchronized first, so that the server has all of it; then items and key go in one transaction, and
    /// with them every slot that holds the key and is not to bring them back. Whoever holds opened keys elsewhere, as an
    /// agent does, must forget them now.
    ///
    /// Throws ``VaultFault/lastSlot`` when nothing but the recovery code would open the vault on the way.
    ///
    /// - Parameter returns: What ``endTravel(on:now:)`` will need.
    /// - Returns: How many items left this device.
    @discardableResult
    package nonisolated(nonsending) func beginTravel(
        on vault: UnlockedVault, returning returns: TravelReturn = .presence, now: Timestamp
    ) async throws(SyncFault) -> Int {
        guard !vault.isTravelling else { return 0 }
        let session = try SyncSession(self, vault, now: now)
        _ = try await session.run()
        return try session.leave(returning: returns)
    }

    /// Brings back what was taken off this device.
    ///
    /// The slots that were away come back too. Throws ``VaultFault/travelling`` when the vault was opened with a slot that
    /// does not hold the key: a password alone is not enough. When fetching is interrupted, the next synchronizing goes on.
    @discardableResult
    package nonisolated(nonsending) func endTravel(
        on vault: UnlockedVault, now: Timestamp
    ) async throws(SyncFault) -> SyncReport {
        do {
            let key = try vault.keys.travel
            try vault.transaction { (edit) throws(VaultFault) in
                guard edit.root.isTravelling else { return }
                guard let key else { throw .travelling }
                edit.root.travelKey = key
                edit.root.isTravelling = false
                if let journey = edit.root.journey { try edit.header.arrive(from: journey, travel: key) }
                edit.root.journey = nil
            }
        } catch {
            throw .vault(error)
        }
        return try await run(on: vault, now: now)
    }
}

extension SyncSession {
    /// Removes the items of removable categories and the travel key, if the server has every one of them as it is here.
    fileprivate func leave(returning returns: TravelReturn) throws(SyncFault) -> Int {
        try change { (edit, state) throws(VaultFault) in
            guard let key = try vault.keys.travel ?? edit.root.travelKey else { throw .travelling }
            var random = SystemRandomNumberGenerator()
            edit.root.journey = try edit.header.depart(returning: returns, travel: key, using: &random)
            var count = 0
            for summary in try edit.summaries() {
                let name = keys.name(of: .item, summary.id)
                let known = state.entries[name]?.isRemovable ?? false
                guard edit.root.isRemovable(summary.category) ?? known else { continue }
                guard let entry = state.entries[name], entry.isHere, entry.isRemovable,
                    entry.revision == summary.revision
                else { throw .busy }
                try edit.removeItem(summary.id)
                state.entries[name]?.isAway = true
                count += 1
            }
            for (name, entry) in state.entries where entry.kind == .piece && entry.isRemovable && !entry.isTombstone {
                state.entries[name]?.isAway = true
            }
            edit.root.travelKey = nil
            edit.root.isTravelling = true
            return count
        }
    }
}
