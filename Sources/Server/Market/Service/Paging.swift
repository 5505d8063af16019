/// One page of a list that may be long.
public struct Page: Sendable, Hashable {
    /// Its number, from 0.
    public let page: Int
    /// How many items it has at most.
    public let limit: Int

    /// A page of 1 to 1,000 items; numbers outside what can be served become the nearest that can.
    public init(page: Int = 0, limit: Int = 20) {
        self.page = min(max(0, page), 100_000)
        self.limit = min(max(1, limit), 1000)
    }

    /// How many items come before it.
    var offset: Int { page * limit }
}

/// The items of one page, and whether another page follows.
public struct Paged<Item: Sendable>: Sendable {
    /// The items, in the list's order.
    public let items: [Item]
    /// Whether there are items after these.
    public let hasMore: Bool

    /// A page of these items.
    public init(items: [Item], hasMore: Bool) {
        self.items = items
        self.hasMore = hasMore
    }

    /// The page of items that were fetched with one more than the page holds.
    init(fetched: [Item], limit: Int) {
        self.init(items: fetched.count > limit ? Array(fetched.prefix(limit)) : fetched, hasMore: fetched.count > limit)
    }

    /// The same page of other items.
    public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Paged<Other> {
        Paged<Other>(items: try items.map(transform), hasMore: hasMore)
    }
}
