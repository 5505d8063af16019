/// One of the lists that a history is put together from, newest first, read a piece at a time.
///
/// A place in it is the number of the entry with which it goes on; 0 is its end.
package struct HistoryList<Entry> {
    /// Entries from a place on, and the place after them.
    package typealias Piece = (entries: [Entry], next: Int64)

    /// The place of a list's newest entry, for lists that need not know its number.
    package static var newest: Int64 { .max }

    private let number: (Entry) -> Int64
    private let load: (_ place: Int64, _ count: Int) throws -> Piece
    private let pass: ((_ place: Int64, _ count: Int) throws -> Int64)?
    private var waiting: ArraySlice<Entry> = []
    private var next: Int64

    /// A list that is read on from a place.
    ///
    /// - Parameters:
    ///   - number: The place of an entry.
    ///   - load: So many entries from a place on; fewer only where the list ends.
    ///   - pass: The place after so many entries from a place on, when they need not be read whole for it.
    package init(
        from place: Int64, number: @escaping (Entry) -> Int64,
        load: @escaping (_ place: Int64, _ count: Int) throws -> Piece,
        pass: ((_ place: Int64, _ count: Int) throws -> Int64)? = nil
    ) {
        self.number = number
        self.load = load
        self.pass = pass
        next = place
    }

    /// Where it goes on.
    var place: Int64 { waiting.first.map(number) ?? next }

    /// The next entry, or nil at the end.
    ///
    /// - Parameter count: How many are read when there is none in memory.
    fileprivate mutating func first(reading count: Int) throws -> Entry? {
        if waiting.isEmpty, next != 0 {
            let piece = try load(next, count)
            waiting = piece.entries[...]
            next = piece.next
        }
        return waiting.first
    }

    fileprivate mutating func removeFirst() {
        waiting = waiting.dropFirst()
    }

    /// Goes on after so many entries; false when these have to be read one by one.
    fileprivate mutating func pass(_ count: Int) throws -> Bool {
        guard let pass, waiting.isEmpty else { return false }
        if next != 0 { next = try pass(next, count) }
        return true
    }
}

/// What is to become of an entry of a history that is looked through.
package enum HistoryVerdict: Sendable {
    /// It is wanted.
    case take
    /// It is not.
    case pass
    /// Neither it nor any that comes after it is.
    case end
}

/// Lists that are told as one, in an order that each of them has already.
package struct History<Entry: Sendable> {
    private var lists: [HistoryList<Entry>]
    private let isBefore: (Entry, Entry) -> Bool

    /// A history of these lists; of two entries of different lists `isBefore` says which comes first.
    package init(_ lists: [HistoryList<Entry>], isBefore: @escaping (Entry, Entry) -> Bool) {
        self.lists = lists
        self.isBefore = isBefore
    }

    /// The page after those that are to be skipped; no more is read than it and they need.
    package mutating func page(_ page: Page) throws -> Paged<Entry> {
        var skipped = page.offset
        if skipped > 0, lists.count == 1, try lists[0].pass(skipped) { skipped = 0 }
        let piece = min(page.limit + 1 + skipped, 256)
        while skipped > 0, try takeFirst(reading: piece) != nil { skipped -= 1 }
        var items: [Entry] = []
        while items.count < page.limit, let item = try takeFirst(reading: piece) { items.append(item) }
        var hasMore = false
        for index in lists.indices where try lists[index].first(reading: piece) != nil { hasMore = true }
        return Paged(
            items: items, hasMore: hasMore, next: HistoryCursor(lists.map(\.place).filter { $0 != 0 }))
    }

    /// The next entries that are wanted, of so many at most that are looked at: fewer than the limit does not mean that
    /// there are no others.
    package mutating func page(
        of limit: Int, lookingAt most: Int, _ verdict: (Entry) -> HistoryVerdict
    ) throws -> Paged<Entry> {
        var items: [Entry] = []
        var looked = 0
        while items.count < limit, looked < most {
            // As many at once as are wanted, and more where few of them were.
            guard let entry = try takeFirst(reading: min(max(limit + 1, looked), 256)) else { break }
            looked += 1
            switch verdict(entry) {
            case .take: items.append(entry)
            case .pass: continue
            case .end: return Paged(items: items, hasMore: false)
            }
        }
        var hasMore = false
        for index in lists.indices where try lists[index].first(reading: 1) != nil { hasMore = true }
        return Paged(items: items, hasMore: hasMore, next: HistoryCursor(lists.map(\.place).filter { $0 != 0 }))
    }

    private mutating func takeFirst(reading count: Int) throws -> Entry? {
        var best: (index: Int, entry: Entry)?
        for index in lists.indices {
            guard let entry = try lists[index].first(reading: count) else { continue }
            if best.map({ isBefore(entry, $0.entry) }) ?? true { best = (index, entry) }
        }
        guard let best else { return nil }
        lists[best.index].removeFirst()
        return best.entry
    }
}
