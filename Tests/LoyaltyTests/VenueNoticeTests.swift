import Basics
import Testing

@testable import Loyalty

/// What somebody should look at, and where it is.
struct VenueNoticeTests {
    private func notices(_ change: (inout VenueDraft) -> Void) throws -> [String] {
        var draft = VenueSamples.draft()
        change(&draft)
        return try Venue(validating: draft).notices.map { "\($0.path) \($0.place.x) \($0.place.y)" }
    }

    @Test("walls that cross, doors on no wall, shops without beacons and beacons elsewhere are told with their places")
    func each() throws {
        #expect(try notices { _ in }.isEmpty)
        #expect(try notices { $0.plan?.walls = [[0, 5, 20, 5], [10, 5, 10, 8]] }.isEmpty)
        #expect(try notices { $0.plan?.walls = [[0, 7, 20, 7], [4, 6, 6, 8]] } == ["$.plan.walls[1] 5.0 7.0"])
        #expect(try notices { $0.plan?.doors = [[2, 8, 4, 8]] } == ["$.plan.doors[0] 3.0 8.0"])
        #expect(try notices { $0.plan?.doors = [[2, 5, 4, 5]] }.isEmpty)
        #expect(try notices { $0.beacons?.removeLast() } == ["$.shops[1] 15.0 2.5"])
        #expect(try notices { $0.beacons?[1].y = 8 } == ["$.beacons[1] 4.0 8.0"])
    }

    @Test("strengths at one meter that no device has are factory settings", arguments: [0, -3, -12, -29, -96, -100])
    func factoryPower(power: Int) throws {
        let told = try notices { $0.beacons?[0].measuredPower = power }
        #expect(told.count == 1 && told[0].hasPrefix("$.beacons[0].measuredPower "))
    }

    @Test("strengths that devices have are told nothing of", arguments: [-95, -77, -59, -40, -30])
    func measuredPower(power: Int) throws {
        #expect(try notices { $0.beacons?[0].measuredPower = power }.isEmpty)
    }

    @Test("crossings equal those that comparing each pair finds", arguments: 0..<20 as Range<UInt64>)
    func crossings(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func point() -> PlanPosition {
            PlanPosition(x: Double(random.next() % 200) / 10, y: Double(random.next() % 200) / 10)
        }
        let walls = (0..<30).map { _ in PlanSegment(from: point(), to: point()) }
        let plan = FloorPlan(width: 20, height: 20, walls: walls, image: nil)
        var expected: [[Int]] = []
        for second in walls.indices {
            for first in 0..<second where walls[first].crossesDeeply(walls[second]) {
                expected.append([first, second])
            }
        }
        let found = plan.crossings
        #expect(found.map { [$0.first, $0.second] } == expected)
        for crossing in found {
            #expect(walls[crossing.first].distance(to: crossing.place) < 1e-6)
            #expect(walls[crossing.second].distance(to: crossing.place) < 1e-6)
        }
    }

    @Test("a path leads to a place of the plan where what it names has one")
    func places() {
        var draft = VenueSamples.draft()
        draft.plan?.doors = [[2, 5, 4, 5]]
        func place(_ path: String) -> [Double]? { draft.place(of: path).map { [$0.x, $0.y] } }
        #expect(place("$.shops[1].area") == [15, 2.5])
        #expect(place("$.shops[1].area[2]") == [20, 5])
        #expect(place("$.shops[1].name") == [15, 2.5])
        #expect(place("$.beacons[2].zone") == [4, 1])
        #expect(place("$.plan.walls[1]") == [16, 5])
        #expect(place("$.plan.doors[0]") == [3, 5])
        for path in [
            "$", "$.name", "$.plan", "$.plan.walls", "$.plan.width", "$.shops", "$.shops[9].area", "$.beacons[x]",
        ] {
            #expect(place(path) == nil)
        }
    }
}
