import Basics

extension Page {
    private static let summaryTag: UInt8 = 1
    private static let favouriteFlag: UInt8 = 1
    private static let deletedFlag: UInt8 = 2
    private static let oneTimePasswordFlag: UInt8 = 4

    /// The page as the bytes that are sealed.
    public func encoded() -> [UInt8] {
        var writer = TaggedWriter(capacity: 64 + summaries.count * 112)
        for summary in summaries {
            let size =
                2 * RecordID.byteCount + 17 + TaggedWriter.countedSize(summary.title.text) + summary.user.utf8.count
            writer.put(Self.summaryTag, count: size) { writer in
                writer.append(summary.id.bytes)
                writer.append(summary.category.bytes)
                writer.append(
                    (summary.isFavourite ? Self.favouriteFlag : 0) | (summary.isDeleted ? Self.deletedFlag : 0)
                        | (summary.hasOneTimePassword ? Self.oneTimePasswordFlag : 0))
                writer.append(summary.modified.milliseconds)
                writer.append(summary.revision)
                writer.appendCounted(summary.title.text)
                writer.append(summary.user.utf8)
            }
        }
        writer.append(extensions)
        return writer.finish()
    }

    /// The page that was written as `bytes`; its number is in the address under which they were sealed.
    public init(bytes: [UInt8], number: UInt8) throws(VaultFault) {
        self = try bytes.withRawBytes { raw throws(VaultFault) in try Page(bytes: raw, number: number) }
    }

    /// The page that was written as `bytes`, which are read where they lie.
    public init(bytes: UnsafeRawBufferPointer, number: UInt8) throws(VaultFault) {
        self.init(number: number)
        var reader = try TaggedReader(bytes, part: "page")
        while var value = try reader.next() {
            guard value.tag == Self.summaryTag else {
                try reader.passOver(value, into: &extensions)
                continue
            }
            let id = try value.recordID()
            let category = try value.recordID()
            let flags = try value.number(UInt8.self)
            let modified = Timestamp(milliseconds: try value.number())
            let revision = try value.number(UInt64.self)
            let title = try value.countedText()
            let summary = ItemSummary(
                id: id, category: category, title: VaultName(checked: title), user: try value.restAsText(),
                isFavourite: flags & Self.favouriteFlag != 0, isDeleted: flags & Self.deletedFlag != 0,
                hasOneTimePassword: flags & Self.oneTimePasswordFlag != 0, modified: modified, revision: revision)
            guard append(summary) else { throw value.damaged }
        }
    }
}
