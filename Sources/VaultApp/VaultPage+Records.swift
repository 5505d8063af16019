import API
import Basics
import HTTPKit
import Vault
import VaultDevice

extension VaultPage {
    // MARK: Categories

    /// The categories with their numbers, in the order of the vault's language.
    func categories() throws -> VaultPageCategoriesBody {
        try with { vault throws(VaultFault) in
            let categories = try vault.categories()
            let items = try vault.summaries()
            let sorted = Collation(language: vault.settings.language)
                .sorted(categories) { $0.category.name.text }
            return VaultPageCategoriesBody(
                categories: sorted.map { VaultPageCategoryBody($0) }, total: items.count,
                favourites: items.count { $0.isFavourite }, trash: try vault.summaries(deleted: true).count)
        }
    }

    /// Makes a category.
    func addCategory(_ draft: VaultPageCategoryDraftBody) throws -> VaultPageCategoriesBody {
        let name = try Self.name(draft.name)
        let template = try draft.template.map { try Self.kinds($0) }
        var random = SystemRandomNumberGenerator()
        try with { vault throws(VaultFault) in
            let category = try vault.addCategory(name, template: template, using: &random)
            if draft.isRemovable { try vault.setRemovable(true, of: category.id) }
        }
        return try categories()
    }

    /// Changes a category; one that came with the vault keeps its name.
    ///
    /// The body is the category as the page had it, so it is refused when somebody else has changed it since.
    func setCategory(_ id: String, _ draft: VaultPageCategoryDraftBody) throws -> VaultPageCategoriesBody {
        let id = try Self.record(id)
        let name = try Self.name(draft.name)
        let template = try draft.template.map { try Self.kinds($0) }
        guard let mark = draft.mark else {
            throw BodyError.invalid([Fault(path: "$.mark", message: "is missing: it comes with the category")])
        }
        try with { vault throws(VaultFault) in
            try vault.changeCategory(id) { category throws(VaultFault) in
                guard VaultPageCategoryBody.mark(of: category) == mark else { throw .changedMeanwhile }
                category.name = name
                category.isRemovable = draft.isRemovable
                if let template { category.template = template }
            }
        }
        return try categories()
    }

    /// Removes a category; its items go into the trash.
    func removeCategory(_ id: String) throws -> VaultPageCategoriesBody {
        let id = try Self.record(id)
        _ = try with { vault throws(VaultFault) in try vault.removeCategory(id, now: clock.now()) }
        return try categories()
    }

    // MARK: Lists

    /// The items that are wanted, in the order of the vault's language.
    func items(_ query: VaultPageQueryBody) throws -> VaultPageSummariesBody {
        let category = try query.category.map { try Self.record($0) }
        let text = query.text ?? ""
        let isProven = self.isProven
        return try with { vault throws(VaultFault) in
            let collation = Collation(language: vault.settings.language)
            let rows: [(item: ItemSummary, fields: [FieldKind]?)]
            if text.isEmpty || query.trash {
                let all = try vault.summaries(in: category, deleted: query.trash)
                let wanted = text.isEmpty ? all : all.filter { Self.contains($0, text, collation) }
                rows = wanted.map { ($0, nil) }
            } else {
                let depth: ItemSearch.Depth = query.concealed == true ? isProven ? .concealedOfAll : .concealed : .open
                rows = try vault.search(text, in: depth, language: vault.settings.language).compactMap { found in
                    category == nil || found.item.category == category ? (found.item, found.fields) : nil
                }
            }
            let shown = rows.filter { !query.favourites || $0.item.isFavourite }
            return VaultPageSummariesBody(
                items: collation.sorted(shown) { $0.item.title.text }
                    .map { VaultPageSummaryBody($0.item, found: $0.fields) })
        }
    }

    /// Whether title or user of an item in the trash contains a text, without regard to case.
    private static func contains(_ item: ItemSummary, _ text: String, _ collation: Collation) -> Bool {
        let wanted = text.lowercased()
        return item.title.text.lowercased().contains(wanted) || item.user.lowercased().contains(wanted)
    }

    // MARK: What is read

    /// The identifier that a text says; one that is none is of no record.
    static func record(_ text: String) throws(ProblemAnswer) -> RecordID {
        guard let id = RecordID(text) else { throw VaultPageProblem.answer(.vaultUnknownRecord) }
        return id
    }

    /// The kinds of field that bodies say.
    static func kinds(_ bodies: [VaultPageFieldKindBody]) throws -> [FieldKind] {
        try bodies.enumerated().map { index, body in
            guard let kind = body.fieldKind else {
                throw BodyError.invalid([
                    Fault(path: "$.template[\(index)].name", message: "is not a name that a field can have")
                ])
            }
            return kind
        }
    }
}
