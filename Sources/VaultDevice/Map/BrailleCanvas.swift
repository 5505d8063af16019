#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Dots in a terminal: each character of the Unicode block of Braille patterns holds two by four.
///
/// A character cell is about twice as high as wide, so that the dots are as far apart across as down.
struct BrailleCanvas {
    /// The bits by row and column: Unicode numbers the dots down the left column, down the right one, and then the two
    /// of the fourth row.
    private static let dots: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    let columns: Int
    let rows: Int
    private var patterns: [UInt8]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        patterns = Array(repeating: 0, count: columns * rows)
    }

    var width: Int { columns * 2 }
    var height: Int { rows * 4 }

    /// Sets the dot in this column and row of dots, counted from the top left; outside there is nothing to set.
    mutating func set(_ x: Int, _ y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        patterns[y / 4 * columns + x / 2] |= Self.dots[y % 4 * 2 + x % 2]
    }

    /// A straight line.
    mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
        // Lines that go far beyond the picture cost no more than the picture is wide.
        guard let (start, end) = clipped(start, end) else { return }
        let steps = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
        for step in 0...steps {
            let part = Double(step) / Double(steps)
            set(
                Int((start.x + (end.x - start.x) * part).rounded(.down)),
                Int((start.y + (end.y - start.y) * part).rounded(.down)))
        }
    }

    /// A circle.
    mutating func circle(x: Double, y: Double, radius: Double) {
        // Beyond this the curve is not in the picture.
        guard radius > 0, radius < Double(2 * (width + height)) else { return }
        let steps = max(16, Int(radius * 8))
        for step in 0..<steps {
            let angle = 2 * .pi * Double(step) / Double(steps)
            set(Int((x + radius * cos(angle)).rounded(.down)), Int((y + radius * sin(angle)).rounded(.down)))
        }
    }

    /// The character in this column and row of characters; a blank where no dot is set.
    subscript(column: Int, row: Int) -> Character {
        let pattern = patterns[row * columns + column]
        guard pattern != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else { return " " }
        return Character(scalar)
    }

    /// The part of a line that is in the picture (Liang and Barsky), or nil.
    private func clipped(
        _ start: (x: Double, y: Double), _ end: (x: Double, y: Double)
    ) -> (start: (x: Double, y: Double), end: (x: Double, y: Double))? {
        let (across, down) = (end.x - start.x, end.y - start.y)
        guard across.isFinite, down.isFinite else { return nil }
        var (first, last) = (0.0, 1.0)
        for (direction, room) in [
            (-across, start.x), (across, Double(width) - start.x), (-down, start.y), (down, Double(height) - start.y),
        ] {
            if direction == 0 {
                guard room >= 0 else { return nil }
            } else if direction < 0 {
                first = max(first, room / direction)
            } else {
                last = min(last, room / direction)
            }
        }
        guard first <= last else { return nil }
        return (
            (start.x + across * first, start.y + down * first), (start.x + across * last, start.y + down * last)
        )
    }
}
