import Basics
import Vault

/// The trash. What has been there for longer than the settings say goes for good on three occasions alone: when another
/// item goes into it, when a category is removed, and when an item is added. Nothing that only reads erases anything, and
/// neither does opening the vault.
extension UnlockedVault {
    /// Puts an item into the trash.
    package func moveToTrash(_ id: RecordID, now: Timestamp) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            var item = try edit.item(id)
            guard item.deleted == nil else { return }
            item.deleted = now
            try edit.put(item)
            try edit.expireTrash(now)
        }
    }

    /// Takes an item out of the trash, into its category, which comes back as well when it was removed.
    package func restore(_ id: RecordID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            var item = try edit.item(id)
            guard item.deleted != nil else { return }
            item.deleted = nil
            item.category = edit.root.homeAfterTrash(item.category)
            try edit.put(item)
            try edit.forgetRemovedCategories()
        }
    }

    /// Removes an item, its history and its attachments for good.
    package func erase(_ id: RecordID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            try edit.removeItem(id)
            try edit.forgetRemovedCategories()
        }
    }

    /// Removes an item for good if it is in the trash; it throws `unknownRecord` when it is not, or is no more.
    package func eraseFromTrash(_ id: RecordID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            guard try edit.summary(of: id)?.isDeleted == true else { throw .unknownRecord }
            try edit.removeItem(id)
            try edit.forgetRemovedCategories()
        }
    }

    /// Removes for good what was put into the trash before `time`, and says how many items those were.
    @discardableResult
    package func emptyTrash(olderThan time: Timestamp) throws(VaultFault) -> Int {
        try transaction { edit throws(VaultFault) in try edit.eraseTrash(olderThan: time) }
    }
}

extension VaultEdit {
    /// Removes for good what has been in the trash for longer than the settings say.
    mutating func expireTrash(_ now: Timestamp) throws(VaultFault) {
        try eraseTrash(olderThan: now.advanced(bySeconds: Int64(root.settings.trashDays) * -86_400))
    }

    @discardableResult
    fileprivate mutating func eraseTrash(olderThan time: Timestamp) throws(VaultFault) -> Int {
        var count = 0
        for summary in try summaries() where summary.isDeleted {
            guard let deleted = try item(summary.id).deleted, deleted < time else { continue }
            try removeItem(summary.id)
            count += 1
        }
        if count > 0 { try forgetRemovedCategories() }
        return count
    }

    /// Forgets removed categories of which nothing is in the trash any more.
    fileprivate mutating func forgetRemovedCategories() throws(VaultFault) {
        guard !root.removedCategories.isEmpty else { return }
        root.forgetRemovedCategories(besides: Set(try summaries().filter(\.isDeleted).map(\.category)))
    }
}
