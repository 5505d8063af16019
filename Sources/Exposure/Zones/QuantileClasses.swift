/// The classes of a choropleth map: as many areas in each as ties allow.
///
/// Zero is a class of its own, outside these: a map of few cases would otherwise be nothing but zeros.
public struct QuantileClasses: Equatable, Sendable {
    /// How many classes there are at most, as in the original.
    public static let most = 5

    /// The largest value of each class, rising; equal values never part, so that there may be fewer than `most`.
    public let bounds: [Double]

    /// The classes of the positive ones among `values`.
    ///
    /// A bound is the smallest value that at least k/5 of the values do not exceed, rounded up to a tenth so that a
    /// legend can say it exactly.
    public init(_ values: some Sequence<Double>, count: Int = most) {
        let sorted = values.filter { $0 > 0 && $0.isFinite }.sorted()
        var bounds: [Double] = []
        for part in 1...max(1, count) where !sorted.isEmpty {
            let rank = (part * sorted.count + count - 1) / count
            let bound = (sorted[max(0, rank - 1)] * 10).rounded(.up) / 10
            if bounds.last != bound { bounds.append(bound) }
        }
        self.bounds = bounds
    }

    /// The class of a value, from 0; nil for that of no cases.
    ///
    /// What is above all bounds belongs to the last class.
    public func index(of value: Double) -> Int? {
        guard value > 0, !bounds.isEmpty else { return nil }
        return bounds.firstIndex { value <= $0 } ?? bounds.count - 1
    }
}
