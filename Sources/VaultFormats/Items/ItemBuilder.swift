import Basics
import Vault

/// Puts an item together from a file, and makes it fit into a vault.
///
/// The bounds and forms of a vault are no reason to refuse what another program keeps: names are cut and cleaned, values
/// that are too large become attached files, and every such change is noted.
struct ItemBuilder {
    /// The item so far.
    private(set) var item: ForeignItem
    /// What was changed, and what its owner should check.
    private(set) var changes: [ImportChange] = []
    private let number: Int
    /// Whether a file that can't be taken is left out, rather than the item refused.
    private let skips: Bool
    /// Names that were cut, whole, by the name of the field that keeps each.
    private var wholeNames: [(name: String, whole: String)] = []
    /// Values that are too large for a field.
    private var texts: [(label: String, text: String)] = []

    /// Item `number`, counted from 1 in the order of the file.
    ///
    /// An item without a title is called `(untitled)`.
    init(number: Int, title: String, skips: Bool = false) {
        self.number = number
        self.skips = skips
        let name = ForeignName(title)
        item = ForeignItem(title: name?.text ?? "(untitled)")
        guard let name else { return }
        if name.isCleaned { note("title", .cleaned) }
        guard name.isCut else { return }
        note("title", .shortened(limit: VaultName.limit))
        wholeNames.append(("Full title", title))
    }

    /// The fault that a field of this item has a problem.
    func fault(_ field: String, _ problem: ImportFault.FieldProblem) -> ImportFault {
        .item(place(field), problem)
    }

    /// Notes that a field of this item was changed.
    mutating func note(_ field: String, _ kind: ImportChange.Kind) {
        changes.append(ImportChange(place: place(field), kind: kind))
    }

    private func place(_ field: String) -> ImportFault.ItemPlace {
        ImportFault.ItemPlace(number: number, title: item.title, field: field)
    }

    // MARK: Fields

    /// Adds a field of a kind, which the file calls `label`.
    ///
    /// An empty value says nothing and adds nothing.
    mutating func add(_ kind: FieldKind, _ value: String?, as label: String) {
        guard let value, !value.isEmpty else { return }
        append(Field(kind: kind, value: value), as: label)
    }

    /// Adds a custom field by its name, which may be that of a kind of ours; it is kept even if it is empty.
    mutating func addCustom(_ name: String, _ value: String, isConcealed: Bool) {
        if let past = HistoryNames.parts(of: name), isConcealed {
            return remember(PastValue(kind: past.kind, value: value, until: past.until), as: name)
        }
        append(Field(kind: FieldNames.kind(named: fieldName(name), isConcealed: isConcealed), value: value), as: name)
    }

    /// Adds a field under exactly this name, whatever it is called; an empty value adds nothing.
    mutating func addOwn(_ name: String, _ value: String, isConcealed: Bool = false) {
        guard !value.isEmpty else { return }
        let own = fieldName(name)
        append(Field(kind: isConcealed ? .concealed(name: own) : .text(name: own), value: value), as: name)
    }

    /// `name` as the name of a field; `Field` when there is nothing to see in it.
    private mutating func fieldName(_ name: String) -> String {
        guard let fitted = ForeignName(name, limit: FieldKind.nameLimit) else { return "Field" }
        if fitted.isCleaned { note(name, .cleaned) }
        if fitted.isCut {
            note(name, .shortened(limit: FieldKind.nameLimit))
            wholeNames.append(("Full field name", name))
        }
        return fitted.text
    }

    private mutating func append(_ field: Field, as label: String) {
        guard field.value.utf8.count <= Item.valueLimit else { return texts.append((label, field.value)) }
        item.fields.append(field)
    }

    /// Whether the item has a field of this kind already.
    func has(_ kind: FieldKind) -> Bool {
        item.fields.contains { $0.kind == kind }
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
    mutating func remember(_ past: PastValue, as label: String) {
        guard !past.value.isEmpty else { return }
        guard past.value.utf8.count <= Item.valueLimit else { return texts.append((label, past.value)) }
        item.history.append(past)
    }

    /// Adds a file, of whose name only what follows the last folder is kept: it is where the file may one day be written.
    mutating func attach(_ bytes: [UInt8], named name: String, as label: String) throws(ImportFault) {
        guard item.attachments.count < Item.attachmentLimit else {
            return try leaveOut(name, as: label, .tooMany(limit: Item.attachmentLimit))
        }
        guard bytes.count <= Attachment.byteLimit else {
            return try leaveOut(name, as: label, .tooLong(count: bytes.count, limit: Attachment.byteLimit))
        }
        let file = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let fitted = [".", ".."].contains(file) ? nil : ForeignName(file)
        if fitted?.isCleaned == true { note(label, .cleaned) }
        if fitted?.isCut == true {
            note(label, .shortened(limit: VaultName.limit))
            wholeNames.append(("Full file name", file))
        }
        item.attachments.append(ForeignAttachment(name: fitted?.text ?? "file", bytes: bytes))
    }

    /// Leaves a file out that can't be taken and keeps its name as a field; where nothing may be skipped, the item is
    /// refused.
    mutating func leaveOut(_ name: String, as label: String, _ problem: ImportFault.FieldProblem) throws(ImportFault) {
        guard skips else { throw fault(label, problem) }
        note(label, .leftOut(problem))
        addOwn("File that was not imported", name)
    }

    // MARK: Within the bounds of a vault

    /// The item, once everything is in it.
    ///
    /// Of the earlier values it keeps as many as an ``Item`` does, the newest. A vault keeps no item without a value;
    /// one that has nothing but a title gets its title as a note, so that it is not lost.
    consuming func finish() throws(ImportFault) -> ItemBuilder {
        // Sorting is stable: values that were given up at the same time keep their order.
        item.history.sort { $0.until > $1.until }
        item.history.removeLast(max(0, item.history.count - Item.historyLimit))
        for (name, whole) in wholeNames { append(Field(kind: .text(name: name), value: whole), as: name) }
        checkCodes()
        moveFurtherFields()
        moveLargestValues()
        for (label, text) in texts { try attach(text, as: label) }
        if item.attachments.isEmpty, item.fields.allSatisfy({ $0.value.isEmpty }) {
            item.fields.append(Field(kind: .note, value: item.title))
        }
        return self
    }

    private mutating func checkCodes() {
        for field in item.fields where field.kind == .oneTimePassword {
            do throws(OneTimePasswordFault) {
                _ = try OneTimePassword(field.value)
            } catch {
                note(field.kind.word, .noCodes(error))
            }
        }
    }

    /// Moves the fields beyond those that an item has into a file, as JSON.
    private mutating func moveFurtherFields() {
        guard item.fields.count > Item.fieldLimit else { return }
        let further = item.fields[Item.fieldLimit...].map { field in
            JSONValue.object([
                "name": .string(FieldNames.name(of: field.kind)), "value": .string(field.value),
                "concealed": .bool(field.kind.isConcealed),
            ])
        }
        item.fields.removeLast(item.fields.count - Item.fieldLimit)
        texts.append(("fields", String(decoding: JSONWriter.bytes(.array(further), isIndented: true), as: UTF8.self)))
    }

    /// What the fields may take together, with room for what else an item has to write.
    private static let sizeLimit = Item.byteLimit - 50_000

    /// Moves the largest values into files until what is left is small enough for an item.
    private mutating func moveLargestValues() {
        var size = self.size
        while size > Self.sizeLimit {
            let field = item.fields.indices.max { item.fields[$0].value.utf8.count < item.fields[$1].value.utf8.count }
            let past = item.history.indices.max {
                item.history[$0].value.utf8.count < item.history[$1].value.utf8.count
            }
            let count = field.map { item.fields[$0].value.utf8.count } ?? 0
            if let past, item.history[past].value.utf8.count > count {
                let former = item.history.remove(at: past)
                texts.append(("History \(FieldNames.name(of: former.kind))", former.value))
            } else if let field {
                let former = item.fields.remove(at: field)
                texts.append((FieldNames.name(of: former.kind), former.value))
            } else {
                return
            }
            size = self.size
        }
    }

    /// Attaches a text as a file, or as several when it is too large for one.
    private mutating func attach(_ text: String, as label: String) throws(ImportFault) {
        let bytes = Array(text.utf8)
        let isJSON = label == "fields"
        let name = label.map { $0 == "/" || $0 == "\\" || $0 == ":" ? "-" : String($0) }.joined()
        let base = ForeignName(name, limit: 60)?.text ?? "value"
        var start = 0
        var part = 1
        repeat {
            let end = min(bytes.count, start + Attachment.byteLimit)
            let numbered = bytes.count > Attachment.byteLimit ? "\(base) \(part)" : base
            let unique = unused(numbered, ending: isJSON ? "json" : "txt")
            note(label, .movedToFile(unique))
            try attach(Array(bytes[start..<end]), named: unique, as: label)
            (start, part) = (end, part + 1)
        } while start < bytes.count
    }

    /// A name for a file that no other file of the item has.
    private func unused(_ base: String, ending: String) -> String {
        let names = Set(item.attachments.map { $0.name.lowercased() })
        var name = "\(base).\(ending)"
        var number = 2
        while names.contains(name.lowercased()) {
            name = "\(base) (\(number)).\(ending)"
            number += 1
        }
        return name
    }

    /// Bytes of all names and values.
    private var size: Int {
        item.fields.reduce(0) { $0 + $1.value.utf8.count + ($1.kind.name?.utf8.count ?? 0) + 16 }
            + item.history.reduce(0) { $0 + $1.value.utf8.count + ($1.kind.name?.utf8.count ?? 0) + 32 }
    }
}
