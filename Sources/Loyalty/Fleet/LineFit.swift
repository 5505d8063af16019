import Foundation

/// A straight line through points, by least squares, with what its scatter says of its doubt.
struct LineFit: Sendable {
    /// How steep it is.
    let slope: Double
    /// The mean of the points' abscissas, where the line is known best.
    let centre: Double
    /// Its height there.
    let height: Double
    /// The scatter of the points about it, a standard deviation.
    let scatter: Double
    /// The sum of squares of the abscissas about their mean.
    let spread: Double
    /// How many points.
    let count: Int

    /// The line through these points; nil for fewer than three, or when all have the same abscissa.
    init?(_ points: [(x: Double, y: Double)]) {
        guard points.count >= 3 else { return nil }
        let number = Double(points.count)
        let centre = points.reduce(0) { $0 + $1.x } / number
        let height = points.reduce(0) { $0 + $1.y } / number
        let spread = points.reduce(0) { $0 + ($1.x - centre) * ($1.x - centre) }
        guard spread > 0 else { return nil }
        let slope = points.reduce(0) { $0 + ($1.x - centre) * ($1.y - height) } / spread
        let rest = points.reduce(0) { sum, point in
            let error = point.y - height - slope * (point.x - centre)
            return sum + error * error
        }
        self.slope = slope
        self.centre = centre
        self.height = height
        self.spread = spread
        scatter = (rest / (number - 2)).squareRoot()
        count = points.count
    }

    /// Where the line is at `level`, and the interval in which it is with 95 of 100, by Fieller's theorem.
    ///
    /// Nil when the line is not known to fall; without an upper bound when it may fall never.
    func falls(to level: Double) -> (at: Double, from: Double, until: Double?)? {
        guard slope < 0 else { return nil }
        let quantile = Student.twoSided95(degrees: count - 2)
        let doubt = quantile * quantile * scatter * scatter
        let crossing = centre + (level - height) / slope
        // (height + slope·u − level)² ≤ doubt·(1/n + u²/spread), with u counted from the centre.
        let square = slope * slope - doubt / spread
        let linear = 2 * slope * (height - level)
        let constant = (height - level) * (height - level) - doubt / Double(count)
        guard square > 0 else { return nil }
        let discriminant = linear * linear - 4 * square * constant
        guard discriminant >= 0 else { return (crossing, crossing, nil) }
        let root = discriminant.squareRoot()
        return (crossing, centre + (-linear - root) / (2 * square), centre + (-linear + root) / (2 * square))
    }
}

/// Quantiles of Student's distribution.
enum Student {
    /// What a quantity lies within, either way, with 95 of 100: exact for one to four degrees of freedom, to one part in a
    /// thousand beyond (Abramowitz and Stegun, 26.7.5).
    static func twoSided95(degrees: Int) -> Double {
        let exact = [12.706, 4.303, 3.182, 2.776]
        guard degrees > exact.count else { return exact[max(degrees, 1) - 1] }
        let (normal, freedom) = (1.959964, Double(degrees))
        let third = (pow(normal, 3) + normal) / 4
        let fifth = (5 * pow(normal, 5) + 16 * pow(normal, 3) + 3 * normal) / 96
        let seventh = (3 * pow(normal, 7) + 19 * pow(normal, 5) + 17 * pow(normal, 3) - 15 * normal) / 384
        return normal + third / freedom + fifth / (freedom * freedom) + seventh / pow(freedom, 3)
    }
}
