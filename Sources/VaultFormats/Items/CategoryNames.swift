import Vault

/// The categories of a file in its order, each name once.
struct CategoryNames {
    /// The names, as ``VaultName`` keeps them.
    private(set) var all: [String] = []
    private var known: [FoldedName: String] = [:]

    /// The category of this name, which is made when there is none; names that differ in case alone are the same.
    mutating func category(_ name: String) throws(ImportFault) -> String {
        let kept: VaultName
        do throws(NameFault) {
            kept = try VaultName(name)
        } catch {
            throw .category(ImportFault.ItemPlace.shown(name), .notAName(error.description))
        }
        let folded = kept.folded
        if let known = known[folded] { return known }
        guard all.count < ImportLimits.categories else { throw .tooMany("categories", limit: ImportLimits.categories) }
        known[folded] = kept.text
        all.append(kept.text)
        return kept.text
    }
}
