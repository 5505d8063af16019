import Loyalty
import Randomness
import Time

/// A person who walks through the centre from errand to errand and stands still in between.
///
/// Where a walker goes depends on its own random numbers alone, so that one walker more changes no other.
struct Walker {
    /// Metres a second: people who look at shop windows.
    private static let pace = 0.9...1.5

    private(set) var position: PlanPosition
    private var random: SplitMix64
    private let metresPerSecond: Double
    private var destination: PlanPosition?
    private var standsUntil: Timestamp
    /// The shops still to see, the next one last.
    private var errands: [UInt16] = []
    private var isLeaving = false
    /// When it left through the entrance and is somewhere else; nil inside.
    private(set) var outsideUntil: Timestamp?

    init(entersAt entrance: PlanPosition, after arrival: Timestamp, random: SplitMix64) {
        self.random = random
        self.position = entrance
        self.metresPerSecond = Double.random(in: Self.pace, using: &self.random)
        self.standsUntil = arrival
        self.outsideUntil = arrival
    }

    /// What a walker did in a step that others must know of.
    enum Change {
        case entered
        case left
    }

    /// Moves on by `seconds` up to `now`.
    mutating func step(
        seconds: Double, now: Timestamp, through grid: inout WalkableGrid, of places: WalkingPlaces
    ) -> Change? {
        if let back = outsideUntil {
            guard now >= back else { return nil }
            outsideUntil = nil
            isLeaving = false
            position = places.entrance(using: &random)
            errands = places.errands(using: &random)
            chooseNext(places, grid)
            return .entered
        }
        guard now >= standsUntil else { return nil }
        guard let destination else {
            chooseNext(places, grid)
            return nil
        }
        let walked = grid.walk(from: position, towards: destination, metres: metresPerSecond * seconds)
        position = walked.position
        guard walked.arrived else { return nil }
        self.destination = nil
        if isLeaving {
            outsideUntil = now.advanced(byMilliseconds: Int64.random(in: 15_000...120_000, using: &random))
            return .left
        }
        standsUntil = now.advanced(byMilliseconds: Int64.random(in: 5000...45_000, using: &random))
        return nil
    }

    /// Most stops are in the shop that comes next; some people change their mind at its door.
    private mutating func chooseNext(_ places: WalkingPlaces, _ grid: WalkableGrid) {
        if let shop = errands.last, let spot = places.spot(in: shop, using: &random) {
            destination = grid.standable(near: spot)
            if random.uniform() < 0.5 { errands.removeLast() }
        } else {
            isLeaving = true
            destination = grid.standable(near: places.entrance(using: &random))
        }
    }
}

/// The places of a venue where people stop.
struct WalkingPlaces {
    private let entrances: [PlanPosition]
    private let spots: [UInt16: [PlanPosition]]
    private let shops: [UInt16]

    init(venue: Venue) {
        let entrances = venue.beacons.filter { $0.zone == .entrance }.map(\.position)
        self.entrances = entrances.isEmpty ? [PlanPosition(x: venue.plan.width / 2, y: 0)] : entrances
        shops = venue.shops.map(\.major)
        spots = Dictionary(grouping: venue.beacons.filter { !$0.zone.isCommon }, by: \.major).mapValues { beacons in
            beacons.map(\.position)
        }
    }

    /// The way in that the venue file names first.
    var firstEntrance: PlanPosition { entrances[0] }

    /// One of the ways in.
    func entrance(using random: inout SplitMix64) -> PlanPosition {
        entrances.randomElement(using: &random) ?? firstEntrance
    }

    /// Two to six shops for one stroll, in the order in which they are seen from the last.
    func errands(using random: inout SplitMix64) -> [UInt16] {
        Array(shops.shuffled(using: &random).prefix(Int.random(in: 2...6, using: &random)))
    }

    /// A place to stand near one of the shop's beacons.
    func spot(in shop: UInt16, using random: inout SplitMix64) -> PlanPosition? {
        guard let near = spots[shop]?.randomElement(using: &random) else { return nil }
        return PlanPosition(
            x: near.x + Double.random(in: -1...1, using: &random),
            y: near.y + Double.random(in: -1...1, using: &random))
    }
}
