import Basics
import Vault

/// An item as a file of another program has it: without identifiers of ours, its category by name.
///
/// It is also what is exported, so that what was written and what is read again can be compared.
public struct ForeignItem: Equatable, Sendable {
    /// What tells the item from all others wherever it is exported again: a UUID in 32 hexadecimal digits, or the name of
    /// the program and whatever it calls the item; nil when the file does not say.
    public var identifier: String?
    /// The name of the category; nil when the file puts the item into none.
    public var category: String?
    /// What the item is called; a name that `VaultName` accepts when it was read from a file.
    public var title: String
    /// The fields in the order in which they are shown; a kind may occur several times.
    public var fields: [Field]
    /// Whether the item is marked as a favourite.
    public var isFavourite: Bool
    /// Whether the password is asked for again before the item is shown.
    public var asksAgain: Bool
    /// When the item was made, if the file says so.
    public var created: Timestamp?
    /// When the item was last changed, if the file says so.
    public var modified: Timestamp?
    /// When the item was thrown away; nil for an item that was not.
    public var deleted: Timestamp?
    /// Earlier values, newest first.
    public var history: [PastValue]
    /// The files that belong to the item.
    public var attachments: [ForeignAttachment]

    /// An item of these parts.
    public init(
        category: String? = nil, title: String, fields: [Field] = [], isFavourite: Bool = false,
        asksAgain: Bool = false, created: Timestamp? = nil, modified: Timestamp? = nil, deleted: Timestamp? = nil,
        history: [PastValue] = [], attachments: [ForeignAttachment] = []
    ) {
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

    /// An item of the vault, in the category of that name and with the files that its attachments are.
    public init(_ item: Item, category: String?, attachments: [ForeignAttachment] = []) {
        self.init(
            category: category, title: item.title.text, fields: item.fields, isFavourite: item.isFavourite,
            asksAgain: item.asksAgain, created: item.created, modified: item.modified, deleted: item.deleted,
            history: item.history, attachments: attachments)
        identifier = item.id.text
    }
}

/// A file that belongs to an item.
public struct ForeignAttachment: Equatable, Sendable {
    /// What the file is called.
    public var name: String
    /// What is in it.
    public var bytes: [UInt8]

    /// A file of these bytes.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// All that a file of another program holds.
public struct ImportedVault: Equatable, Sendable {
    /// The items in the order of the file.
    public var items: [ForeignItem]
    /// The names of the categories in the order of the file, also of those without items.
    public var categories: [String]
    /// What was changed so that the items fit into a vault, and what their owner should check; empty for an export.
    public var changes: [ImportChange] = []

    /// A vault of these items and categories.
    public init(items: [ForeignItem] = [], categories: [String] = []) {
        self.items = items
        self.categories = categories
    }
}
