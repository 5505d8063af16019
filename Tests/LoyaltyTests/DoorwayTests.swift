import Basics
import Testing

@testable import Loyalty

/// What doors open of walls.
struct DoorwayTests {
    private func segment(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> PlanSegment {
        PlanSegment(from: PlanPosition(x: x1, y: y1), to: PlanPosition(x: x2, y: y2))
    }

    @Test("a door opens the wall that it lies along, and no other")
    func opening() {
        let wall = segment(0, 5, 20, 5)
        #expect(wall.without([]) == [wall])
        #expect(wall.without([segment(8, 5, 12, 5)]) == [segment(0, 5, 8, 5), segment(12, 5, 20, 5)])
        #expect(wall.without([segment(12, 5.2, 8, 4.9)]) == [segment(0, 5, 8, 5), segment(12, 5, 20, 5)])
        // At an end, beyond an end, over each other, and over all of it.
        #expect(wall.without([segment(-3, 5, 2, 5)]) == [segment(2, 5, 20, 5)])
        #expect(
            wall.without([segment(3, 5, 6, 5), segment(5, 5, 9, 5)]) == [segment(0, 5, 3, 5), segment(9, 5, 20, 5)])
        #expect(wall.without([segment(-1, 5, 21, 5)]).isEmpty)
        // Too far from it, across it, and no longer than a point of it.
        #expect(wall.without([segment(8, 5.3, 12, 5.3)]) == [wall])
        #expect(wall.without([segment(8, 4, 8, 6)]) == [wall])
        #expect(wall.without([segment(20, 5, 24, 5)]) == [wall])
    }

    @Test(
        "what is left and what is opened are together as long as the wall, in any direction",
        arguments: 0..<20 as Range<UInt64>)
    func lengths(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func number(_ limit: Double) -> Double { Double(random.next() % 10_000) / 10_000 * limit }
        for _ in 0..<50 {
            let wall = segment(number(50), number(50), number(50), number(50))
            guard wall.length > 1 else { continue }
            let doors = (0..<4).map { _ in PlanSegment(from: wall.at(number(1)), to: wall.at(number(1))) }
            let left = wall.without(doors)
            // The reference: a thousand points of the wall, each in a door or not.
            for step in 0...1000 {
                let point = wall.at(Double(step) / 1000)
                let isOpen = doors.contains { $0.distance(to: point) < 1e-9 }
                let isNearEdge = doors.contains {
                    $0.from.distance(to: point) < 0.03 || $0.to.distance(to: point) < 0.03
                }
                let stands = left.contains { $0.distance(to: point) < 1e-9 }
                #expect(isNearEdge || stands != isOpen)
            }
        }
    }

    @Test("the barriers of a plan are its walls without its doors; without doors they are its walls")
    func barriers() throws {
        var draft = VenueSamples.draft()
        #expect(try Venue(validating: draft).plan.barriers == Venue(validating: draft).plan.walls)
        draft.plan?.walls = [[0, 5, 20, 5]]
        draft.plan?.doors = [[8, 5, 12, 5]]
        let plan = try Venue(validating: draft).plan
        #expect(plan.walls == [segment(0, 5, 20, 5)])
        #expect(plan.barriers == [segment(0, 5, 8, 5), segment(12, 5, 20, 5)])
    }
}
