import Vault

/// What is to be sent, found without opening what was not written since the last time.
struct SyncPlan {
    /// Categories that are new or another.
    private(set) var categories: [Category] = []
    /// Items that are new or another, or belong under the other key.
    private(set) var items: [RecordID] = []
    /// Items that were removed here.
    private(set) var removedItems: [RecordID] = []
    /// Categories that were removed here.
    private(set) var removedCategories: [RecordID] = []
    /// Writings that say what was sent already, by the records' names.
    private(set) var revisions: [RecordID: UInt64] = [:]
    /// The items that there are.
    let present: Set<RecordID>
    /// The pieces that the server has, by the items that they belong to.
    private(set) var pieces: [RecordID: [RecordID]] = [:]

    init(_ edit: VaultEdit, _ state: SyncState, _ keys: SyncKeys) throws(VaultFault) {
        let summaries = try edit.summaries()
        present = Set(summaries.map(\.id))
        var removable: [RecordID: Bool] = [:]
        for category in edit.root.removedCategories + edit.root.categories {
            removable[category.id] = category.isRemovable
        }
        for category in edit.root.categories {
            let entry = state.entries[keys.name(of: .category, category.id)]
            if let entry, !entry.isTombstone, entry.content == (try CategoryContent(category).mark()) { continue }
            categories.append(category)
        }
        for summary in summaries {
            let name = keys.name(of: .item, summary.id)
            // What is in the trash may be of a category that only another device remembers.
            let isRemovable = removable[summary.category] ?? state.entries[name]?.isRemovable ?? false
            // A journey that began meanwhile: what has no key now waits for its end.
            guard keys.has(isRemovable ? .travel : .data) else { continue }
            guard let entry = state.entries[name], !entry.isTombstone else {
                items.append(summary.id)
                continue
            }
            if entry.isAway { continue }
            if entry.isRemovable == isRemovable {
                if entry.revision == summary.revision { continue }
                if try SyncMerge.mark(try edit.item(summary.id)) == entry.content {
                    revisions[name] = summary.revision
                    continue
                }
            }
            items.append(summary.id)
        }
        let categoriesHere = Set(edit.root.categories.map(\.id))
        for entry in state.entries.values where entry.isHere {
            switch entry.kind {
            case .item where !present.contains(entry.id): removedItems.append(entry.id)
            case .category where !categoriesHere.contains(entry.id): removedCategories.append(entry.id)
            case .piece: pieces[entry.owner, default: []].append(entry.id)
            default: break
            }
        }
        // In one order, so that the same change is the same requests.
        removedItems.sort()
        removedCategories.sort()
    }
}
