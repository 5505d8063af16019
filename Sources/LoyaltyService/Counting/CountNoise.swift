import Statistics
import Synchronization

/// The noise of counts: one person changes one cell of a cube by one.
enum CountNoise {
    private struct Key: Hashable {
        let tenths: UInt64
        let count: Int
    }

    private static let bounds = Mutex<[Key: Int]>([:])

    /// The noise of a release of so many tenths of epsilon.
    static func noise(tenths: UInt64) throws(StatisticsError) -> DiscreteLaplace {
        try DiscreteLaplace(PrivacyBudget(tenths, over: 10), sensitivity: 1)
    }

    /// How far the sum of so many released cells is from the truth at most, 19 times of 20.
    ///
    /// It is kept: working it out takes longer than all else of a page of figures.
    static func bound(tenths: UInt64, ofSum count: Int) throws(StatisticsError) -> Int {
        let key = Key(tenths: tenths, count: count)
        if let known = bounds.withLock({ $0[key] }) { return known }
        let bound = try noise(tenths: tenths).bound(.ninetyFive, ofSum: count)
        // Few budgets and at most so many cells as days that are told at once.
        bounds.withLock { $0[key] = bound }
        return bound
    }
}
