/// A category, in which items stand, and which fields a new item of it has.
public struct Category: Equatable, Sendable, Identifiable {
    /// The most categories that a vault has.
    public static let limit = 1000
    /// The most fields that a template offers.
    public static let templateLimit = 50

    /// The category's identifier.
    public let id: RecordID
    /// What it is called; no two categories of a vault have the same name.
    public var name: VaultName
    /// Whether it is one of those that every vault has; such a one can be neither renamed nor removed.
    public let isProtected: Bool
    /// Whether its items leave the device in travel mode.
    public var isRemovable: Bool
    /// The fields that a new item has, in order.
    public var template: [FieldKind]
    /// The name of the picture shown beside it, one of `icons`; another is shown as `folder`.
    public var icon: String

    /// The names of the pictures that the faces have.
    public static let icons = [
        "globe", "bank", "mail", "card", "wifi", "note", "folder", "key", "person", "phone", "server", "star",
    ]

    /// A category.
    public init(
        id: RecordID, name: VaultName, isProtected: Bool = false, isRemovable: Bool = false, template: [FieldKind],
        icon: String = "folder"
    ) {
        self.id = id
        self.name = name
        self.isProtected = isProtected
        self.isRemovable = isRemovable
        self.template = template
        self.icon = icon
    }
}

extension Category {
    /// Whether two categories are the same to the letter; names that differ in case are not the same here.
    public static func == (left: Category, right: Category) -> Bool {
        left.id == right.id && left.name.text == right.name.text && left.isProtected == right.isProtected
            && left.isRemovable == right.isRemovable && left.template == right.template && left.icon == right.icon
    }
}
