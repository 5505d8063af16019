/// What a field is.
public struct VaultPageFieldKindBody: APIBody, Hashable {
    /// One of `kinds`.
    public var kind: String
    /// The name of a field of one's own; nil for the other kinds.
    public var name: String?

    /// What a field is.
    public init(kind: String, name: String? = nil) {
        self.kind = kind
        self.name = name
    }

    /// The ten kinds of the first vault, one-time passwords, and fields of one's own, open or concealed.
    public static let kinds = [
        "type", "user", "password", "description", "url", "note", "pin", "secret-number", "email", "phone", "otp",
        "text", "concealed",
    ]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageFieldKind", "What a field is.",
        [
            .required("kind", .oneOf(kinds), "The kind; `text` and `concealed` are fields of one's own."),
            .optional("name", .vaultPageName, "The name of a field of one's own."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageFieldKindBody(kind: "text", name: "Sucursal")
}

/// A field as an item shows it: a concealed value is not in it until somebody asks.
public struct VaultPageFieldBody: APIBody {
    /// What it is.
    public var kind: VaultPageFieldKindBody
    /// Whether the value is shown only when somebody asks.
    public var isConcealed: Bool
    /// Whether there is a value.
    public var isFilled: Bool
    /// The value; nil for a concealed one, and empty for a field that is chosen and not filled.
    public var value: String?

    /// A field as an item shows it.
    public init(kind: VaultPageFieldKindBody, isConcealed: Bool, isFilled: Bool, value: String? = nil) {
        self.kind = kind
        self.isConcealed = isConcealed
        self.isFilled = isFilled
        self.value = value
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageField", "A field as an item shows it.",
        [
            .required("kind", VaultPageFieldKindBody.schema, "What it is."),
            .required("isConcealed", .boolean, "Whether the value is shown only when somebody asks."),
            .required("isFilled", .boolean, "Whether there is a value."),
            .optional("value", .text(1_000_000), "The value; missing for a concealed one."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageFieldBody(
        kind: .init(kind: "user", name: "Usuario"), isConcealed: false, isFilled: true, value: "ana")
}

/// A value that a field had before.
public struct VaultPagePastValueBody: APIBody {
    /// What the field was.
    public var kind: VaultPageFieldKindBody
    /// Whether the value is shown only when somebody asks.
    public var isConcealed: Bool
    /// Until when the field had it.
    public var until: String
    /// The value; nil for a concealed one.
    public var value: String?

    /// A value that a field had before.
    public init(kind: VaultPageFieldKindBody, isConcealed: Bool, until: String, value: String? = nil) {
        self.kind = kind
        self.isConcealed = isConcealed
        self.until = until
        self.value = value
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPagePastValue", "A value that a field had before.",
        [
            .required("kind", VaultPageFieldKindBody.schema, "What the field was."),
            .required("isConcealed", .boolean, "Whether the value is shown only when somebody asks."),
            .required("until", .dateTime, "Until when the field had it."),
            .optional("value", .text(1_000_000), "The value; missing for a concealed one."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPagePastValueBody(
        kind: .example, isConcealed: false, until: "2026-11-21T09:30:00.000Z", value: "ana.maria")
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
    public static let schema = Schema.object(
        "VaultPageAttachment", "A file that is kept with an item.",
        [
            .required("id", .vaultPageID, "The identifier."),
            .required("name", .vaultPageName, "The name of the file."),
            .required("byteCount", .count, "Its size, bytes."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageAttachmentBody(
        id: "00112233445566778899aabbccddeeff", name: "contrato.pdf", byteCount: 48_000)
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
    /// Whether it asks for a proof once more before it shows a concealed value.
    public var asksAgain: Bool
    /// When it was made.
    public var created: String
    /// When it was last changed.
    public var modified: String
    /// When it went into the trash; nil while it is not there.
    public var deleted: String?
    /// The fields in the order chosen for this item.
    public var fields: [VaultPageFieldBody]
    /// What fields had before, the newest first.
    public var history: [VaultPagePastValueBody]
    /// The files.
    public var attachments: [VaultPageAttachmentBody]

    /// An item without its concealed values.
    public init(
        id: String, revision: Int, category: String, title: String, isFavourite: Bool, asksAgain: Bool,
        created: String, modified: String, deleted: String? = nil, fields: [VaultPageFieldBody],
        history: [VaultPagePastValueBody],
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
    public static let schema = Schema.object(
        "VaultPageItem", "An item without its concealed values.",
        [
            .required("id", .vaultPageID, "The identifier."),
            .required("revision", .count, "Which writing of it this is; a change goes back with it."),
            .required("category", .vaultPageID, "The identifier of its category."),
            .required("title", .vaultPageName, "The title."),
            .required("isFavourite", .boolean, "Whether it is a favourite."),
            .required("asksAgain", .boolean, "Whether it asks for a proof before it shows a concealed value."),
            .required("created", .dateTime, "When it was made."),
            .required("modified", .dateTime, "When it was last changed."),
            .optional("deleted", .dateTime, "When it went into the trash."),
            .required(
                "fields", .list(of: VaultPageFieldBody.schema, atMost: 1000),
                "The fields in the order chosen for this item."),
            .required(
                "history", .list(of: VaultPagePastValueBody.schema, atMost: 1000),
                "What fields had before, the newest first."),
            .required("attachments", .list(of: VaultPageAttachmentBody.schema, atMost: 1000), "The files."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageItemBody(
        id: "00112233445566778899aabbccddeeff", revision: 7, category: "ffeeddccbbaa99887766554433221100",
        title: "Nube",
        isFavourite: true, asksAgain: false, created: "2026-11-01T09:30:00.000Z", modified: "2026-11-21T09:30:00.000Z",
        deleted: "2026-11-21T10:00:00.000Z", fields: [.example], history: [.example], attachments: [.example])
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
    public static let schema = Schema.object(
        "VaultPageFieldDraft", "A field that is to be kept.",
        [
            .required("kind", VaultPageFieldKindBody.schema, "What it is."),
            .required("value", .text(100_000), "The value; empty for a field that is chosen and not filled."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageFieldDraftBody(kind: .example, value: "ana")
}

/// All that can be changed of an item, with every value: to write it, or to go on writing it.
public struct VaultPageItemDraftBody: APIBody {
    /// Which writing of the item it was made from: a change of another one is refused; nil for a new item.
    public var revision: Int?
    /// The identifier of its category.
    public var category: String
    /// The title.
    public var title: String
    /// Whether it is a favourite.
    public var isFavourite: Bool
    /// Whether it asks for a proof once more before it shows a concealed value.
    public var asksAgain: Bool
    /// The fields in the order chosen for this item.
    public var fields: [VaultPageFieldDraftBody]

    /// All that can be changed of an item.
    public init(
        revision: Int? = nil, category: String, title: String, isFavourite: Bool = false, asksAgain: Bool = false,
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
    public static let schema = Schema.object(
        "VaultPageItemDraft", "All that can be changed of an item, with every value.",
        [
            .optional("revision", .count, "Which writing of the item it was made from; missing for a new item."),
            .required("category", .vaultPageID, "The identifier of its category."),
            .required("title", .text(1000), "The title."),
            .required("isFavourite", .boolean, "Whether it is a favourite."),
            .required("asksAgain", .boolean, "Whether it asks for a proof before it shows a concealed value."),
            .required(
                "fields", .list(of: VaultPageFieldDraftBody.schema, atMost: 100),
                "The fields in the order chosen for this item."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageItemDraftBody(
        revision: 7, category: "ffeeddccbbaa99887766554433221100", title: "Nube", isFavourite: true, fields: [.example])
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
    public static let schema = Schema.object(
        "VaultPageSwitch", "Whether something is so.", [.required("on", .boolean, "Whether it is.")])
    /// An example with every optional property present.
    public static let example = VaultPageSwitchBody(on: true)
}
