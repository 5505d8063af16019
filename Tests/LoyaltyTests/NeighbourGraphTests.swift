import Basics
import Loyalty
import Testing

@Suite("Neighbours of beacons")
struct NeighbourGraphTests {
    private func isSymmetric(_ venue: Venue) -> Bool {
        venue.beacons.allSatisfy { beacon in
            beacon.neighbours.allSatisfy { venue.beacon($0)?.neighbours.contains(beacon.reference) == true }
        }
    }

    private func isConnected(_ venue: Venue) -> Bool {
        guard let first = venue.beacons.first else { return true }
        var reached: Set<BeaconRef> = [first.reference]
        var open = [first.reference]
        while let next = open.popLast() {
            for neighbour in venue.beacon(next)?.neighbours ?? [] where reached.insert(neighbour).inserted {
                open.append(neighbour)
            }
        }
        return reached.count == venue.beacons.count
    }

    @Test("worked-out neighbours are symmetric, connected and few", arguments: 0..<32 as Range<UInt64>)
    func workedOut(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var places = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            VenueSamples.randomPlace(using: &random)
        }
        // Half of the venues have a second building far away.
        if seed.isMultiple(of: 2) {
            places += (0..<30).map { _ in
                let place = VenueSamples.randomPlace(side: 40, using: &random)
                return PlanPosition(x: place.x + 900, y: place.y + 900)
            }
        }
        let walls = (0..<20).map { _ in
            let from = VenueSamples.randomPlace(using: &random)
            return [from.x, from.y, min(from.x + 1 + Double.random(in: 0...30, using: &random), 999), from.y]
        }
        let venue = try Venue(validating: VenueSamples.hall(places, side: 1000, walls: walls))
        #expect(isSymmetric(venue))
        #expect(isConnected(venue))
        for beacon in venue.beacons {
            #expect(!beacon.neighbours.contains(beacon.reference))
            #expect(Set(beacon.neighbours).count == beacon.neighbours.count)
            #expect(beacon.neighbours.count >= min(1, places.count - 1))
            // A phone can watch 20 regions: this one and its neighbours must fit.
            #expect(beacon.neighbours.count < 20)
            let distances = beacon.neighbours.compactMap { venue.beacon($0)?.position.distance(to: beacon.position) }
            #expect(distances == distances.sorted(), "nearest first")
        }
    }

    @Test("beacons at one spot and beacons in a row are neighbours")
    func degenerate() throws {
        let spot = try Venue(
            validating: VenueSamples.hall(Array(repeating: PlanPosition(x: 5, y: 5), count: 12)))
        #expect(isSymmetric(spot) && isConnected(spot))
        let row = try Venue(
            validating: VenueSamples.hall((0..<40).map { PlanPosition(x: Double($0) * 2, y: 0) }))
        #expect(isSymmetric(row) && isConnected(row))
        #expect(row.beacons[20].neighbours.prefix(2).map(\.minor).sorted() == [19, 21])
    }

    @Test("one beacon has no neighbour, two have each other")
    func smallest() throws {
        let one = try Venue(validating: VenueSamples.hall([PlanPosition(x: 1, y: 1)]))
        #expect(one.beacons[0].neighbours.isEmpty)
        let two = try Venue(
            validating: VenueSamples.hall([PlanPosition(x: 1, y: 1), PlanPosition(x: 99, y: 99)]))
        #expect(two.beacons.map { $0.neighbours.map(\.minor) } == [[1], [0]])
    }

    @Test("a beacon behind a wall is farther than one at the same distance in the open")
    func walls() throws {
        // Beacon 0 has eight others four metres away on either side; a wall cuts off those to its left.
        let others = (0..<16).map { index in
            PlanPosition(x: index.isMultiple(of: 2) ? 46 : 54, y: 48.25 + Double(index / 2) * 0.5)
        }
        let places = [PlanPosition(x: 50, y: 50)] + others
        func leftOnes(walls: [[Double]]) throws -> (count: Int, of: Int) {
            let venue = try Venue(validating: VenueSamples.hall(places, walls: walls))
            #expect(isConnected(venue))
            let neighbours = venue.beacons[0].neighbours
            return (neighbours.count { $0.minor % 2 == 1 }, neighbours.count)
        }
        let open = try leftOnes(walls: [])
        #expect(open.count == 3 && open.of == 6)
        // Only the way that joins the two sides crosses the wall.
        let divided = try leftOnes(walls: [[48, 0, 48, 100]])
        #expect(divided.count == 1 && divided.of == 6)
    }

    @Test("stated neighbours are kept, come first and hold both ways")
    func stated() throws {
        let places = (0..<10).map { PlanPosition(x: Double($0) * 10, y: 0) }
        let draft = VenueSamples.hall(places, stated: [0: [[1, 9]], 5: [[1, 0], [1, 4]]])
        let venue = try Venue(validating: draft)
        #expect(venue.beacons[0].statedNeighbours.map(\.minor) == [9])
        #expect(venue.beacons[0].neighbours.first?.minor == 9)
        #expect(venue.beacons[5].neighbours.prefix(2).map(\.minor) == [0, 4])
        #expect(venue.beacons[9].neighbours.contains(BeaconRef(major: 1, minor: 0)))
        #expect(venue.beacons[9].statedNeighbours.isEmpty)
        #expect(isSymmetric(venue) && isConnected(venue))
    }

    @Test("when all neighbours are stated, none is added but the way back")
    func allStated() throws {
        let places = (0..<4).map { PlanPosition(x: Double($0), y: 0) }
        let draft = VenueSamples.hall(
            places, stated: [0: [[1, 1]], 1: [[1, 0]], 2: [[1, 3]], 3: [[1, 2], [1, 0]]])
        let venue = try Venue(validating: draft)
        #expect(venue.beacons.map { $0.neighbours.map(\.minor) } == [[1, 3], [0], [3], [2, 0]])
    }
}
