/// How long things took, in buckets whose width is a fixed share of the time: 3 % of it or less.
struct LatencyHistogram: Sendable {
    /// Buckets for each doubling.
    private static let subdivisions = 32

    private var buckets = [Int](repeating: 0, count: 64 * LatencyHistogram.subdivisions)
    /// How many times were recorded.
    private(set) var count = 0

    /// Counts one time.
    mutating func record(nanoseconds: UInt64) {
        buckets[Self.bucket(of: nanoseconds)] += 1
        count += 1
    }

    /// Adds what another histogram counted.
    mutating func add(_ other: LatencyHistogram) {
        for index in buckets.indices { buckets[index] += other.buckets[index] }
        count += other.count
    }

    /// The time in milliseconds that this share of all did not exceed, at the upper edge of its bucket.
    func milliseconds(percentile: Double) -> Double {
        let rank = Int((Double(count) * percentile / 100).rounded(.up))
        var seen = 0
        for index in buckets.indices {
            seen += buckets[index]
            if seen >= max(rank, 1) { return (Double(Self.upperEdge(of: index)) / 1000).rounded() / 1000 }
        }
        return 0
    }

    private static func bucket(of value: UInt64) -> Int {
        guard value >= UInt64(subdivisions) else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount
        let fraction = Int(value >> UInt64(exponent - 5)) - subdivisions
        return (exponent - 4) * subdivisions + fraction
    }

    private static func upperEdge(of bucket: Int) -> UInt64 {
        guard bucket >= subdivisions else { return UInt64(bucket) }
        let exponent = bucket / subdivisions + 4
        let mantissa = UInt64(bucket % subdivisions + subdivisions + 1)
        return mantissa << UInt64(exponent - 5)
    }
}
