import Randomness
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
