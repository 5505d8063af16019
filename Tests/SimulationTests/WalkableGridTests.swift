import Loyalty
import Testing

@testable import Simulation

@Suite("Walking")
struct WalkableGridTests {
    /// Two rooms of ten metres with a wall between them that has one door, two metres wide.
    private static let plan = FloorPlan(
        width: 20, height: 10,
        walls: [
            PlanSegment(from: PlanPosition(x: 10, y: 0), to: PlanPosition(x: 10, y: 4)),
            PlanSegment(from: PlanPosition(x: 10, y: 6), to: PlanPosition(x: 10, y: 10)),
        ], image: nil)

    @Test("the way from room to room leads through the door and crosses no wall")
    func throughTheDoor() {
        var grid = WalkableGrid(plan: Self.plan)
        var position = PlanPosition(x: 2, y: 9)
        let destination = PlanPosition(x: 18, y: 9)
        var crossings: [Double] = []
        var walked = 0.0
        for _ in 0..<400 {
            let next = grid.walk(from: position, towards: destination, metres: 0.12)
            #expect(next.position.distance(to: position) < 0.1201)
            if (position.x < 10) != (next.position.x < 10) { crossings.append(next.position.y) }
            walked += next.position.distance(to: position)
            position = next.position
            if next.arrived { break }
        }
        #expect(position == destination)
        #expect(crossings.count == 1)
        #expect(crossings.allSatisfy { $0 > 4 && $0 < 6 })
        #expect(walked < 21)
    }

    @Test("who cannot get there has arrived where they are")
    func closedRoom() {
        let closed = FloorPlan(
            width: 20, height: 10,
            walls: [PlanSegment(from: PlanPosition(x: 10, y: 0), to: PlanPosition(x: 10, y: 10))],
            image: nil)
        var grid = WalkableGrid(plan: closed)
        let start = PlanPosition(x: 2, y: 5)
        let walked = grid.walk(from: start, towards: PlanPosition(x: 18, y: 5), metres: 1)
        #expect(walked.arrived)
        #expect(walked.position == start)
    }

    @Test("nobody stands in a wall")
    func standsBeside() {
        let grid = WalkableGrid(plan: Self.plan)
        let spot = grid.standable(near: PlanPosition(x: 10, y: 2))
        #expect(abs(spot.x - 10) >= 0.3)
        #expect(spot.distance(to: PlanPosition(x: 10, y: 2)) < 1)
    }

    @Test("every beacon of the demo's centre can be walked to from its entrance")
    func centreIsConnected() throws {
        let venue = try DemoCentre.venue()
        var grid = WalkableGrid(plan: venue.plan)
        let entrance = try #require(venue.beacons.first { $0.zone == .entrance })
        for beacon in venue.beacons {
            let destination = grid.standable(near: beacon.position)
            #expect(destination.distance(to: beacon.position) < 1.5, "\(beacon.reference)")
            let walked = grid.walk(from: grid.standable(near: entrance.position), towards: destination, metres: 1000)
            #expect(walked.position == destination, "\(beacon.reference)")
        }
    }
}
