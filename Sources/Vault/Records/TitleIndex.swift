import Crypto

/// Tells titles apart without saying them: HMAC-SHA256 under a key of the vault's.
public struct TitleKey: Sendable {
    private let key: SymmetricKey

    init(_ data: DataKey, vault: RecordID) {
        var extract = KeyExtract(salt: vault.bytes)
        extract.add(data.secret)
        key = extract.key(info: Array("cerca.vault/title".utf8))
    }

    /// The first eight bytes of a title's code; equal titles have equal ones, others hardly ever.
    public func code(of title: FoldedName) -> UInt64 {
        HMAC<SHA256>.authenticationCode(for: title.bytes, using: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Where the titles of which a code begins with certain bits are: in which pages to look for them.
///
/// It only says where to look. What is found there is checked as ever, so that an entry too many costs a look.
public struct TitleBucket: Equatable, Sendable {
    /// A title in a page.
    public struct Entry: Hashable, Comparable, Sendable {
        /// The title's code.
        public let code: UInt64
        /// The number of the page.
        public let page: UInt8

        /// A title in a page.
        public init(code: UInt64, page: UInt8) {
            self.code = code
            self.page = page
        }

        /// Whether `left` stands before `right`.
        public static func < (left: Entry, right: Entry) -> Bool {
            (left.code, left.page) < (right.code, right.page)
        }
    }

    /// How many buckets there are: few enough for the root, and small enough to be written with each new title.
    public static let count = 64

    private static let entriesTag: UInt8 = 1
    private static let entryCount = 9

    /// Its entries, in no order.
    public var entries: Set<Entry>

    /// A bucket of these.
    public init(_ entries: Set<Entry> = []) {
        self.entries = entries
    }

    /// The number of the bucket in which a code is.
    public static func number(of code: UInt64) -> UInt8 { UInt8(code >> 58) }

    /// The identifier under which bucket `number` is sealed: that byte, and 15 zeros.
    public static func id(of number: UInt8) -> RecordID { Page.id(of: number) }

    /// The pages in which a title of this code may be, in ascending order.
    public func pages(of code: UInt64) -> [UInt8] {
        entries.lazy.filter { $0.code == code }.map(\.page).sorted()
    }

    /// The bucket as the bytes that are sealed.
    public func encoded() -> [UInt8] {
        var writer = TaggedWriter(capacity: 64 + entries.count * Self.entryCount)
        writer.put(Self.entriesTag, count: entries.count * Self.entryCount) { writer in
            for entry in entries.sorted() {
                writer.append(entry.code)
                writer.append(entry.page)
            }
        }
        return writer.finish()
    }

    /// The bucket that was written as `bytes`, which are read where they lie.
    public init(bytes: UnsafeRawBufferPointer) throws(VaultFault) {
        var reader = try TaggedReader(bytes, part: "index")
        var entries: Set<Entry> = []
        // What a later version adds is made anew with the index.
        var extensions: [UInt8] = []
        while var value = try reader.next() {
            guard value.tag == Self.entriesTag else {
                try reader.passOver(value, into: &extensions)
                continue
            }
            while !value.isAtEnd {
                entries.insert(Entry(code: try value.number(), page: try value.number()))
            }
        }
        self.init(entries)
    }
}

/// Which writing of each bucket of titles is the valid one, and up to which change of the vault they are true.
///
/// A program that knows no index leaves this as it is while it writes pages: those are newer, and looked through.
public struct TitleIndex: Equatable, Sendable {
    /// The sequence of the vault that the buckets know.
    public var sequence: UInt64
    /// The valid writing of each bucket that there is.
    public var revisions: [UInt8: UInt64]

    /// An index that is true up to a sequence.
    public init(sequence: UInt64, revisions: [UInt8: UInt64]) {
        self.sequence = sequence
        self.revisions = revisions
    }

    /// How many bytes `append` appends.
    var encodedSize: Int { 8 + 9 * revisions.count }

    func append(to writer: inout TaggedWriter) {
        writer.append(sequence)
        for (number, revision) in revisions.sorted(by: { $0.key < $1.key }) {
            writer.append(number)
            writer.append(revision)
        }
    }

    init(from value: inout TaggedValue) throws(VaultFault) {
        self.init(sequence: try value.number(), revisions: [:])
        while !value.isAtEnd {
            let number = try value.number(UInt8.self)
            guard number < TitleBucket.count, revisions.updateValue(try value.number(), forKey: number) == nil else {
                throw value.damaged
            }
        }
    }
}
