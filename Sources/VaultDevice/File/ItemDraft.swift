import Time
import Vault

/// An item that is to be added.
public struct ItemDraft: Sendable {
    /// The category that it stands in.
    public var category: RecordID
    /// Its title.
    public var title: VaultName
    /// Its fields, in the order in which they are shown.
    public var fields: [Field]
    /// Whether it is a favourite.
    public var isFavourite = false
    /// Whether it is shown only after the vault was unlocked once more.
    public var asksAgain = false
    /// When it was made; now, when nothing is said.
    public var created: Timestamp?
    /// When it was last changed; when it was made, when nothing is said.
    public var modified: Timestamp?
    /// Whether it goes into the trash, where its time begins when it comes into the vault.
    public var isInTrash = false
    /// What its fields held before, the newest first.
    public var history: [PastValue] = []
    /// Files that belong to it, by name.
    public var attachments: [(name: VaultName, bytes: [UInt8])] = []
    /// Whether another item of the category may have the same title.
    public var allowsDuplicateTitle = false
    /// What tells it from all others, in whatever file it comes, so that an import knows it again; nil for one that is
    /// new in any case.
    public var identifier: String?

    /// An item with a title and fields.
    public init(category: RecordID, title: VaultName, fields: [Field]) {
        self.category = category
        self.title = title
        self.fields = fields
    }
}

/// A category that an import brings with it.
public struct NewCategory: Sendable {
    /// How the drafts of the same import name it; one of the same name that is there already takes its place.
    public var id: RecordID
    /// Its name.
    public var name: VaultName

    /// A category with a name.
    public init(id: RecordID, name: VaultName) {
        self.id = id
        self.name = name
    }
}

/// A category and how much is in it.
public struct CategorySummary: Equatable, Sendable, Identifiable {
    /// The category.
    public var category: Category
    /// How many items it has, without those in the trash.
    public var count: Int

    /// The category's identifier.
    public var id: RecordID { category.id }

    /// A category with so many items.
    public init(category: Category, count: Int) {
        self.category = category
        self.count = count
    }
}
