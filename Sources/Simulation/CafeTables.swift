import Basics
import Loyalty

/// The tables of the venue's cafés; each belongs to one party at a time.
struct CafeTables {
    /// People at one table.
    static let seats = 4
    /// From the middle of one table to the next, and from the outermost to the wall, in metres.
    private static let spacing = 2.4
    private static let margin = 1.3
    /// From the middle of a table to those who sit at it, in metres.
    private static let radius = 0.55

    private let tables: [PlanPosition]
    /// The party at each table.
    private var parties: [Int?]

    /// As many tables as the cafés have room for.
    init(venue: Venue, grid: WalkableGrid) {
        tables = venue.shops.filter { $0.category == "café" }.flatMap { Self.tables(in: $0) }
            .filter { grid.standable(near: $0) == $0 }
        parties = tables.map { _ in nil }
    }

    private static func tables(in shop: Shop) -> [PlanPosition] {
        let (xs, ys) = (shop.area.map(\.x), shop.area.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return [] }
        return stride(from: top + margin, through: bottom - margin, by: spacing).flatMap { y in
            stride(from: left + margin, through: right - margin, by: spacing).map { PlanPosition(x: $0, y: y) }
        }
        .filter { table in
            // Rooms need not be rectangles.
            [(-margin, 0), (margin, 0), (0, -margin), (0, margin)].allSatisfy { x, y in
                shop.contains(PlanPosition(x: table.x + x * 0.9, y: table.y + y * 0.9))
            }
        }
    }

    /// A free table for a party, if there is one.
    mutating func take(for party: Int, using random: inout SplitMix64) -> Int? {
        let free = parties.indices.filter { parties[$0] == nil }
        guard let table = free.randomElement(using: &random) else { return nil }
        parties[table] = party
        return table
    }

    /// The party leaves its table.
    mutating func leave(_ table: Int) {
        parties[table] = nil
    }

    /// Where one of a party sits, counted from 0.
    func seat(_ number: Int, at table: Int) -> PlanPosition {
        let (x, y): (Double, Double) =
            switch number % Self.seats {
            case 0: (-1, 0)
            case 1: (1, 0)
            case 2: (0, -1)
            default: (0, 1)
            }
        return PlanPosition(x: tables[table].x + Self.radius * x, y: tables[table].y + Self.radius * y)
    }
}
