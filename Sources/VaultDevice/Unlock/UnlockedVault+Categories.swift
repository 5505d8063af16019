import Vault

extension UnlockedVault {
    /// The categories, each with the exact number of its items, in no particular order.
    public func categories() throws(VaultFault) -> [CategorySummary] {
        try read { reading, state in
            var counts: [RecordID: Int] = [:]
            try reading.forEachPage { $0.countLive(into: &counts) }
            return state.root.categories.map { CategorySummary(category: $0, count: counts[$0.id] ?? 0) }
        }
    }

    /// Adds a category, whose name must not be taken in whatever case or composed form.
    ///
    /// Without a template its items begin with user, password, URL and note.
    public func addCategory(
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
    public func renameCategory(_ id: RecordID, to name: VaultName) throws(VaultFault) {
        try changeCategory(id) { $0.name = name }
    }

    /// Chooses the fields that a new item of the category begins with.
    public func setTemplate(_ template: [FieldKind], of id: RecordID) throws(VaultFault) {
        try changeCategory(id) { $0.template = template }
    }

    /// Chooses whether travel mode takes the category away from this device; not while it does.
    public func setRemovable(_ isRemovable: Bool, of id: RecordID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            guard var category = edit.root.category(id) else { throw .unknownRecord }
            guard category.isRemovable != isRemovable else { return }
            guard !edit.root.isTravelling else { throw .travelling }
            category.isRemovable = isRemovable
            try edit.root.update(category)
        }
    }

    /// Removes a category of one's own with everything in it, what is in the trash included.
    public func removeCategory(_ id: RecordID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            try edit.root.removeCategory(id)
            for summary in try edit.summaries() where summary.category == id { try edit.removeItem(summary.id) }
        }
    }

    private func changeCategory(_ id: RecordID, _ change: (inout Category) -> Void) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            guard var category = edit.root.category(id) else { throw .unknownRecord }
            change(&category)
            try edit.root.update(category)
        }
    }
}
