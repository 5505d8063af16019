import Basics
import Vault

extension UnlockedVault {
    /// What lists show of the items of a category, or of all, in no particular order.
    ///
    /// With `deleted` it is what is in the trash instead.
    package func summaries(in category: RecordID? = nil, deleted: Bool = false) throws(VaultFault) -> [ItemSummary] {
        try read { reading, _ in
            var found: [ItemSummary] = []
            try reading.forEachPage { page in
                for summary in page.summaries where summary.isDeleted == deleted {
                    guard category == nil || summary.category == category else { continue }
                    found.append(summary)
                }
            }
            return found
        }
    }

    /// The items outside the trash that have this title, in a category or in all.
    package func items(titled title: FoldedName, in category: RecordID? = nil) throws(VaultFault) -> [ItemSummary] {
        try read { reading, _ in try reading.items(titled: title, in: category) }
    }

    /// One item with all that is in it.
    package func item(_ id: RecordID) throws(VaultFault) -> Item {
        try itemWithRevision(id).item
    }

    /// One item with all that is in it, and which writing of it that is: what ``change(_:at:now:_:)`` compares with.
    package func itemWithRevision(_ id: RecordID) throws(VaultFault) -> (item: Item, revision: UInt64) {
        try read { reading, _ in
            guard let summary = try reading.page(id.firstByte).summary(of: id) else { throw VaultFault.unknownRecord }
            return (try reading.item(summary), summary.revision)
        }
    }

    /// Adds an item, which needs at least one value or attachment.
    ///
    /// - Throws: `emptyItem`, `unknownRecord` for its category, `nameTaken` when another item of the category has the
    ///   title and the draft does not allow that, and `tooLarge`.
    package func add(
        _ draft: ItemDraft, now: Timestamp, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Item {
        let item = try draft.item(now: now, using: &random)
        guard !item.isBlank else { throw .emptyItem }
        try transaction { edit throws(VaultFault) in
            guard edit.root.category(item.category) != nil else { throw .unknownRecord }
            if !draft.allowsDuplicateTitle { try edit.requireFree(item.title, in: item.category) }
            try edit.add(item, draft)
            try edit.expireTrash(now)
        }
        return item
    }

    /// Changes an item's title, category, fields and marks; what its fields held before goes into its history.
    ///
    /// `body` gets the item as it is within the transaction, whoever wrote it last, so that nothing that others changed
    /// meanwhile is undone. History, attachments, times and the trash have methods of their own: what `body` makes of
    /// them does not count. When nothing changes, nothing is written.
    ///
    /// - Parameter revision: The writing that the change was made for, where somebody has looked at it; nil for a change
    ///   that fits whatever the item is by now.
    /// - Returns: The item as it is now, which writing of it that is, and whether it is another than before.
    /// - Throws: `changedMeanwhile` when the item has another revision, `emptyItem`, `unknownRecord` for the item or its
    ///   category, `nameTaken` when the title is new and another item of the category has it, `tooLarge`, and what
    ///   `body` throws.
    @discardableResult
    package func change(
        _ id: RecordID, at revision: UInt64? = nil, now: Timestamp,
        _ body: (inout Item) throws(VaultFault) -> Void
    ) throws(VaultFault) -> (item: Item, revision: UInt64, isChanged: Bool) {
        try transaction { edit throws(VaultFault) in
            guard let summary = try edit.summary(of: id) else { throw .unknownRecord }
            guard revision == nil || revision == summary.revision else { throw .changedMeanwhile }
            let former = try edit.item(id)
            var wanted = former
            try body(&wanted)
            var changed = former
            changed.title = wanted.title
            changed.category = wanted.category
            changed.fields = wanted.fields
            changed.isFavourite = wanted.isFavourite
            changed.asksAgain = wanted.asksAgain
            // One that came blank from another program may get another title all the same.
            guard !changed.isBlank || former.isBlank else { throw .emptyItem }
            guard changed != former else { return (former, summary.revision, false) }
            // That of one in the trash may be gone, and comes back with it.
            guard changed.category == former.category || edit.root.category(changed.category) != nil else {
                throw .unknownRecord
            }
            if changed.title != former.title || changed.category != former.category {
                try edit.requireFree(changed.title, in: changed.category)
            }
            changed.remember(former.fields, until: now, limit: edit.root.settings.historyLimit)
            changed.modified = now
            try edit.put(changed)
            return (changed, edit.sequence, true)
        }
    }
}

extension VaultReading {
    /// The items outside the trash that have this title.
    func items(titled title: FoldedName, in category: RecordID?) throws -> [ItemSummary] {
        var found: [ItemSummary] = []
        // To fold a title takes longer than to see that its ASCII letters differ.
        let wanted = TitleMatch(title)
        func look(_ page: Page) {
            for summary in page.summaries where !summary.isDeleted {
                guard category == nil || summary.category == category, wanted.matches(summary.title) else { continue }
                found.append(summary)
            }
        }
        if let numbers = try pages(titled: title) {
            for number in numbers { look(try page(number)) }
        } else {
            try forEachPage(look)
        }
        return found
    }
}

extension VaultEdit {
    /// Throws `nameTaken` when an item of the category outside the trash has the title.
    func requireFree(_ title: VaultName, in category: RecordID) throws(VaultFault) {
        let wanted = TitleMatch(title.folded)
        for summary in try summaries() where summary.category == category && !summary.isDeleted {
            guard !wanted.matches(summary.title) else { throw .nameTaken(title.text) }
        }
    }

    /// Adds an item and the bytes of its attachments.
    mutating func add(_ item: Item, _ draft: ItemDraft) throws(VaultFault) {
        for (attachment, file) in zip(item.attachments, draft.attachments) {
            try putAttachment(attachment, file.bytes)
        }
        try put(item)
    }
}

extension Item {
    /// Puts what fields held and do not hold any more into the history.
    mutating func remember(_ former: [Field], until now: Timestamp, limit: Int) {
        let gone = former.filter { !$0.value.isEmpty && !fields.contains($0) }
        let past = gone.map { PastValue(kind: $0.kind, value: $0.value, until: now) }
        history = Array((past + history).prefix(limit))
    }
}
