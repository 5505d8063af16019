/// Values in the order of their keys, in blocks of bounded length, so that adding and removing anywhere moves little.
///
/// A map for what is large but seldom touched: of n entries an operation moves at most a block and the list of blocks.
struct SortedBlocks<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    /// A block that would grow beyond this is cut in two.
    private static var capacity: Int { 256 }

    struct Entry: Sendable {
        let key: Key
        var value: Value
    }

    /// Where an entry stands; any change of the map makes it void.
    struct Position {
        fileprivate var block: Int
        fileprivate var index: Int
    }

    /// No block is empty.
    private var blocks: [[Entry]] = []

    var isEmpty: Bool { blocks.isEmpty }

    var first: Entry? { blocks.first?.first }

    subscript(position: Position) -> Value {
        get { blocks[position.block][position.index].value }
        set { blocks[position.block][position.index].value = newValue }
    }

    /// Where the entry with that key is, or `nil` if there is none.
    func find(_ key: Key) -> Position? {
        let position = lowerBound(key)
        guard position.block < blocks.count, blocks[position.block][position.index].key == key else { return nil }
        return position
    }

    /// Adds an entry whose key is not there.
    mutating func insert(_ key: Key, _ value: Value) {
        let entry = Entry(key: key, value: value)
        guard !blocks.isEmpty else {
            blocks.append([entry])
            return
        }
        var position = lowerBound(key)
        if position.block == blocks.count {
            // Beyond all: at the end of the last block.
            position = Position(block: blocks.count - 1, index: blocks[blocks.count - 1].count)
        }
        blocks[position.block].insert(entry, at: position.index)
        let count = blocks[position.block].count
        guard count > Self.capacity else { return }
        let upper = Array(blocks[position.block][(count / 2)...])
        blocks[position.block].removeLast(upper.count)
        blocks.insert(upper, at: position.block + 1)
    }

    /// Takes the entry at a position out.
    @discardableResult mutating func remove(at position: Position) -> Entry {
        let entry = blocks[position.block].remove(at: position.index)
        if blocks[position.block].isEmpty { blocks.remove(at: position.block) }
        return entry
    }

    /// Takes the first entry out.
    mutating func popFirst() -> Entry? {
        isEmpty ? nil : remove(at: Position(block: 0, index: 0))
    }

    /// Visits the entries in order until `visit` says `false`.
    ///
    /// - Returns: Whether it came to the end.
    @discardableResult func forEach(_ visit: (Key, Value) -> Bool) -> Bool {
        for block in blocks {
            for entry in block where !visit(entry.key, entry.value) { return false }
        }
        return true
    }

    /// The first entry whose key is not less; beyond all, a block that does not exist.
    private func lowerBound(_ key: Key) -> Position {
        let block = partition(blocks.count) { blocks[$0][blocks[$0].count - 1].key < key }
        guard block < blocks.count else { return Position(block: block, index: 0) }
        return Position(block: block, index: partition(blocks[block].count) { blocks[block][$0].key < key })
    }

    /// The first index below `count` for which `isBefore` is false, which it stays from there on.
    private func partition(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
