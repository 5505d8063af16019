import Basics
import Testing

@testable import Loyalty

/// Whether beacons that hang in another's place are found.
struct PlaceCheckTests {
    /// A centre of two rows of shops, five metres apart, with more people in some than in others.
    private static let places: [BeaconRef: PlanPosition] = {
        var places: [BeaconRef: PlanPosition] = [:]
        for number in 0..<24 {
            let x = 5 + 8 * Double(number % 12)
            places[BeaconRef(major: UInt16(100 + number), minor: 1)] = PlanPosition(x: x, y: number < 12 ? 5 : 20)
        }
        return places
    }()

    private static func place(_ beacon: BeaconRef) -> PlanPosition { places[beacon] ?? PlanPosition(x: 0, y: 0) }

    /// The pairs of a day: people hear what is near where they are, and stray ones from anywhere.
    ///
    /// - Parameter hangs: Where beacons hang that do not hang where the plan has them.
    private static func day(
        walkers: Int, hangs: [BeaconRef: PlanPosition] = [:], using random: inout SplitMix64
    ) -> [BeaconPair: Int] {
        let beacons = places.keys.sorted()
        let positions = beacons.map { hangs[$0] ?? place($0) }
        var pairs: [BeaconPair: Int] = [:]
        for _ in 0..<walkers {
            // A tenth of the shops has most of the people.
            let centre = Int.random(in: 0..<24, using: &random) / (Bool.random(using: &random) ? 1 : 3)
            let home = place(beacons[centre])
            let from = PlanPosition(
                x: home.x + Double.random(in: -6...6, using: &random),
                y: home.y + Double.random(in: -6...6, using: &random))
            let near = positions.indices.filter {
                positions[$0].distance(to: from) < Double.random(in: 4...16, using: &random)
            }
            guard near.count >= 2 else { continue }
            let chosen = near.shuffled(using: &random).prefix(2)
            pairs[BeaconPair(beacons[chosen[0]], beacons[chosen[1]]), default: 0] += 1
        }
        return pairs
    }

    @Test(
        "a swapped pair is found within a day, by what was before or by the plan alone (C20)", arguments: [true, false])
    func swapped(_ knowsBefore: Bool) {
        var random = SplitMix64(seed: 3)
        let (one, other) = (BeaconRef(major: 102, minor: 1), BeaconRef(major: 108, minor: 1))
        let hangs = [one: Self.place(other), other: Self.place(one)]
        let before = knowsBefore ? Self.day(walkers: 60_000, using: &random) : [:]
        for _ in 0..<8 {
            let recent = Self.day(walkers: 3000, hangs: hangs, using: &random)
            let found = PlaceCheck(places: Self.places, recent: recent, before: before).findings()
            #expect(found[one] == .swapped(with: other))
            #expect(found[other] == .swapped(with: one))
        }
    }

    @Test("one that hangs elsewhere is found as moved")
    func moved() {
        var random = SplitMix64(seed: 5)
        let one = BeaconRef(major: 101, minor: 1)
        let hangs = [one: PlanPosition(x: 85, y: 18)]
        let before = Self.day(walkers: 60_000, using: &random)
        let found = PlaceCheck(
            places: Self.places, recent: Self.day(walkers: 3000, hangs: hangs, using: &random), before: before
        ).findings()
        guard case .moved(let near) = found[one] else {
            Issue.record("\(found)")
            return
        }
        #expect(Self.place(near).distance(to: PlanPosition(x: 85, y: 18)) < 10)
    }

    @Test("beacons that hang where they should are left in peace for a month")
    func quiet() {
        var random = SplitMix64(seed: 9)
        let before = Self.day(walkers: 60_000, using: &random)
        for number in 0..<30 {
            let recent = Self.day(walkers: 500 + 150 * number, using: &random)
            #expect(PlaceCheck(places: Self.places, recent: recent, before: before).findings().isEmpty)
            #expect(PlaceCheck(places: Self.places, recent: recent, before: [:]).findings().isEmpty)
        }
    }

    @Test("fewer than fifty pairs say nothing")
    func few() {
        let (one, other) = (BeaconRef(major: 100, minor: 1), BeaconRef(major: 111, minor: 1))
        let check = PlaceCheck(places: Self.places, recent: [BeaconPair(one, other): 49], before: [:])
        #expect(check.findings().isEmpty)
    }
}
