/// Looks for words in an item, without regard to case and accents.
///
/// An item is found when each word is in its title, in a field or in the name of an attachment; a word may be the middle
/// of a longer one. History is not searched, and concealed fields only as far as ``Depth`` says: whoever may ask for a
/// word at a time in a field learns all of it. The bytes of an item are searched as they lie, because most items are not
/// found and need not be built.
public struct ItemSearch: Sendable {
    /// The most characters that are looked for.
    public static let limit = 200
    /// The most words that are looked for.
    public static let wordLimit = 16

    /// How far a search looks into concealed fields.
    public enum Depth: Sendable {
        /// Into none of them.
        case open
        /// Into those of items that do not ask again.
        case concealed
        /// Into those of all items: for a vault that was just opened with a slot.
        case concealedOfAll

        /// Whether it looks into concealed fields of an item.
        fileprivate func reaches(asksAgain: Bool) -> Bool {
            switch self {
            case .open: false
            case .concealed: !asksAgain
            case .concealedOfAll: true
            }
        }
    }

    private let words: SearchWords
    private let depth: Depth

    /// A search for the words of `text`; nil when there are none, or too much.
    public init?(_ text: String, in depth: Depth) {
        self.depth = depth
        guard text.utf8.count <= Self.limit * 4, text.unicodeScalars.count <= Self.limit else { return nil }
        let folded = text.split(whereSeparator: \.isWhitespace).map { SearchText.folded(String($0)) }
        words = SearchWords(folded.filter { !$0.isEmpty })
        guard (1...Self.wordLimit).contains(words.count) else { return nil }
    }

    /// The fields of an item in which words were found, none when they were in the title alone; nil when a word was not
    /// found.
    public func fields(of item: Item) -> [FieldKind]? {
        var progress = Progress(words)
        progress.look(in: item.title.text)
        for attachment in item.attachments { progress.look(in: attachment.name.text) }
        var found: [FieldKind] = []
        let isDeep = depth.reaches(asksAgain: item.asksAgain)
        for field in item.fields where isDeep || !field.kind.isConcealed {
            guard progress.look(in: field.value), !found.contains(field.kind) else { continue }
            found.append(field.kind)
        }
        return progress.isComplete ? found : nil
    }

    /// The same for an item that was written as `bytes` (`Item.encoded()`).
    ///
    /// - Throws: `VaultFault.damaged` when the bytes are no item.
    public func fields(of bytes: UnsafeRawBufferPointer) throws(VaultFault) -> [FieldKind]? {
        var reader = try TaggedReader(bytes, part: "item")
        var progress = Progress(words)
        var found: [FieldKind] = []
        // An item's marks come before its fields. Where they do not, nothing concealed is looked into.
        var isDeep = depth.reaches(asksAgain: true)
        while var value = try reader.next() {
            switch value.tag {
            case Item.Tag.title: progress.look(in: value.bytes)
            case Item.Tag.flags: isDeep = depth.reaches(asksAgain: Item.asksAgain(flags: try value.number()))
            case Item.Tag.field:
                // The kind is built only when the field is one in which something was found.
                var copy = value
                let isConcealed = FieldKind.isConcealed(code: try value.number())
                _ = try value.countedBytes()
                guard isDeep || !isConcealed, progress.look(in: value.rest()) else { continue }
                let kind = try FieldKind(from: &copy)
                if !found.contains(kind) { found.append(kind) }
            case Item.Tag.attachment:
                _ = try value.recordID()
                _ = try value.number(UInt32.self)
                progress.look(in: value.rest())
            default: continue
            }
        }
        return progress.isComplete ? found : nil
    }

    /// Which words were found so far.
    private struct Progress {
        private let words: SearchWords
        private var found: UInt32 = 0
        private var scratch: [UInt8] = []

        init(_ words: SearchWords) {
            self.words = words
        }

        var isComplete: Bool { found == 1 << UInt32(words.count) - 1 }

        /// Looks for every word, and returns whether any was there.
        @discardableResult
        mutating func look(in text: String) -> Bool {
            var text = text
            return text.withUTF8 { look(in: UnsafeRawBufferPointer($0)) }
        }

        @discardableResult
        mutating func look(in text: UnsafeRawBufferPointer) -> Bool {
            if text.isASCII { return look(inFolded: text) }
            scratch.removeAll(keepingCapacity: true)
            SearchText.append(text, to: &scratch)
            var folded: [UInt8] = []
            swap(&folded, &scratch)
            defer { swap(&folded, &scratch) }
            return folded.withUnsafeBytes { look(inFolded: $0) }
        }

        private mutating func look(inFolded text: UnsafeRawBufferPointer) -> Bool {
            let here = words.found(in: text)
            found |= here
            return here != 0
        }
    }
}
