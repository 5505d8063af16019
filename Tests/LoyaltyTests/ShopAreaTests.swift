import Basics
import Testing

@testable import Loyalty

@Suite("Areas of shops")
struct ShopAreaTests {
    private func polygon(_ corners: (Double, Double)...) -> Polygon {
        Polygon(corners.map { PlanPosition(x: $0.0, y: $0.1) })
    }

    @Test("edges that meet beyond their common corner make no simple polygon")
    func selfIntersections() {
        #expect(polygon((0, 0), (4, 0), (4, 3), (0, 3)).selfIntersection == nil)
        #expect(polygon((0, 0), (4, 0), (2, 1), (4, 3), (0, 3)).selfIntersection == nil)
        #expect(polygon((0, 0), (4, 3), (4, 0), (0, 3)).selfIntersection != nil, "a bow tie")
        #expect(polygon((0, 0), (4, 0), (2, 0), (2, 3)).selfIntersection != nil, "a spike that runs back")
        #expect(polygon((0, 0), (4, 0), (4, 3), (2, 0), (0, 3)).selfIntersection != nil, "a corner on an edge")
        #expect(polygon((0, 0), (4, 0), (4, 0), (0, 3)).selfIntersection != nil, "a corner said twice")
        #expect(polygon((0, 0), (2, 0), (4, 0), (4, 3)).selfIntersection == nil, "a corner on a straight line")
    }

    @Test("areas that only touch do not overlap")
    func touching() {
        let square = polygon((0, 0), (4, 0), (4, 4), (0, 4))
        #expect(!square.overlaps(polygon((4, 0), (8, 0), (8, 4), (4, 4))), "a wall in common")
        #expect(!square.overlaps(polygon((4, 4), (8, 4), (8, 8))), "a corner in common")
        #expect(!square.overlaps(polygon((4, 1), (8, 0), (8, 4), (4, 3))), "a part of a wall")
        #expect(!square.overlaps(polygon((3.995, 0), (8, 0), (8, 4), (3.995, 4))), "less than the tolerance")
        #expect(
            !polygon((0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6))
                .overlaps(polygon((2, 2), (4, 2), (4, 6), (2, 6))), "a square in the bay of a U")
    }

    @Test("areas that share floor overlap, whichever is asked")
    func overlapping() {
        let square = polygon((0, 0), (4, 0), (4, 4), (0, 4))
        let others = [
            polygon((2, 2), (6, 2), (6, 6), (2, 6)), polygon((1, 1), (3, 1), (3, 3), (1, 3)),
            polygon((0, 0), (4, 0), (4, 4), (0, 4)), polygon((0, 4), (4, 4), (4, 0), (0, 0)),
            polygon((-1, 1), (5, 1), (5, 3), (-1, 3)), polygon((0, 0), (4, 0), (4, 4)),
            polygon((0, 0), (2, 0), (2, 4), (0, 4)), polygon((2, 0), (4, 2), (2, 4), (0, 2)),
        ]
        for other in others {
            #expect(square.overlaps(other))
            #expect(other.overlaps(square))
        }
    }

    @Test("a kiosk is within a shop, also at its walls; what reaches out of it is not")
    func nesting() {
        let square = polygon((0, 0), (4, 0), (4, 4), (0, 4))
        for inner in [
            polygon((1, 1), (3, 1), (3, 3), (1, 3)), polygon((0, 0), (2, 0), (2, 4), (0, 4)),
            polygon((0, 0), (4, 0), (4, 4)), polygon((2, 0), (4, 2), (2, 4), (0, 2)),
            polygon((-0.005, 1), (2, 1), (2, 2), (-0.005, 2)),
        ] {
            #expect(inner.nests(in: square) && !square.nests(in: inner))
        }
        for other in [
            square, polygon((0, 4), (4, 4), (4, 0), (0, 0)), polygon((2, 2), (6, 2), (6, 6), (2, 6)),
            polygon((-1, 1), (5, 1), (5, 3), (-1, 3)), polygon((4, 0), (8, 0), (8, 4), (4, 4)),
            polygon((10, 0), (12, 0), (12, 2), (10, 2)),
        ] {
            #expect(!other.nests(in: square) && !square.nests(in: other))
        }
        let comb = polygon(
            (0, 0), (9, 0), (9, 4), (7, 4), (7, 1), (5, 1), (5, 4), (4, 4), (4, 1), (2, 1), (2, 4), (0, 4))
        #expect(!polygon((0.5, 3.9), (0.5, 4), (8.5, 4), (8.5, 3.9)).nests(in: comb), "it spans the bays")
        #expect(!polygon((2, 1), (4, 1), (4, 4), (2, 4)).nests(in: comb), "it fills a bay")
        #expect(polygon((0, 0), (9, 0), (9, 1), (0, 1)).nests(in: comb))
    }

    @Test("a point in a kiosk is the kiosk's, and one beside it the shop's")
    func innermost() throws {
        var draft = VenueSamples.draft()
        draft.shops?[0].area = [[0, 0], [20, 0], [20, 5], [0, 5]]
        draft.shops?[1].area = [[12, 1], [14, 1], [14, 3], [12, 3]]
        let venue = try Venue(validating: draft)
        #expect(venue.shop(at: PlanPosition(x: 13, y: 2))?.major == 101)
        #expect(venue.shop(at: PlanPosition(x: 11, y: 2))?.major == 100)
        #expect(venue.shop(at: PlanPosition(x: 11, y: 8)) == nil)
    }

    @Test(
        "a closed ring and a centimeter of rounding at the edge mean what they should", arguments: [0.0, 0.004, 0.01])
    func rounding(out: Double) throws {
        var draft = VenueSamples.draft()
        let plain = try Venue(validating: draft)
        draft.shops?[1].area = [[10, -out], [20 + out, 0], [20, 5], [10, 5], [10, -out]]
        draft.plan?.walls?[1] = [12, 5, 20 + out, 5]
        #expect(try Venue(validating: draft).shop(major: 101) == plain.shop(major: 101))
        draft.shops?[1].area?[1] = [20.02, 0]
        let faults = #expect(throws: VenueFaults.self) { try Venue(validating: draft) }
        #expect(faults?.faults.map(\.path) == ["$.shops[1].area[1]"])
    }

    @Test("two rectangles overlap when their sides do", arguments: 0..<32 as Range<UInt64>)
    func rectangles(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func side() -> (Double, Double) {
            let low = Double(Int.random(in: 0..<9, using: &random))
            return (low, low + Double(Int.random(in: 1...5, using: &random)))
        }
        for _ in 0..<200 {
            let (x1, x2) = side()
            let (y1, y2) = side()
            let (u1, u2) = side()
            let (v1, v2) = side()
            let first = polygon((x1, y1), (x2, y1), (x2, y2), (x1, y2))
            let second = polygon((u1, v2), (u2, v2), (u2, v1), (u1, v1))
            #expect(first.overlaps(second) == (x1 < u2 && u1 < x2 && y1 < v2 && v1 < y2))
        }
    }

    @Test("a shop holds the points of its floor")
    func contains() throws {
        let venue = try Venue(validating: VenueSamples.draft())
        let shop = try #require(venue.shop(major: 101))
        #expect(shop.contains(PlanPosition(x: 15, y: 2)))
        #expect(!shop.contains(PlanPosition(x: 5, y: 2)))
        #expect(!shop.contains(PlanPosition(x: 15, y: 6)))
    }
}
