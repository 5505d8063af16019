/// A place in a history from which it is read on: the number of an entry, or of one in each of the lists that the
/// history is put together from.
///
/// To go on from it costs the same however far it is from the newest entry. Whoever makes one up sees nothing that is
/// not their own.
package struct HistoryCursor: Hashable, Sendable {
    /// How many numbers a text may have, two for a market; nobody trades in more of them.
    private static let mostNumbers = 256

    /// Where each of the lists that are told as one goes on.
    package let numbers: [Int64]

    /// The place of these numbers; nil when there is none.
    init?(_ numbers: [Int64]) {
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
    }

    /// The place that ``text`` names; nil for a text that names none.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= Self.mostNumbers else { return nil }
        var numbers: [Int64] = []
        for part in parts {
            guard part.utf8.count <= 19, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int64(part), number > 0
            else { return nil }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    /// The place in a path: decimal numbers, parted by points.
    package var text: String { numbers.map { String($0) }.joined(separator: ".") }

    /// The one number of a history that is one list.
    package var number: Int64 { numbers[0] }
}

/// One page of a list that may be long: from a place on, or after so many other pages.
package struct Page: Sendable, Hashable {
    /// How many items may come before a page that is asked for by its number; each of them has to be passed over.
    package static let mostSkipped = 10_000

    /// Its number, from 0.
    package let page: Int
    /// How many items it has at most.
    package let limit: Int
    /// Where it begins; nil for a page that is counted from the list's beginning.
    package let cursor: HistoryCursor?

    /// A page of 1 to 1,000 items; numbers outside what can be served become the nearest that can.
    package init(page: Int = 0, limit: Int = 20) {
        self.limit = min(max(1, limit), 1000)
        self.page = min(max(0, page), Self.mostSkipped / self.limit)
        cursor = nil
    }

    /// The page of 1 to 1,000 items from `cursor` on, or the first one.
    package init(from cursor: HistoryCursor?, limit: Int) {
        self.limit = min(max(1, limit), 1000)
        self.cursor = cursor
        page = 0
    }

    /// How many items come before it.
    package var offset: Int { page * limit }
}

/// The items of one page, and whether another page follows.
package struct Paged<Item: Sendable>: Sendable {
    /// The items, in the list's order.
    package let items: [Item]
    /// Whether there are items after these.
    package let hasMore: Bool
    /// Where the next page begins; nil after the last one, and for a list that is read by the numbers of pages alone.
    package let next: HistoryCursor?

    /// A page of these items.
    package init(items: [Item], hasMore: Bool, next: HistoryCursor? = nil) {
        self.items = items
        self.hasMore = hasMore
        self.next = hasMore ? next : nil
    }

    /// The page of items that were fetched with one more than the page holds.
    ///
    /// - Parameter cursor: The number that the next page begins after, when it is told by the last item.
    package init(fetched: [Item], limit: Int, cursor: (Item) -> Int64? = { _ in nil }) {
        let items = fetched.count > limit ? Array(fetched.prefix(limit)) : fetched
        self.init(
            items: items, hasMore: fetched.count > limit,
            next: items.last.flatMap(cursor).flatMap { HistoryCursor([$0]) })
    }

    /// The same page of other items.
    package func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Paged<Other> {
        Paged<Other>(items: try items.map(transform), hasMore: hasMore, next: next)
    }
}
