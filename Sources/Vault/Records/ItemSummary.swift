import Basics

/// What lists show of an item without opening it.
public struct ItemSummary: Equatable, Sendable, Identifiable {
    /// The item's identifier.
    public let id: RecordID
    /// The category in which it stands.
    public var category: RecordID
    /// Its title.
    public var title: VaultName
    /// The value of its first user field, cut to `userLimit` bytes; empty when there is none.
    public var user: String
    /// Whether it is one of the favourites.
    public var isFavourite: Bool
    /// Whether it is in the trash.
    public var isDeleted: Bool
    /// Whether it makes one-time passwords.
    public var hasOneTimePassword: Bool
    /// When it was last changed.
    public var modified: Timestamp
    /// Which writing of the item's object is the valid one.
    public var revision: UInt64

    /// The most bytes of UTF-8 that `user` has.
    public static let userLimit = 256

    /// The summary of an item that is written as `revision`.
    public init(of item: Item, revision: UInt64) {
        self.init(
            id: item.id, category: item.category, title: item.title,
            user: Self.cut(item.fields.first { $0.kind == .user }?.value ?? ""), isFavourite: item.isFavourite,
            isDeleted: item.deleted != nil,
            hasOneTimePassword: item.fields.contains { $0.kind == .oneTimePassword && !$0.value.isEmpty },
            modified: item.modified, revision: revision)
    }

    /// A summary with these members.
    init(
        id: RecordID, category: RecordID, title: VaultName, user: String, isFavourite: Bool, isDeleted: Bool,
        hasOneTimePassword: Bool, modified: Timestamp, revision: UInt64
    ) {
        self.id = id
        self.category = category
        self.title = title
        self.user = user
        self.isFavourite = isFavourite
        self.isDeleted = isDeleted
        self.hasOneTimePassword = hasOneTimePassword
        self.modified = modified
        self.revision = revision
    }

    /// The longest beginning of `text`, in whole characters, that has at most `userLimit` bytes.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > userLimit else { return text }
        var count = 0
        let end = text.unicodeScalars.firstIndex {
            count += UTF8.width($0)
            return count > userLimit
        }
        return String(text[..<(end ?? text.endIndex)])
    }
}

extension ItemSummary {
    /// Whether two summaries are the same to the letter.
    public static func == (left: ItemSummary, right: ItemSummary) -> Bool {
        left.id == right.id && left.category == right.category && left.title.text == right.title.text
            && left.user == right.user && left.isFavourite == right.isFavourite
            && left.isDeleted == right.isDeleted && left.hasOneTimePassword == right.hasOneTimePassword
            && left.modified == right.modified && left.revision == right.revision
    }
}
