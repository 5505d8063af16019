import Proximity

/// A square of a building's grid, as `O02`: a column of one or two letters, A being 1, and a row.
struct PlanCell: Hashable {
    let column: Int
    let row: Int

    /// The cell with these numbers.
    init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The cell that a text names, or nil: one or two letters and a number from 1 to 999.
    init?(_ text: String) {
        var (column, row, letters, digits) = (0, 0, 0, 0)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where digits == 0:
                column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
                letters += 1
            case UInt8(ascii: "a")...UInt8(ascii: "z") where digits == 0:
                column = column * 26 + Int(byte - UInt8(ascii: "a")) + 1
                letters += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                row = row * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
            default: return nil
            }
            guard letters <= 2, digits <= 3 else { return nil }
        }
        guard letters > 0, digits > 0, row > 0 else { return nil }
        self.init(column: column, row: row)
    }

    /// The cell nearest to a point whose unit is a cell.
    init(nearestTo point: PlanPoint) {
        self.init(column: Int(point.x.rounded()), row: Int(point.y.rounded()))
    }

    /// Its middle, with the side of a cell as the unit.
    var point: PlanPoint { PlanPoint(x: Double(column), y: Double(row)) }
}
