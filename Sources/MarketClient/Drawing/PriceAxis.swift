#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A vertical axis from the lowest to the highest price, with round numbers beside some of its rows.
struct PriceAxis {
    /// The rows that have a number, from the top, and the numbers, all equally wide.
    let labels: [Int: String]
    /// Columns that a number takes.
    let width: Int
    private let low: Double
    private let span: Double
    private let rows: Int

    /// An axis of at least two rows.
    init(low: Double, high: Double, rows: Int) {
        // A market that did not move is drawn in the middle.
        let margin = high > low ? 0 : max(abs(high) / 100, 1e-12)
        self.low = low - margin
        self.rows = max(2, rows)
        span = high - low + 2 * margin
        (labels, width) = Self.labels(from: self.low, span: span, rows: self.rows)
    }

    /// How many half rows above the bottom a price is.
    func halfRow(of price: Double) -> Int {
        let position = (price - low) / span * Double(2 * rows)
        return position.isFinite ? min(max(Int(position), 0), 2 * rows - 1) : 0
    }

    /// Multiples of 1, 2 or 5 times a power of ten, as far from each other as looks well.
    private static func labels(from low: Double, span: Double, rows: Int) -> ([Int: String], Int) {
        let rough = span / Double(max(2, rows / 4))
        guard rough.isFinite, rough > 1e-18, abs(low) < 1e24, span < 1e24 else { return ([:], 1) }
        var exponent = Int(log10(rough).rounded(.down))
        let lead = rough / pow(10, Double(exponent))
        var factor = lead < 1.5 ? 1 : lead < 3.5 ? 2 : 5
        if lead >= 7.5 {
            factor = 1
            exponent += 1
        }
        let step = Double(factor) * pow(10, Double(exponent))
        var texts: [Int: String] = [:]
        var multiple = (low / step).rounded(.up)
        while multiple * step < low + span, texts.count <= rows {
            let row = rows - 1 - min(Int((multiple * step - low) / span * Double(rows)), rows - 1)
            if let count = Int128(exactly: multiple) { texts[row] = text(count * Int128(factor), exponent) }
            multiple += 1
        }
        let width = texts.values.map(\.utf8.count).max() ?? 1
        let padded = texts.mapValues { String(repeating: " ", count: width - $0.utf8.count) + $0 }
        return (padded, width)
    }

    /// `number` times ten to `exponent`, with as many places as the exponent says.
    private static func text(_ number: Int128, _ exponent: Int) -> String {
        guard exponent < 0 else { return number == 0 ? "0" : "\(number)" + String(repeating: "0", count: exponent) }
        let places = -exponent
        var digits = String(number.magnitude)
        if digits.utf8.count <= places {
            digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits
        }
        digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
        return (number < 0 ? "-" : "") + digits
    }
}
