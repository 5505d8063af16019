import Basics

/// One thing that a person keeps in the vault.
public struct Item: Equatable, Sendable, Identifiable {
    /// The most fields that an item has.
    public static let fieldLimit = 200
    /// The most bytes of UTF-8 that a field's value has: 256 KiB.
    public static let valueLimit = 256 * 1024
    /// The most past values that an item keeps.
    public static let historyLimit = 20
    /// The most files that an item has.
    public static let attachmentLimit = 100
    /// The most bytes that an item has when it is written; sealed, it stays below the 1 MiB of a synchronized record.
    public static let byteLimit = 1_000_000

    /// The item's identifier.
    public let id: RecordID
    /// The category in which it stands.
    public var category: RecordID
    /// What it is called.
    public var title: VaultName
    /// Its fields, in the order in which they are shown; one kind may come several times.
    public var fields: [Field]
    /// Whether it is one of the favourites.
    public var isFavourite: Bool
    /// Whether its secrets are shown only after unlocking once more.
    public var asksAgain: Bool
    /// When it was made.
    public var created: Timestamp
    /// When it was last changed.
    public var modified: Timestamp
    /// When it was put into the trash; nil when it is not there.
    public var deleted: Timestamp?
    /// What its fields said before, the newest first; at most `historyLimit`.
    public var history: [PastValue]
    /// The files attached to it.
    public var attachments: [Attachment]
    /// What a later version of the program wrote and this one does not know; it is kept and written back.
    var extensions: [UInt8] = []

    /// An item.
    public init(
        id: RecordID, category: RecordID, title: VaultName, fields: [Field], isFavourite: Bool = false,
        asksAgain: Bool = false, created: Timestamp, modified: Timestamp, deleted: Timestamp? = nil,
        history: [PastValue] = [], attachments: [Attachment] = []
    ) {
        self.id = id
        self.category = category
        self.title = title
        self.fields = fields
        self.isFavourite = isFavourite
        self.asksAgain = asksAgain
        self.created = created
        self.modified = modified
        self.deleted = deleted
        self.history = history
        self.attachments = attachments
    }

    /// The value of the first field of a kind that is not empty; nil when there is none.
    public func value(of kind: FieldKind) -> String? {
        fields.first { $0.kind == kind && !$0.value.isEmpty }?.value
    }

    /// Whether nothing is filled in: no field has more than white space and no file is attached.
    public var isBlank: Bool {
        attachments.isEmpty && fields.allSatisfy { $0.value.allSatisfy(\.isWhitespace) }
    }
}

extension Item {
    /// Whether two items are the same to the letter; names that differ in case are the same name, but not the same here.
    public static func == (left: Item, right: Item) -> Bool {
        left.id == right.id && left.category == right.category && left.title.text == right.title.text
            && left.fields == right.fields && left.isFavourite == right.isFavourite
            && left.asksAgain == right.asksAgain && left.created == right.created && left.modified == right.modified
            && left.deleted == right.deleted && left.history == right.history
            && left.attachments == right.attachments && left.extensions == right.extensions
    }
}
