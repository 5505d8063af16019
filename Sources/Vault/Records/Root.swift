/// The object that binds a vault together: what the header was, and which writing of each page is the valid one.
///
/// Its own revision is the vault's sequence, which only rises; a device that remembers it notices an older copy.
public struct Root: Equatable, Sendable {
    /// The SHA-256 of the header that this root belongs to; 32 bytes.
    public var headerDigest: [UInt8]
    /// The user's name as it was written.
    public var user: VaultName
    /// The categories, in no order.
    public private(set) var categories: [Category]
    /// Categories that are gone while items of theirs are still in the trash, which come back into them.
    public private(set) var removedCategories: [Category] = []
    /// What the person has set.
    public var settings: VaultSettings
    /// The key of what can be taken off the device for a journey; nil while it is off.
    public var travelKey: TravelKey?
    /// Whether the vault travels: the items of removable categories are not on this device.
    public var isTravelling = false
    /// How the journey ends and what is away meanwhile; nil at home, and on journeys that begun before this was kept.
    public var journey: Journey?
    /// The valid writing of each page that there is.
    public var pageRevisions: [UInt8: UInt64] = [:]
    /// The valid writing of what synchronizing remembers; nil before the first time.
    public var syncRevision: UInt64?
    /// The index of titles; nil in a vault that was not changed since there are indices.
    public var titleIndex: TitleIndex?
    /// What a later version of the program wrote and this one does not know; it is kept and written back.
    var extensions: [UInt8] = []

    /// How many bytes the header's digest has.
    public static let digestByteCount = 32

    /// The root of a new vault.
    public init(
        headerDigest: [UInt8], user: VaultName, categories: [Category], settings: VaultSettings, travelKey: TravelKey?
    ) {
        self.headerDigest = headerDigest
        self.user = user
        self.categories = categories
        self.settings = settings
        self.travelKey = travelKey
    }

    /// The category with an identifier, or nil when there is none.
    public func category(_ id: RecordID) -> Category? {
        categories.first { $0.id == id }
    }

    /// The category with a name in any case, or nil when there is none.
    public func category(named name: VaultName) -> Category? {
        let folded = name.folded
        return categories.first { $0.name.folded == folded }
    }

    /// The category that a person means: the one with that name, or else the default one that has it in any of the
    /// languages in which vaults are made.
    public func category(meant name: VaultName) -> Category? {
        if let category = category(named: name) { return category }
        return Category.standardID(named: name).flatMap { category($0) }
    }

    /// Adds a category.
    ///
    /// - Throws: `VaultFault.nameTaken` when one has that name already; `VaultFault.tooLarge` when there are too many or
    ///   its template is too long.
    public mutating func add(_ category: Category) throws(VaultFault) {
        guard categories.count < Category.limit else { throw .tooLarge("categories") }
        guard category.template.count <= Category.templateLimit, category.template.allSatisfy(\.isNameBounded) else {
            throw .tooLarge("template")
        }
        guard self.category(named: category.name) == nil, self.category(category.id) == nil else {
            throw .nameTaken(category.name.text)
        }
        categories.append(category)
        removedCategories.removeAll { $0.id == category.id }
    }

    /// Puts a category in place of the one with its identifier: another name, template, picture, or removability.
    ///
    /// - Throws: `VaultFault.unknownRecord`, `VaultFault.nameTaken`, `VaultFault.protectedCategory` for another name of
    ///   a protected one or another protection, or `VaultFault.tooLarge`.
    public mutating func update(_ category: Category) throws(VaultFault) {
        guard let place = categories.firstIndex(where: { $0.id == category.id }) else { throw .unknownRecord }
        let former = categories[place]
        guard category.isProtected == former.isProtected,
            !former.isProtected || category.name.text == former.name.text
        else { throw .protectedCategory }
        guard category.template.count <= Category.templateLimit, category.template.allSatisfy(\.isNameBounded) else {
            throw .tooLarge("template")
        }
        if let namesake = self.category(named: category.name), namesake.id != category.id {
            throw .nameTaken(category.name.text)
        }
        categories[place] = category
    }

    /// Takes a category out; the same transaction sees to its items.
    ///
    /// With `remembersIt` it is kept in ``removedCategories``, for its items in the trash.
    ///
    /// - Throws: `VaultFault.unknownRecord` or `VaultFault.protectedCategory`.
    public mutating func removeCategory(_ id: RecordID, remembersIt: Bool = false) throws(VaultFault) {
        guard let place = categories.firstIndex(where: { $0.id == id }) else { throw .unknownRecord }
        guard !categories[place].isProtected else { throw .protectedCategory }
        let category = categories.remove(at: place)
        removedCategories.removeAll { $0.id == id }
        if remembersIt { removedCategories = (removedCategories + [category]).suffix(Category.limit) }
    }

    /// Where an item of the trash belongs when it comes back: its category, which comes back itself when it was removed
    /// meanwhile; the one that has taken its name; or else where items go whose category is unknown.
    public mutating func homeAfterTrash(_ id: RecordID) -> RecordID {
        if category(id) != nil { return id }
        if let removed = removedCategories.first(where: { $0.id == id }) {
            if let namesake = category(named: removed.name) { return namesake.id }
            if append(removed) {
                removedCategories.removeAll { $0.id == id }
                return id
            }
        }
        return shelter?.id ?? id
    }

    /// Forgets removed categories that no item of the trash belongs to any more.
    public mutating func forgetRemovedCategories(besides needed: Set<RecordID>) {
        removedCategories.removeAll { !needed.contains($0.id) }
    }

    /// Whether items of a category, removed ones included, leave the device in travel mode; nil for one that is unknown.
    public func isRemovable(_ id: RecordID) -> Bool? {
        category(id)?.isRemovable ?? removedCategories.first { $0.id == id }?.isRemovable
    }

    /// Where an item goes whose category is gone: to the notes, or to whatever there is.
    public var shelter: Category? {
        categories.first { $0.isProtected && $0.icon == "note" } ?? categories.first
    }

    /// Appends a removed category that is read back; false when it is known or there are too many.
    mutating func appendRemoved(_ category: Category) -> Bool {
        guard removedCategories.count < Category.limit, category.template.allSatisfy(\.isNameBounded),
            !removedCategories.contains(where: { $0.id == category.id })
        else { return false }
        removedCategories.append(category)
        return true
    }

    /// Appends a category that is read back; false when there is one with its identifier or there are too many.
    mutating func append(_ category: Category) -> Bool {
        guard categories.count < Category.limit, self.category(category.id) == nil,
            category.template.allSatisfy(\.isNameBounded)
        else { return false }
        categories.append(category)
        return true
    }
}
