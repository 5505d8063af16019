/// The mean strength at which each listener hears each sender, kept until one of the two moves.
struct LossTable: Sendable {
    struct Entry: Sendable {
        /// Mean strength in dBm.
        var strength: Float = 0
        /// The sum of both devices' versions; versions only grow, so an equal sum means that neither changed.
        var version: UInt32 = .max
    }

    private var entries: [Entry] = []
    private var columns = 0
    private var rows = 0

    /// A row for one more sender.
    mutating func addRow() -> Int {
        rows += 1
        entries.append(contentsOf: repeatElement(Entry(), count: columns))
        return rows - 1
    }

    /// Makes room for this many listeners.
    mutating func reserve(columns wanted: Int) {
        guard wanted > columns else { return }
        // Doubling keeps the cost of a growing crowd low; the strengths are worked out again.
        columns = max(wanted, columns * 2)
        entries = Array(repeating: Entry(), count: rows * columns)
    }

    subscript(row: Int, column: Int) -> Entry {
        get { entries[row * columns + column] }
        set { entries[row * columns + column] = newValue }
    }
}
