import Basics

extension Item {
    /// The tags of an item's values.
    enum Tag {
        static let category: UInt8 = 1
        static let title: UInt8 = 2
        static let flags: UInt8 = 3
        static let created: UInt8 = 4
        static let modified: UInt8 = 5
        static let deleted: UInt8 = 6
        static let field: UInt8 = 7
        static let pastValue: UInt8 = 8
        static let attachment: UInt8 = 9
    }

    private static let favouriteFlag: UInt8 = 1
    private static let asksAgainFlag: UInt8 = 2

    /// Whether flags, as they are written, say that the item asks again.
    static func asksAgain(flags: UInt8) -> Bool { flags & asksAgainFlag != 0 }

    /// The item as the bytes that are sealed.
    ///
    /// - Throws: `VaultFault.tooLarge` when there is more than the limits allow.
    public func encoded() throws(VaultFault) -> [UInt8] {
        try checkLimits()
        var writer = TaggedWriter(capacity: 128 + fields.reduce(0) { $0 + $1.value.utf8.count + 16 })
        writer.put(Tag.category, category.bytes)
        writer.put(Tag.title, title.text)
        writer.put(Tag.flags, (isFavourite ? Self.favouriteFlag : 0) | (asksAgain ? Self.asksAgainFlag : 0))
        writer.put(Tag.created, created.milliseconds)
        writer.put(Tag.modified, modified.milliseconds)
        if let deleted { writer.put(Tag.deleted, deleted.milliseconds) }
        for field in fields {
            writer.put(Tag.field, count: field.kind.encodedSize + field.value.utf8.count) { writer in
                field.kind.append(to: &writer)
                writer.append(field.value.utf8)
            }
        }
        for past in history {
            writer.put(Tag.pastValue, count: past.kind.encodedSize + 8 + past.value.utf8.count) { writer in
                past.kind.append(to: &writer)
                writer.append(past.until.milliseconds)
                writer.append(past.value.utf8)
            }
        }
        for attachment in attachments {
            let name = attachment.name.text.utf8
            writer.put(Tag.attachment, count: RecordID.byteCount + 4 + name.count) { writer in
                writer.append(attachment.id.bytes)
                writer.append(UInt32(attachment.byteCount))
                writer.append(name)
            }
        }
        writer.append(extensions)
        let bytes = writer.finish()
        guard bytes.count <= Self.byteLimit else { throw .tooLarge("item") }
        return bytes
    }

    /// The item that was written as `bytes`; its identifier is the address under which they were sealed.
    public init(bytes: [UInt8], id: RecordID) throws(VaultFault) {
        self = try bytes.withRawBytes { raw throws(VaultFault) in try Item(bytes: raw, id: id) }
    }

    /// The item that was written as `bytes`, which are read where they lie.
    public init(bytes: UnsafeRawBufferPointer, id: RecordID) throws(VaultFault) {
        guard bytes.count <= Self.byteLimit else { throw .tooLarge("item") }
        var reader = try TaggedReader(bytes, part: "item")
        var category: RecordID?
        var title: String?
        var flags: UInt8 = 0
        var created: Timestamp?
        var modified: Timestamp?
        self.init(
            id: id, category: .zero, title: VaultName(checked: ""), fields: [], created: Timestamp(milliseconds: 0),
            modified: Timestamp(milliseconds: 0))
        fields.reserveCapacity(8)
        while var value = try reader.next() {
            switch value.tag {
            case Tag.category: category = try value.recordID()
            case Tag.title: title = try value.restAsText()
            case Tag.flags: flags = try value.number()
            case Tag.created: created = Timestamp(milliseconds: try value.number())
            case Tag.modified: modified = Timestamp(milliseconds: try value.number())
            case Tag.deleted: deleted = Timestamp(milliseconds: try value.number())
            case Tag.field:
                let kind = try FieldKind(from: &value)
                fields.append(Field(kind: kind, value: try value.restAsText()))
            case Tag.pastValue: history.append(try PastValue(from: &value))
            case Tag.attachment: attachments.append(try Attachment(from: &value))
            default:
                try reader.passOver(value, into: &extensions)
                continue
            }
            try value.end()
        }
        guard let category, let title, !title.isEmpty, let created, let modified else { throw .damaged("item") }
        self.category = category
        self.title = VaultName(checked: title)
        self.created = created
        self.modified = modified
        isFavourite = flags & Self.favouriteFlag != 0
        asksAgain = Self.asksAgain(flags: flags)
        try checkLimits()
    }

    /// Makes sure that the item has no more of anything than it may.
    func checkLimits() throws(VaultFault) {
        guard fields.count <= Self.fieldLimit else { throw .tooLarge("fields") }
        guard history.count <= Self.historyLimit else { throw .tooLarge("history") }
        guard attachments.count <= Self.attachmentLimit else { throw .tooLarge("attachments") }
        guard
            fields.allSatisfy({ $0.value.utf8.count <= Self.valueLimit && $0.kind.isNameBounded }),
            history.allSatisfy({ $0.value.utf8.count <= Self.valueLimit && $0.kind.isNameBounded })
        else { throw .tooLarge("field") }
    }
}

extension PastValue {
    fileprivate init(from value: inout TaggedValue) throws(VaultFault) {
        kind = try FieldKind(from: &value)
        until = Timestamp(milliseconds: try value.number())
        self.value = try value.restAsText()
    }
}

extension Attachment {
    fileprivate init(from value: inout TaggedValue) throws(VaultFault) {
        let id = try value.recordID()
        let byteCount = Int(try value.number(UInt32.self))
        let name = try value.restAsText()
        guard !name.isEmpty, let attachment = Attachment(id: id, name: VaultName(checked: name), byteCount: byteCount)
        else { throw value.damaged }
        self = attachment
    }
}

extension FieldKind {
    /// How many bytes `append` appends.
    var encodedSize: Int { 1 + TaggedWriter.countedSize(name ?? "") }

    /// Whether a field of one's own has a name that is not too long.
    var isNameBounded: Bool {
        guard let name else { return true }
        return !name.isEmpty && name.unicodeScalars.count <= Self.nameLimit
    }

    /// Appends the kind's number and name.
    func append(to writer: inout TaggedWriter) {
        writer.append(CollectionOfOne(code))
        writer.appendCounted(name ?? "")
    }

    /// The kind that stands next in `value`.
    @inline(__always)
    init(from value: inout TaggedValue) throws(VaultFault) {
        let code = try value.number(UInt8.self)
        guard let kind = FieldKind(code: code, name: try value.countedText()) else { throw value.damaged }
        self = kind
    }
}
