// Written by `make api` from the table in API/; edit that, not this.

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
    public static let schema: Schema = .object(
        "VaultPageCategory",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("name", .text(200)),
            .required("icon", .text(40)),
            .required("isProtected", .boolean),
            .required("isRemovable", .boolean),
            .required("count", .count),
            .required("template", .list(of: VaultPageFieldKindBody.schema, atMost: 100)),
            .required("mark", .text(64)),
        ])
}

/// All categories and the numbers beside them.
public struct VaultPageCategoriesBody: APIBody {
    /// In the order of the vault's language.
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
    public static let schema: Schema = .object(
        "VaultPageCategories",
        [
            .required("categories", .list(of: VaultPageCategoryBody.schema)),
            .required("total", .count),
            .required("favourites", .count),
            .required("trash", .count),
        ])
}

/// A category that is to be made or changed.
public struct VaultPageCategoryDraftBody: APIBody {
    /// The name.
    public var name: String
    /// Whether its items leave this machine when the vault travels.
    public var isRemovable: Bool
    /// The kinds of field that a new item of it begins with; missing to leave them as they are.
    public var template: [VaultPageFieldKindBody]?
    /// The mark of the category that is changed, as it was when it was fetched.
    public var mark: String?

    /// A category that is to be made or changed.
    public init(name: String, isRemovable: Bool, template: [VaultPageFieldKindBody]? = nil, mark: String? = nil) {
        self.name = name
        self.isRemovable = isRemovable
        self.template = template
        self.mark = mark
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageCategoryDraft",
        [
            .required("name", .text(1000)),
            .required("isRemovable", .boolean),
            .optional("template", .list(of: VaultPageFieldKindBody.schema, atMost: 100)),
            .optional("mark", .text(64)),
        ])
}

/// Which items are wanted.
public struct VaultPageQueryBody: APIBody {
    /// Of one category alone.
    public var category: String?
    /// Whether only favourites.
    public var favourites: Bool
    /// Whether those in the trash, and no others.
    public var trash: Bool
    /// What some field contains.
    public var text: String?
    /// Whether concealed fields are looked into as well; those of items that ask again only after a proof.
    public var concealed: Bool?

    /// Which items are wanted.
    public init(category: String? = nil, favourites: Bool, trash: Bool, text: String? = nil, concealed: Bool? = nil) {
        self.category = category
        self.favourites = favourites
        self.trash = trash
        self.text = text
        self.concealed = concealed
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageQuery",
        [
            .optional("category", .hexadecimal(bytes: 16)),
            .required("favourites", .boolean),
            .required("trash", .boolean),
            .optional("text", .text(200)),
            .optional("concealed", .boolean),
        ])
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
    /// The kinds of field in which the text of a search was found.
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
    public static let schema: Schema = .object(
        "VaultPageSummary",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("category", .hexadecimal(bytes: 16)),
            .required("title", .text(200)),
            .required("user", .text()),
            .required("isFavourite", .boolean),
            .required("hasCode", .boolean),
            .required("modified", .text(10)),
            .optional("found", .list(of: VaultPageFieldKindBody.schema, atMost: 100)),
        ])
}

/// The items that were wanted, in the order of the vault's language.
public struct VaultPageSummariesBody: APIBody {
    /// The items.
    public var items: [VaultPageSummaryBody]

    /// The items that were wanted, in the order of the vault's language.
    public init(items: [VaultPageSummaryBody]) {
        self.items = items
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageSummaries",
        [
            .required("items", .list(of: VaultPageSummaryBody.schema))
        ])
}

/// What a field is.
public struct VaultPageFieldKindBody: APIBody, Hashable {
    /// The kind; `text` and `concealed` are fields of one's own.
    public var kind: String
    /// The name of a field of one's own.
    public var name: String?

    /// What a field is.
    public init(kind: String, name: String? = nil) {
        self.kind = kind
        self.name = name
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageFieldKind",
        [
            .required(
                "kind",
                .oneOf([
                    "type", "user", "password", "description", "url", "note", "pin", "secret-number", "email", "phone",
                    "otp", "text", "concealed",
                ])),
            .optional("name", .text(200)),
        ])
}

/// A field as an item shows it.
public struct VaultPageFieldBody: APIBody {
    /// What it is.
    public var kind: VaultPageFieldKindBody
    /// Whether the value is shown only when somebody asks.
    public var isConcealed: Bool
    /// Whether there is a value.
    public var isFilled: Bool
    /// The value; missing for a concealed one.
    public var value: String?

    /// A field as an item shows it.
    public init(kind: VaultPageFieldKindBody, isConcealed: Bool, isFilled: Bool, value: String? = nil) {
        self.kind = kind
        self.isConcealed = isConcealed
        self.isFilled = isFilled
        self.value = value
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageField",
        [
            .required("kind", VaultPageFieldKindBody.schema),
            .required("isConcealed", .boolean),
            .required("isFilled", .boolean),
            .optional("value", .text(1_000_000)),
        ])
}

/// A value that a field had before.
public struct VaultPagePastValueBody: APIBody {
    /// What the field was.
    public var kind: VaultPageFieldKindBody
    /// Whether the value is shown only when somebody asks.
    public var isConcealed: Bool
    /// Until when the field had it.
    public var until: String
    /// The value; missing for a concealed one.
    public var value: String?

    /// A value that a field had before.
    public init(kind: VaultPageFieldKindBody, isConcealed: Bool, until: String, value: String? = nil) {
        self.kind = kind
        self.isConcealed = isConcealed
        self.until = until
        self.value = value
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPagePastValue",
        [
            .required("kind", VaultPageFieldKindBody.schema),
            .required("isConcealed", .boolean),
            .required("until", .dateTime),
            .optional("value", .text(1_000_000)),
        ])
}

/// A file that is kept with an item.
public struct VaultPageAttachmentBody: APIBody {
    /// The identifier.
    public var id: String
    /// The name of the file.
    public var name: String
    /// Its size, bytes.
    public var byteCount: Int

    /// A file that is kept with an item.
    public init(id: String, name: String, byteCount: Int) {
        self.id = id
        self.name = name
        self.byteCount = byteCount
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageAttachment",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("name", .text(200)),
            .required("byteCount", .count),
        ])
}

/// An item without its concealed values.
public struct VaultPageItemBody: APIBody {
    /// The identifier.
    public var id: String
    /// Which writing of it this is; a change goes back with it.
    public var revision: Int
    /// The identifier of its category.
    public var category: String
    /// The title.
    public var title: String
    /// Whether it is a favourite.
    public var isFavourite: Bool
    /// Whether it asks for a proof before it shows a concealed value.
    public var asksAgain: Bool
    /// When it was made.
    public var created: String
    /// When it was last changed.
    public var modified: String
    /// When it went into the trash.
    public var deleted: String?
    /// The fields in the order chosen for this item.
    public var fields: [VaultPageFieldBody]
    /// What fields had before, the newest first.
    public var history: [VaultPagePastValueBody]
    /// The files.
    public var attachments: [VaultPageAttachmentBody]

    /// An item without its concealed values.
    public init(
        id: String, revision: Int, category: String, title: String, isFavourite: Bool, asksAgain: Bool, created: String,
        modified: String, deleted: String? = nil, fields: [VaultPageFieldBody], history: [VaultPagePastValueBody],
        attachments: [VaultPageAttachmentBody]
    ) {
        self.id = id
        self.revision = revision
        self.category = category
        self.title = title
        self.isFavourite = isFavourite
        self.asksAgain = asksAgain
        self.created = created
        self.modified = modified
        self.deleted = deleted
        self.fields = fields
        self.history = history
        self.attachments = attachments
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageItem",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("revision", .count),
            .required("category", .hexadecimal(bytes: 16)),
            .required("title", .text(200)),
            .required("isFavourite", .boolean),
            .required("asksAgain", .boolean),
            .required("created", .dateTime),
            .required("modified", .dateTime),
            .optional("deleted", .dateTime),
            .required("fields", .list(of: VaultPageFieldBody.schema, atMost: 1000)),
            .required("history", .list(of: VaultPagePastValueBody.schema, atMost: 1000)),
            .required("attachments", .list(of: VaultPageAttachmentBody.schema, atMost: 1000)),
        ])
}

/// A field that is to be kept.
public struct VaultPageFieldDraftBody: APIBody {
    /// What it is.
    public var kind: VaultPageFieldKindBody
    /// The value; empty for a field that is chosen and not filled.
    public var value: String

    /// A field that is to be kept.
    public init(kind: VaultPageFieldKindBody, value: String) {
        self.kind = kind
        self.value = value
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageFieldDraft",
        [
            .required("kind", VaultPageFieldKindBody.schema),
            .required("value", .text(100_000)),
        ])
}

/// All that can be changed of an item, with every value.
public struct VaultPageItemDraftBody: APIBody {
    /// Which writing of the item it was made from; missing for a new item.
    public var revision: Int?
    /// The identifier of its category.
    public var category: String
    /// The title.
    public var title: String
    /// Whether it is a favourite.
    public var isFavourite: Bool
    /// Whether it asks for a proof before it shows a concealed value.
    public var asksAgain: Bool
    /// The fields in the order chosen for this item.
    public var fields: [VaultPageFieldDraftBody]

    /// All that can be changed of an item, with every value.
    public init(
        revision: Int? = nil, category: String, title: String, isFavourite: Bool, asksAgain: Bool,
        fields: [VaultPageFieldDraftBody]
    ) {
        self.revision = revision
        self.category = category
        self.title = title
        self.isFavourite = isFavourite
        self.asksAgain = asksAgain
        self.fields = fields
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageItemDraft",
        [
            .optional("revision", .count),
            .required("category", .hexadecimal(bytes: 16)),
            .required("title", .text(1000)),
            .required("isFavourite", .boolean),
            .required("asksAgain", .boolean),
            .required("fields", .list(of: VaultPageFieldDraftBody.schema, atMost: 100)),
        ])
}

/// Whether something is so.
public struct VaultPageSwitchBody: APIBody {
    /// Whether it is.
    public var on: Bool

    /// Whether something is so.
    public init(on: Bool) {
        self.on = on
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageSwitch",
        [
            .required("on", .boolean)
        ])
}
