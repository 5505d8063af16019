import Time
import Vault

extension UnlockedVault {
    /// Adds categories and items, all of them or none, and says how many items those were.
    ///
    /// A category whose name is there already is that one. What another program kept is kept as it was: titles may be
    /// the same, and an item may have a title alone.
    @discardableResult
    public func importAll(
        _ categories: [NewCategory], _ items: [ItemDraft], now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Int {
        var made: [Item] = []
        made.reserveCapacity(items.count)
        for draft in items { made.append(try draft.item(now: now, using: &random)) }
        try transaction { edit throws(VaultFault) in
            var places: [RecordID: RecordID] = [:]
            for new in categories { places[new.id] = try edit.category(for: new) }
            for (item, draft) in zip(made, items) {
                var item = item
                item.category = places[item.category] ?? item.category
                guard edit.root.category(item.category) != nil else { throw .unknownRecord }
                try edit.add(item, draft)
            }
        }
        return made.count
    }
}

extension VaultEdit {
    /// The category of a name, which is added when there is none.
    fileprivate mutating func category(for new: NewCategory) throws(VaultFault) -> RecordID {
        if let category = root.category(named: new.name) { return category.id }
        try root.add(Category(id: new.id, name: new.name, template: UnlockedVault.plainTemplate))
        return new.id
    }
}
