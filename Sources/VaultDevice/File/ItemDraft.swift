import Basics
import Vault

/// An item that is to be added.
package struct ItemDraft: Sendable {
    /// The category that it stands in.
    package var category: RecordID
    /// Its title.
    package var title: VaultName
    /// Its fields, in the order in which they are shown.
    package var fields: [Field]
    /// Whether it is a favourite.
    package var isFavourite = false
    /// Whether it is shown only after the vault was unlocked once more.
    package var asksAgain = false
    /// When it was made; now, when nothing is said.
    package var created: Timestamp?
    /// When it was last changed; when it was made, when nothing is said.
    package var modified: Timestamp?
    /// Whether it goes into the trash, where its time begins when it comes into the vault.
    package var isInTrash = false
    /// What its fields held before, the newest first.
    package var history: [PastValue] = []
    /// Files that belong to it, by name.
    package var attachments: [(name: VaultName, bytes: [UInt8])] = []
    /// Whether another item of the category may have the same title.
    package var allowsDuplicateTitle = false
    /// What tells it from all others, in whatever file it comes, so that an import knows it again; nil for one that is
    /// new in any case.
    package var identifier: String?

    /// An item with a title and fields.
    package init(category: RecordID, title: VaultName, fields: [Field]) {
        self.category = category
        self.title = title
        self.fields = fields
    }
}

/// A category that an import brings with it.
package struct NewCategory: Sendable {
    /// How the drafts of the same import name it; one of the same name that is there already takes its place.
    package var id: RecordID
    /// Its name.
    package var name: VaultName

    /// A category with a name.
    package init(id: RecordID, name: VaultName) {
        self.id = id
        self.name = name
    }
}

/// A category and how much is in it.
package struct CategorySummary: Equatable, Sendable, Identifiable {
    /// The category.
    package var category: Category
    /// How many items it has, without those in the trash.
    package var count: Int

    /// The category's identifier.
    package var id: RecordID { category.id }

    /// A category with so many items.
    package init(category: Category, count: Int) {
        self.category = category
        self.count = count
    }
}
