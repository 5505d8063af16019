// Written by `make api` from the table in API/; edit that, not this.

/// A category with the exact number of its items.
package struct VaultPageCategoryBody: APIBody {
    /// The identifier.
    package var id: String
    /// The name.
    package var name: String
    /// The name of its picture.
    package var icon: String
    /// Whether it came with the vault and stays.
    package var isProtected: Bool
    /// Whether its items leave this machine when the vault travels.
    package var isRemovable: Bool
    /// How many items it has, those in the trash not counted.
    package var count: Int
    /// The kinds of field that a new item of it begins with.
    package var template: [VaultPageFieldKindBody]
    /// What tells this writing of it from others; it goes back with a change.
    package var mark: String

    /// A category with the exact number of its items.
    package init(
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
    package static let schema: Schema = .object(
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
package struct VaultPageCategoriesBody: APIBody {
    /// In the order of the vault's language.
    package var categories: [VaultPageCategoryBody]
    /// How many items there are, those in the trash not counted.
    package var total: Int
    /// How many of them are favourites.
    package var favourites: Int
    /// How many items are in the trash.
    package var trash: Int

    /// All categories and the numbers beside them.
    package init(categories: [VaultPageCategoryBody], total: Int, favourites: Int, trash: Int) {
        self.categories = categories
        self.total = total
        self.favourites = favourites
        self.trash = trash
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageCategories",
        [
            .required("categories", .list(of: VaultPageCategoryBody.schema)),
            .required("total", .count),
            .required("favourites", .count),
            .required("trash", .count),
        ])
}

/// A category that is to be made or changed.
package struct VaultPageCategoryDraftBody: APIBody {
    /// The name.
    package var name: String
    /// Whether its items leave this machine when the vault travels.
    package var isRemovable: Bool
    /// The kinds of field that a new item of it begins with; missing to leave them as they are.
    package var template: [VaultPageFieldKindBody]?
    /// The mark of the category that is changed, as it was when it was fetched.
    package var mark: String?

    /// A category that is to be made or changed.
    package init(name: String, isRemovable: Bool, template: [VaultPageFieldKindBody]? = nil, mark: String? = nil) {
        self.name = name
        self.isRemovable = isRemovable
        self.template = template
        self.mark = mark
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageCategoryDraft",
        [
            .required("name", .text(1000)),
            .required("isRemovable", .boolean),
            .optional("template", .list(of: VaultPageFieldKindBody.schema, atMost: 100)),
            .optional("mark", .text(64)),
        ])
}

/// Which items are wanted.
package struct VaultPageQueryBody: APIBody {
    /// Of one category alone.
    package var category: String?
    /// Whether only favourites.
    package var favourites: Bool
    /// Whether those in the trash, and no others.
    package var trash: Bool
    /// What some field contains.
    package var text: String?
    /// Whether concealed fields are looked into as well; those of items that ask again only after a proof.
    package var concealed: Bool?

    /// Which items are wanted.
    package init(category: String? = nil, favourites: Bool, trash: Bool, text: String? = nil, concealed: Bool? = nil) {
        self.category = category
        self.favourites = favourites
        self.trash = trash
        self.text = text
        self.concealed = concealed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
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
package struct VaultPageSummaryBody: APIBody {
    /// The identifier.
    package var id: String
    /// The identifier of its category.
    package var category: String
    /// The title.
    package var title: String
    /// The first user name in it; empty when there is none.
    package var user: String
    /// Whether it is a favourite.
    package var isFavourite: Bool
    /// Whether it shows one-time codes.
    package var hasCode: Bool
    /// The UTC day on which it was last changed.
    package var modified: String
    /// The kinds of field in which the text of a search was found.
    package var found: [VaultPageFieldKindBody]?

    /// An item as a list shows it.
    package init(
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
    package static let schema: Schema = .object(
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
package struct VaultPageSummariesBody: APIBody {
    /// The items.
    package var items: [VaultPageSummaryBody]

    /// The items that were wanted, in the order of the vault's language.
    package init(items: [VaultPageSummaryBody]) {
        self.items = items
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageSummaries",
        [
            .required("items", .list(of: VaultPageSummaryBody.schema))
        ])
}

/// What a field is.
package struct VaultPageFieldKindBody: APIBody, Hashable {
    /// The kind; `text` and `concealed` are fields of one's own.
    package var kind: String
    /// The name of a field of one's own.
    package var name: String?

    /// What a field is.
    package init(kind: String, name: String? = nil) {
        self.kind = kind
        self.name = name
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
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
package struct VaultPageFieldBody: APIBody {
    /// What it is.
    package var kind: VaultPageFieldKindBody
    /// Whether the value is shown only when somebody asks.
    package var isConcealed: Bool
    /// Whether there is a value.
    package var isFilled: Bool
    /// The value; missing for a concealed one.
    package var value: String?

    /// A field as an item shows it.
    package init(kind: VaultPageFieldKindBody, isConcealed: Bool, isFilled: Bool, value: String? = nil) {
        self.kind = kind
        self.isConcealed = isConcealed
        self.isFilled = isFilled
        self.value = value
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageField",
        [
            .required("kind", VaultPageFieldKindBody.schema),
            .required("isConcealed", .boolean),
            .required("isFilled", .boolean),
            .optional("value", .text(1_000_000)),
        ])
}

/// A value that a field had before.
package struct VaultPagePastValueBody: APIBody {
    /// What the field was.
    package var kind: VaultPageFieldKindBody
    /// Whether the value is shown only when somebody asks.
    package var isConcealed: Bool
    /// Until when the field had it.
    package var until: String
    /// The value; missing for a concealed one.
    package var value: String?

    /// A value that a field had before.
    package init(kind: VaultPageFieldKindBody, isConcealed: Bool, until: String, value: String? = nil) {
        self.kind = kind
        self.isConcealed = isConcealed
        self.until = until
        self.value = value
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPagePastValue",
        [
            .required("kind", VaultPageFieldKindBody.schema),
            .required("isConcealed", .boolean),
            .required("until", .dateTime),
            .optional("value", .text(1_000_000)),
        ])
}

/// A file that is kept with an item.
package struct VaultPageAttachmentBody: APIBody {
    /// The identifier.
    package var id: String
    /// The name of the file.
    package var name: String
    /// Its size, bytes.
    package var byteCount: Int

    /// A file that is kept with an item.
    package init(id: String, name: String, byteCount: Int) {
        self.id = id
        self.name = name
        self.byteCount = byteCount
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageAttachment",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("name", .text(200)),
            .required("byteCount", .count),
        ])
}

/// An item without its concealed values.
package struct VaultPageItemBody: APIBody {
    /// The identifier.
    package var id: String
    /// Which writing of it this is; a change goes back with it.
    package var revision: Int
    /// The identifier of its category.
    package var category: String
    /// The title.
    package var title: String
    /// Whether it is a favourite.
    package var isFavourite: Bool
    /// Whether it asks for a proof before it shows a concealed value.
    package var asksAgain: Bool
    /// When it was made.
    package var created: String
    /// When it was last changed.
    package var modified: String
    /// When it went into the trash.
    package var deleted: String?
    /// The fields in the order chosen for this item.
    package var fields: [VaultPageFieldBody]
    /// What fields had before, the newest first.
    package var history: [VaultPagePastValueBody]
    /// The files.
    package var attachments: [VaultPageAttachmentBody]

    /// An item without its concealed values.
    package init(
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
    package static let schema: Schema = .object(
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
package struct VaultPageFieldDraftBody: APIBody {
    /// What it is.
    package var kind: VaultPageFieldKindBody
    /// The value; empty for a field that is chosen and not filled.
    package var value: String

    /// A field that is to be kept.
    package init(kind: VaultPageFieldKindBody, value: String) {
        self.kind = kind
        self.value = value
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageFieldDraft",
        [
            .required("kind", VaultPageFieldKindBody.schema),
            .required("value", .text(100_000)),
        ])
}

/// All that can be changed of an item, with every value.
package struct VaultPageItemDraftBody: APIBody {
    /// Which writing of the item it was made from; missing for a new item.
    package var revision: Int?
    /// The identifier of its category.
    package var category: String
    /// The title.
    package var title: String
    /// Whether it is a favourite.
    package var isFavourite: Bool
    /// Whether it asks for a proof before it shows a concealed value.
    package var asksAgain: Bool
    /// The fields in the order chosen for this item.
    package var fields: [VaultPageFieldDraftBody]

    /// All that can be changed of an item, with every value.
    package init(
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
    package static let schema: Schema = .object(
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
package struct VaultPageSwitchBody: APIBody {
    /// Whether it is.
    package var on: Bool

    /// Whether something is so.
    package init(on: Bool) {
        self.on = on
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageSwitch",
        [
            .required("on", .boolean)
        ])
}
