/// A category with the exact number of its items.
public struct VaultPageCategoryBody: APIBody {
    /// The identifier.
    public var id: String
    /// The name.
    public var name: String
    /// The name of its picture.
    public var icon: String
    /// Whether it came with the vault and stays.
    public var isProtected: Bool
    /// Whether its items leave this machine when the vault travels.
    public var isRemovable: Bool
    /// How many items it has, those in the trash not counted.
    public var count: Int
    /// The kinds of field that a new item of it begins with.
    public var template: [VaultPageFieldKindBody]
    /// What tells this writing of it from others; it goes back with a change.
    public var mark: String

    /// A category with the exact number of its items.
    public init(
        id: String, name: String, icon: String, isProtected: Bool, isRemovable: Bool, count: Int,
        template: [VaultPageFieldKindBody], mark: String
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.isProtected = isProtected
        self.isRemovable = isRemovable
        self.count = count
        self.template = template
        self.mark = mark
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageCategory", "A category with the exact number of its items.",
        [
            .required("id", .vaultPageID, "The identifier."), .required("name", .vaultPageName, "The name."),
            .required("icon", .text(40), "The name of its picture."),
            .required("isProtected", .boolean, "Whether it came with the vault and stays."),
            .required("isRemovable", .boolean, "Whether its items leave this machine when the vault travels."),
            .required("count", .count, "How many items it has, those in the trash not counted."),
            .required(
                "template", .list(of: VaultPageFieldKindBody.schema, atMost: 100),
                "The kinds of field that a new item of it begins with."),
            .required("mark", .text(64), "What tells this writing of it from others; it goes back with a change."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageCategoryBody(
        id: "00112233445566778899aabbccddeeff", name: "Bancos", icon: "bank", isProtected: true, isRemovable: false,
        count: 12, template: [.example], mark: "5f2a0c1d9e8b7a6f5e4d3c2b1a098f7e")
}

/// All categories and the numbers beside them.
public struct VaultPageCategoriesBody: APIBody {
    /// The categories in the order of the vault's language.
    public var categories: [VaultPageCategoryBody]
    /// How many items there are, those in the trash not counted.
    public var total: Int
    /// How many of them are favourites.
    public var favourites: Int
    /// How many items are in the trash.
    public var trash: Int

    /// All categories and the numbers beside them.
    public init(categories: [VaultPageCategoryBody], total: Int, favourites: Int, trash: Int) {
        self.categories = categories
        self.total = total
        self.favourites = favourites
        self.trash = trash
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageCategories", "All categories and the numbers beside them.",
        [
            .required(
                "categories", .list(of: VaultPageCategoryBody.schema), "In the order of the vault's language."),
            .required("total", .count, "How many items there are, those in the trash not counted."),
            .required("favourites", .count, "How many of them are favourites."),
            .required("trash", .count, "How many items are in the trash."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageCategoriesBody(categories: [.example], total: 12, favourites: 2, trash: 1)
}

/// A category that is to be made or changed.
public struct VaultPageCategoryDraftBody: APIBody {
    /// The name.
    public var name: String
    /// Whether its items leave this machine when the vault travels.
    public var isRemovable: Bool
    /// The kinds of field that a new item of it begins with; nil to leave them as they are.
    public var template: [VaultPageFieldKindBody]?
    /// The mark of the category that is changed, as it was when it was fetched; nil for a new one.
    public var mark: String?

    /// A category that is to be made or changed.
    public init(
        name: String, isRemovable: Bool = false, template: [VaultPageFieldKindBody]? = nil, mark: String? = nil
    ) {
        self.mark = mark
        self.name = name
        self.isRemovable = isRemovable
        self.template = template
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageCategoryDraft", "A category that is to be made or changed.",
        [
            .required("name", .text(1000), "The name."),
            .required("isRemovable", .boolean, "Whether its items leave this machine when the vault travels."),
            .optional(
                "template", .list(of: VaultPageFieldKindBody.schema, atMost: 100),
                "The kinds of field that a new item of it begins with; missing to leave them as they are."),
            .optional("mark", .text(64), "The mark of the category that is changed, as it was when it was fetched."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageCategoryDraftBody(
        name: "Viajes", template: [.example], mark: "5f2a0c1d9e8b7a6f5e4d3c2b1a098f7e")
}

/// Which items are wanted; a search travels in the body, so that no word of it stays in an address.
public struct VaultPageQueryBody: APIBody {
    /// Of one category alone.
    public var category: String?
    /// Whether only favourites.
    public var favourites: Bool
    /// Whether those in the trash, and no others.
    public var trash: Bool
    /// What some field contains, without regard to case and accents.
    public var text: String?
    /// Whether concealed fields are looked into as well; those of items that ask again only for a minute after a proof.
    public var concealed: Bool?

    /// Which items are wanted.
    public init(
        category: String? = nil, favourites: Bool = false, trash: Bool = false, text: String? = nil,
        concealed: Bool? = nil
    ) {
        self.concealed = concealed
        self.category = category
        self.favourites = favourites
        self.trash = trash
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageQuery", "Which items are wanted.",
        [
            .optional("category", .vaultPageID, "Of one category alone."),
            .required("favourites", .boolean, "Whether only favourites."),
            .required("trash", .boolean, "Whether those in the trash, and no others."),
            .optional("text", .text(200), "What some field contains."),
            .optional(
                "concealed", .boolean,
                "Whether concealed fields are looked into as well; those of items that ask again only after a proof."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageQueryBody(
        category: "00112233445566778899aabbccddeeff", text: "nube", concealed: true)
}

/// An item as a list shows it.
public struct VaultPageSummaryBody: APIBody {
    /// The identifier.
    public var id: String
    /// The identifier of its category.
    public var category: String
    /// The title.
    public var title: String
    /// The first user name in it; empty when there is none.
    public var user: String
    /// Whether it is a favourite.
    public var isFavourite: Bool
    /// Whether it shows one-time codes.
    public var hasCode: Bool
    /// The UTC day on which it was last changed.
    public var modified: String
    /// The kinds of field in which the text of a search was found; nil without a search.
    public var found: [VaultPageFieldKindBody]?

    /// An item as a list shows it.
    public init(
        id: String, category: String, title: String, user: String, isFavourite: Bool, hasCode: Bool, modified: String,
        found: [VaultPageFieldKindBody]? = nil
    ) {
        self.id = id
        self.category = category
        self.title = title
        self.user = user
        self.isFavourite = isFavourite
        self.hasCode = hasCode
        self.modified = modified
        self.found = found
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageSummary", "An item as a list shows it.",
        [
            .required("id", .vaultPageID, "The identifier."),
            .required("category", .vaultPageID, "The identifier of its category."),
            .required("title", .vaultPageName, "The title."),
            .required("user", .text(), "The first user name in it; empty when there is none."),
            .required("isFavourite", .boolean, "Whether it is a favourite."),
            .required("hasCode", .boolean, "Whether it shows one-time codes."),
            .required("modified", .day, "The UTC day on which it was last changed."),
            .optional(
                "found", .list(of: VaultPageFieldKindBody.schema, atMost: 100),
                "The kinds of field in which the text of a search was found."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageSummaryBody(
        id: "00112233445566778899aabbccddeeff", category: "ffeeddccbbaa99887766554433221100", title: "Nube",
        user: "ana", isFavourite: true, hasCode: true, modified: "2026-11-21", found: [.example])
}

/// The items that were wanted, in the order of the vault's language.
public struct VaultPageSummariesBody: APIBody {
    /// The items.
    public var items: [VaultPageSummaryBody]

    /// The items that were wanted.
    public init(items: [VaultPageSummaryBody]) {
        self.items = items
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageSummaries", "The items that were wanted, in the order of the vault's language.",
        [.required("items", .list(of: VaultPageSummaryBody.schema), "The items.")])
    /// An example with every optional property present.
    public static let example = VaultPageSummariesBody(items: [.example])
}
