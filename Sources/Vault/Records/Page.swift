/// The summaries of all items whose identifiers begin with one byte, sorted by identifier.
///
/// A page names the one valid writing of each of its items, so an item that was swapped, moved or rolled back does not
/// open; the root does the same for the pages.
public struct Page: Equatable, Sendable {
    /// The most items that one page holds, which bounds what a damaged or hostile page can cost.
    public static let limit = 4096

    /// The first byte of the identifiers.
    public let number: UInt8
    /// The summaries, sorted by identifier.
    public private(set) var summaries: [ItemSummary] = []
    /// What a later version of the program wrote and this one does not know; it is kept and written back.
    var extensions: [UInt8] = []

    /// An empty page.
    public init(number: UInt8) {
        self.number = number
    }

    /// The identifier under which page `number` is sealed: that byte, and 15 zeros.
    public static func id(of number: UInt8) -> RecordID {
        RecordID(bytes: [number] + [UInt8](repeating: 0, count: RecordID.byteCount - 1)) ?? .zero
    }

    /// The identifier under which this page is sealed.
    public var id: RecordID { Self.id(of: number) }

    /// The summary of an item, or nil when the page has none of it.
    public func summary(of id: RecordID) -> ItemSummary? {
        let place = place(of: id)
        return place < summaries.count && summaries[place].id == id ? summaries[place] : nil
    }

    /// Puts a summary in, in place of the item's former one.
    ///
    /// - Throws: `VaultFault.tooLarge` when the page is full; `VaultFault.unknownRecord` when the item belongs to
    ///   another page.
    public mutating func put(_ summary: ItemSummary) throws(VaultFault) {
        guard summary.id.firstByte == number else { throw .unknownRecord }
        let place = place(of: summary.id)
        if place < summaries.count && summaries[place].id == summary.id {
            summaries[place] = summary
        } else {
            guard summaries.count < Self.limit else { throw .tooLarge("page") }
            summaries.insert(summary, at: place)
        }
    }

    /// Takes an item's summary out and returns it; nil when there was none.
    @discardableResult
    public mutating func remove(_ id: RecordID) -> ItemSummary? {
        let place = place(of: id)
        guard place < summaries.count && summaries[place].id == id else { return nil }
        return summaries.remove(at: place)
    }

    /// Takes out the summaries of all items of a category, in the trash or not, and returns them.
    @discardableResult
    public mutating func removeAll(in category: RecordID) -> [ItemSummary] {
        let removed = summaries.filter { $0.category == category }
        if !removed.isEmpty { summaries.removeAll { $0.category == category } }
        return removed
    }

    /// Adds to `counts` how many items of each category are not in the trash.
    public func countLive(into counts: inout [RecordID: Int]) {
        for summary in summaries where !summary.isDeleted { counts[summary.category, default: 0] += 1 }
    }

    /// Where the item's summary is or would be.
    private func place(of id: RecordID) -> Int {
        var low = 0
        var high = summaries.count
        while low < high {
            let middle = (low + high) / 2
            if summaries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Appends a summary that is read back; false when it is out of order or belongs elsewhere.
    mutating func append(_ summary: ItemSummary) -> Bool {
        guard summary.id.firstByte == number, summaries.count < Self.limit else { return false }
        if let last = summaries.last, last.id >= summary.id { return false }
        summaries.append(summary)
        return true
    }
}
