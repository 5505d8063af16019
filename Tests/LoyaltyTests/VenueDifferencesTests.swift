import Basics
import Testing

@testable import Loyalty

/// What is different between two states of a venue, against a plain reference.
struct VenueDifferencesTests {
    @Test("the same venue has no differences, and a first one is new with all its parts")
    func ends() throws {
        let venue = try Venue(validating: VenueSamples.draft())
        #expect(venue.changes(since: venue).isEmpty)
        let first = venue.changes(since: nil)
        #expect(first.allSatisfy { $0.kind == .added })
        #expect(first.map(\.part) == [.venue, .shop, .shop, .beacon, .beacon, .beacon, .beacon, .wall])
        #expect(first.last?.count == 2)
    }

    @Test("each kind of change is told with what it changes")
    func kinds() throws {
        let old = try Venue(validating: VenueSamples.draft())
        var draft = VenueSamples.draft()
        draft.name = "Galería Grande"
        draft.timeZone = "Europe/Paris"
        draft.pointsForTime = 5
        draft.plan?.walls = [[0, 5, 8, 5], [1, 6, 2, 6], [3, 6, 4, 6]]
        draft.plan?.doors = [[2, 5, 3, 5]]
        draft.plan?.image = "/a.jpg"
        draft.shops?[0].name = "Primero"
        draft.shops?[0].area = [[0, 0], [10, 0], [10, 5], [0, 4.5]]
        draft.shops?[0].category = "toys"
        draft.beacons?[1].x = 5
        draft.beacons?[1].period = 8
        draft.beacons?[2].minor = 7
        let changes = try Venue(validating: draft).changes(since: old).map { change in
            let name = [change.major.map { "\($0)" }, change.minor.map { "\($0)" }].compactMap { $0 }
            return "\(change.part) \(change.kind) \(name.joined(separator: "."))"
                + "\(change.before.map { "(\($0))" } ?? "")\(change.fields.joined(separator: ","))"
                + "\(change.count.map { "\($0)" } ?? "")"
        }
        #expect(
            changes == [
                "venue renamed (Galería Pequeña)", "venue changed timeZone,pointsForTime", "shop renamed 100(Uno)",
                "shop moved 100", "shop changed 100category", "beacon removed 100.2", "beacon moved 100.1",
                "beacon changed 100.1period",
                "beacon added 100.7", "wall removed 1", "wall added 2", "door added 1", "picture added ",
            ])
    }

    @Test("of random edits exactly those that were made are told", arguments: 0..<40 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let places = (0..<20).map { PlanPosition(x: Double($0) * 4 + 1, y: 50) }
        let old = VenueSamples.hall(places)
        var new = old
        var expected: Set<String> = []
        for number in places.indices {
            switch random.next() % 5 {
            case 0:
                new.beacons?.removeAll { $0.minor == number }
                expected.insert("removed \(number)")
            case 1:
                guard let index = new.beacons?.firstIndex(where: { $0.minor == number }) else { continue }
                new.beacons?[index].y = 60
                expected.insert("moved \(number)")
            case 2:
                guard let index = new.beacons?.firstIndex(where: { $0.minor == number }) else { continue }
                new.beacons?[index].measuredPower = -70
                expected.insert("changed \(number)")
            case 3:
                new.beacons?.append(VenueSamples.beacon(1, 1000 + number, x: 3, y: 3, "aisle"))
                expected.insert("added \(1000 + number)")
            default: break
            }
        }
        let changes = try Venue(validating: new).changes(since: Venue(validating: old))
        #expect(Set(changes.map { "\($0.kind) \($0.minor ?? 0)" }) == expected)
        #expect(changes.count == expected.count)
    }
}
