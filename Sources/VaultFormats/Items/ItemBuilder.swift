import Time
import Vault

/// Puts an item together from a file, and refuses what a vault cannot hold.
struct ItemBuilder {
    /// The item so far.
    private(set) var item: ForeignItem
    private let number: Int

    /// Item `number`, counted from 1 in the order of the file.
    ///
    /// An item without a title is called `(untitled)`.
    init(number: Int, title: String) throws(ImportFault) {
        self.number = number
        item = ForeignItem(title: title)
        do throws(NameFault) {
            item.title = try VaultName(title).text
        } catch {
            switch error {
            case .empty, .blank: item.title = "(untitled)"
            case .tooLong, .controlCharacter: throw fault("title", .notAName(error.description))
            }
        }
    }

    /// The fault that a field of this item has a problem.
    func fault(_ field: String, _ problem: ImportFault.FieldProblem) -> ImportFault {
        .item(ImportFault.ItemPlace(number: number, title: item.title, field: field), problem)
    }

    // MARK: Fields

    /// Adds a field of a kind, which the file calls `label`.
    ///
    /// An empty value says nothing and adds nothing.
    mutating func add(_ kind: FieldKind, _ value: String?, as label: String) throws(ImportFault) {
        guard let value, !value.isEmpty else { return }
        try append(Field(kind: kind, value: value), as: label)
    }

    /// Adds a custom field by its name, which may be that of a kind of ours; it is kept even if it is empty.
    mutating func addCustom(_ name: String, _ value: String, isConcealed: Bool) throws(ImportFault) {
        if let past = HistoryNames.parts(of: name), isConcealed {
            return try remember(PastValue(kind: past.kind, value: value, until: past.until), as: name)
        }
        let kind: FieldKind
        do throws(NameFault) {
            kind = try FieldNames.kind(named: name, isConcealed: isConcealed)
        } catch {
            throw fault(name, .notAName(error.description))
        }
        try append(Field(kind: kind, value: value), as: name)
    }

    /// Adds a field under exactly this name, whatever it is called; an empty value adds nothing.
    mutating func addOwn(_ name: String, _ value: String, isConcealed: Bool = false) throws(ImportFault) {
        guard !value.isEmpty else { return }
        let own: String
        do throws(NameFault) {
            own = try FieldNames.ownName(name)
        } catch {
            throw fault(name, .notAName(error.description))
        }
        try append(Field(kind: isConcealed ? .concealed(name: own) : .text(name: own), value: value), as: name)
    }

    private mutating func append(_ field: Field, as label: String) throws(ImportFault) {
        guard item.fields.count < Item.fieldLimit else { throw fault(label, .tooMany(limit: Item.fieldLimit)) }
        try check(field.value, as: label)
        item.fields.append(field)
    }

    /// Whether the item has a field of this kind already.
    func has(_ kind: FieldKind) -> Bool {
        item.fields.contains { $0.kind == kind }
    }

    private func check(_ value: String, as label: String) throws(ImportFault) {
        let count = value.utf8.count
        guard count <= Item.valueLimit else { throw fault(label, .tooLong(count: count, limit: Item.valueLimit)) }
    }

    // MARK: The rest

    /// Says what the program that wrote the file calls the item.
    mutating func identify(_ text: String?, by program: String) {
        guard let text, !text.isEmpty, text.utf8.count <= 200 else { return }
        item.identifier = UUIDText.digits(of: text) ?? "\(program) \(text)"
    }

    /// Puts the item into the category of this name.
    mutating func put(into category: String?) {
        item.category = category
    }

    /// Marks the item as a favourite, and as one that asks for the password again.
    mutating func mark(isFavourite: Bool, asksAgain: Bool = false) {
        item.isFavourite = isFavourite
        item.asksAgain = asksAgain
    }

    /// Says when the item was made, changed, and thrown away.
    mutating func date(created: Timestamp?, modified: Timestamp?, deleted: Timestamp? = nil) {
        item.created = created
        item.modified = modified
        item.deleted = deleted
    }

    /// Adds an earlier value; an empty one says nothing.
    mutating func remember(_ past: PastValue, as label: String) throws(ImportFault) {
        guard !past.value.isEmpty else { return }
        guard item.history.count < ImportLimits.history else {
            throw fault(label, .tooMany(limit: ImportLimits.history))
        }
        try check(past.value, as: label)
        item.history.append(past)
    }

    /// Adds a file, of whose name only what follows the last folder is kept: it is where the file may one day be written.
    mutating func attach(_ bytes: [UInt8], named name: String, as label: String) throws(ImportFault) {
        guard item.attachments.count < Item.attachmentLimit else {
            throw fault(label, .tooMany(limit: Item.attachmentLimit))
        }
        guard bytes.count <= Attachment.byteLimit else {
            throw fault(label, .tooLong(count: bytes.count, limit: Attachment.byteLimit))
        }
        do throws(NameFault) {
            let file = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
            let kept = try VaultName([".", ".."].contains(file) ? "file" : file).text
            item.attachments.append(ForeignAttachment(name: kept, bytes: bytes))
        } catch {
            throw fault(label, .notAName(error.description))
        }
    }

    /// The item, once everything is in it.
    ///
    /// Of the earlier values it keeps as many as an ``Item`` does, the newest. A vault keeps no item without a value;
    /// one that has nothing but a title gets its title as a note, so that it is not lost.
    consuming func finish() throws(ImportFault) -> ForeignItem {
        // Sorting is stable: values that were given up at the same time keep their order.
        item.history.sort { $0.until > $1.until }
        item.history.removeLast(max(0, item.history.count - Item.historyLimit))
        if item.attachments.isEmpty, item.fields.allSatisfy({ $0.value.isEmpty }) {
            item.fields.append(Field(kind: .note, value: item.title))
        }
        let count = size
        guard count <= Self.sizeLimit else { throw fault("(all)", .tooLong(count: count, limit: Self.sizeLimit)) }
        return item
    }

    /// What the fields may take together, with room for what else an item has to write.
    private static let sizeLimit = Item.byteLimit - 50_000

    /// Bytes of all names and values.
    private var size: Int {
        item.fields.reduce(0) { $0 + $1.value.utf8.count + ($1.kind.name?.utf8.count ?? 0) + 16 }
            + item.history.reduce(0) { $0 + $1.value.utf8.count + ($1.kind.name?.utf8.count ?? 0) + 32 }
    }
}
