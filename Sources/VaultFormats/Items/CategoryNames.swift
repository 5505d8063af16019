import Vault

/// The categories of a file in its order, each name once.
struct CategoryNames {
    /// The names, as ``VaultName`` keeps them.
    private(set) var all: [String] = []
    /// What was changed so that they are names of a vault.
    private(set) var changes: [ImportChange] = []
    private var known: [FoldedName: String] = [:]

    /// The category of this name, which is made when there is none; names that differ in case alone are the same.
    ///
    /// Returns nil for a name without anything to see, and when a vault has no room for one more category: an item is in
    /// none, then.
    mutating func category(_ name: String) -> String? {
        guard let fitted = ForeignName(name), let kept = try? VaultName(fitted.text) else { return nil }
        let folded = kept.folded
        if let known = known[folded] { return known }
        guard all.count < ImportLimits.categories else {
            note(name, .leftOut(.tooMany(limit: ImportLimits.categories)))
            return nil
        }
        if fitted.isCut { note(name, .shortened(limit: VaultName.limit)) }
        if fitted.isCleaned { note(name, .cleaned) }
        known[folded] = kept.text
        all.append(kept.text)
        return kept.text
    }

    private mutating func note(_ name: String, _ kind: ImportChange.Kind) {
        changes.append(ImportChange(place: .init(number: 0, title: name, field: ""), kind: kind))
    }
}
