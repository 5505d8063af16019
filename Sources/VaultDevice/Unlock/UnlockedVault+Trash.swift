import Time
import Vault

extension UnlockedVault {
    /// Puts an item into the trash.
    ///
    /// What has been there for longer than the settings say goes for good on this occasion.
    public func moveToTrash(_ id: RecordID, now: Timestamp) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            var item = try edit.item(id)
            guard item.deleted == nil else { return }
            item.deleted = now
            try edit.put(item)
            try edit.eraseTrash(olderThan: edit.trashLimit(now))
        }
    }

    /// Takes an item out of the trash.
    public func restore(_ id: RecordID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            var item = try edit.item(id)
            guard item.deleted != nil else { return }
            item.deleted = nil
            try edit.put(item)
        }
    }

    /// Removes an item, its history and its attachments for good.
    public func erase(_ id: RecordID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in try edit.removeItem(id) }
    }

    /// Removes for good what was put into the trash before `time`, and says how many items those were.
    @discardableResult
    public func emptyTrash(olderThan time: Timestamp) throws(VaultFault) -> Int {
        try transaction { edit throws(VaultFault) in try edit.eraseTrash(olderThan: time) }
    }

    /// Removes for good what has been in the trash for longer than the settings say, and says how many items those were.
    @discardableResult
    public func expireTrash(now: Timestamp) throws(VaultFault) -> Int {
        guard try !summaries(deleted: true).isEmpty else { return 0 }
        return try transaction { edit throws(VaultFault) in try edit.eraseTrash(olderThan: edit.trashLimit(now)) }
    }
}

extension VaultEdit {
    /// Before when something must have been put into the trash to go for good now.
    fileprivate func trashLimit(_ now: Timestamp) -> Timestamp {
        now.advanced(bySeconds: Int64(root.settings.trashDays) * -86_400)
    }

    @discardableResult
    fileprivate mutating func eraseTrash(olderThan time: Timestamp) throws(VaultFault) -> Int {
        var count = 0
        for summary in try summaries() where summary.isDeleted {
            guard let deleted = try item(summary.id).deleted, deleted < time else { continue }
            try removeItem(summary.id)
            count += 1
        }
        return count
    }
}
