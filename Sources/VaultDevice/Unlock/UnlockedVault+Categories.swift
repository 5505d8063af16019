import Basics
import Vault

extension UnlockedVault {
    /// The categories, each with the exact number of its items, in no particular order.
    package func categories() throws(VaultFault) -> [CategorySummary] {
        try read { reading, state in
            var counts: [RecordID: Int] = [:]
            try reading.forEachPage { $0.countLive(into: &counts) }
            return state.root.categories.map { CategorySummary(category: $0, count: counts[$0.id] ?? 0) }
        }
    }

    /// Adds a category, whose name must not be taken in whatever case or composed form.
    ///
    /// Without a template its items begin with user, password, URL and note.
    package func addCategory(
        _ name: VaultName, template: [FieldKind]? = nil, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Category {
        let category = Category(
            id: RecordID(using: &random), name: name, template: template ?? Self.plainTemplate)
        try transaction { edit throws(VaultFault) in try edit.root.add(category) }
        return category
    }

    /// The fields with which an item of a category of one's own begins, unless something else is chosen.
    static let plainTemplate: [FieldKind] = [.user, .password, .url, .note]

    /// Gives a category of one's own another name.
    package func renameCategory(_ id: RecordID, to name: VaultName) throws(VaultFault) {
        try changeCategory(id) { category throws(VaultFault) in category.name = name }
    }

    /// Chooses the fields that a new item of the category begins with.
    package func setTemplate(_ template: [FieldKind], of id: RecordID) throws(VaultFault) {
        try changeCategory(id) { category throws(VaultFault) in category.template = template }
    }

    /// Chooses whether travel mode takes the category away from this device; not while it does.
    package func setRemovable(_ isRemovable: Bool, of id: RecordID) throws(VaultFault) {
        try changeCategory(id) { category throws(VaultFault) in category.isRemovable = isRemovable }
    }

    /// Changes a category: `body` gets it as it is within the transaction, whoever wrote it last.
    ///
    /// - Throws: `unknownRecord`, `protectedCategory` for another name of a default one, `nameTaken`, `tooLarge`,
    ///   `travelling` for what travel mode takes away while it does, and what `body` throws.
    package func changeCategory(
        _ id: RecordID, _ body: (inout Category) throws(VaultFault) -> Void
    ) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            guard let former = edit.root.category(id) else { throw .unknownRecord }
            var category = former
            try body(&category)
            guard category.isRemovable == former.isRemovable || !edit.root.isTravelling else { throw .travelling }
            try edit.root.update(category)
        }
    }

    /// Removes a category of one's own; its items go into the trash, from where each comes back with it.
    ///
    /// - Returns: How many items went into the trash.
    @discardableResult
    package func removeCategory(_ id: RecordID, now: Timestamp) throws(VaultFault) -> Int {
        try transaction { edit throws(VaultFault) in
            try edit.expireTrash(now)
            let items = try edit.summaries().filter { $0.category == id }
            try edit.root.removeCategory(id, remembersIt: !items.isEmpty)
            for summary in items where !summary.isDeleted {
                var item = try edit.item(summary.id)
                item.deleted = now
                try edit.put(item)
            }
            return items.count { !$0.isDeleted }
        }
    }

    /// The category that a person means by a name: the one that has it, or else the default one that has it in any of
    /// the languages in which vaults are made; nil when there is none.
    package func category(meant name: VaultName) throws(VaultFault) -> Category? {
        try read { _, state in state.root.category(meant: name) }
    }
}
