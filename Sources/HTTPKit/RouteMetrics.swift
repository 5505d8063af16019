import Synchronization

/// What is counted for one route.
final class RouteMetrics: Sendable {
    /// Upper bounds of the histogram, nanoseconds.
    static let bounds: [UInt64] = [
        500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000,
        1_000_000_000, 5_000_000_000,
    ]

    struct Counts {
        var byClass = [Int](repeating: 0, count: 5)
        var byDuration = [Int](repeating: 0, count: RouteMetrics.bounds.count + 1)
        var nanoseconds: UInt64 = 0
        var total: Int { byClass.reduce(0, +) }
    }

    /// The route's method and path.
    let name: String
    private let counts = Mutex(Counts())

    init(name: String) {
        self.name = name
    }

    /// Counts an answer with `status` that took `nanoseconds`.
    func count(status: Int, nanoseconds: UInt64) {
        let bucket = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
        counts.withLock { counts in
            counts.byClass[min(max(status / 100, 1), 5) - 1] += 1
            counts.byDuration[bucket] += 1
            counts.nanoseconds &+= nanoseconds
        }
    }

    var snapshot: Counts { counts.withLock { $0 } }
}
