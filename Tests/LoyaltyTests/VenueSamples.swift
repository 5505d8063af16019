import Basics
import Beacons
import Loyalty

/// Drafts that the tests change to make one thing wrong.
enum VenueSamples {
    static let uuid = "00112233-4455-6677-8899-aabbccddeeff"

    /// A sound draft: two shops beside each other over a walk, four beacons and two offers.
    static func draft() -> VenueDraft {
        var draft = VenueDraft()
        draft.name = "Galería Pequeña"
        draft.uuid = uuid
        draft.timeZone = "Europe/Madrid"
        draft.location = VenueDraft.Location(latitude: 40.4, longitude: -3.7)
        draft.plan = plan(width: 20, height: 10, walls: [[0, 5, 8, 5], [12, 5, 20, 5]])
        draft.shops = [
            shop(100, "Uno", area: [[0, 0], [10, 0], [10, 5], [0, 5]]),
            shop(101, "Dos", area: [[10, 0], [20, 0], [20, 5], [10, 5]]),
        ]
        draft.beacons = [
            beacon(1, 1, x: 10, y: 9, "entrance"), beacon(100, 1, x: 4, y: 4, "door"),
            beacon(100, 2, x: 4, y: 1, "till"), beacon(101, 1, x: 16, y: 4, "door"),
        ]
        draft.offers = [offer(100, ["es": "Un libro"]), offer(101, ["es": "Un juguete"])]
        return draft
    }

    static func plan(width: Double, height: Double, walls: [[Double]] = []) -> VenueDraft.Plan {
        var plan = VenueDraft.Plan()
        plan.width = width
        plan.height = height
        plan.walls = walls
        return plan
    }

    static func shop(_ major: Int, _ name: String, area: [[Double]]) -> VenueDraft.Shop {
        var shop = VenueDraft.Shop()
        shop.major = major
        shop.name = name
        shop.category = "books"
        shop.area = area
        return shop
    }

    static func beacon(
        _ major: Int, _ minor: Int, x: Double, y: Double, _ zone: String, neighbours: [[Int]] = []
    ) -> VenueDraft.Beacon {
        var beacon = VenueDraft.Beacon()
        beacon.major = major
        beacon.minor = minor
        beacon.x = x
        beacon.y = y
        beacon.zone = zone
        beacon.measuredPower = -59
        beacon.neighbours = neighbours
        return beacon
    }

    static func offer(_ major: Int, _ text: [String: String]) -> VenueDraft.Offer {
        var offer = VenueDraft.Offer()
        offer.major = major
        offer.text = text
        offer.validFrom = "2026-01-01T00:00:00Z"
        offer.validUntil = "2027-01-01T00:00:00Z"
        return offer
    }

    /// A hall without shops, with beacons at these places in the order of their minors.
    static func hall(
        _ places: [PlanPosition], side: Double = 100, walls: [[Double]] = [], stated: [Int: [[Int]]] = [:]
    ) -> VenueDraft {
        var draft = draft()
        draft.plan = plan(width: side, height: side, walls: walls)
        draft.shops = []
        draft.offers = []
        draft.beacons = places.enumerated().map { index, place in
            beacon(1, index, x: place.x, y: place.y, "aisle", neighbours: stated[index] ?? [])
        }
        return draft
    }

    static func randomPlace(side: Double = 100, using random: inout SplitMix64) -> PlanPosition {
        // Whole metres, so that equal distances and equal places come up as well.
        PlanPosition(x: (random.uniform() * side).rounded(.down), y: (random.uniform() * side).rounded(.down))
    }
}

extension VenueDraft {
    /// The paths at which validation finds faults; none when the draft is sound.
    var faultyPaths: [String] {
        do throws(VenueFaults) {
            _ = try Venue(validating: self)
            return []
        } catch {
            return error.faults.map(\.path)
        }
    }
}
