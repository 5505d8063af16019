import Basics
import Loyalty

/// A person, alone or at the head of a party, who walks through the centre from errand to errand and stands still in
/// between, or sits down in a café.
///
/// Where a walker goes depends on its own random numbers, and on which tables others have left free.
struct Walker {
    /// Metres a second: people who look at shop windows.
    private static let pace = 0.9...1.5
    /// Milliseconds in front of a shelf or a window.
    private static let stop: ClosedRange<Int64> = 5000...90_000
    /// Milliseconds at a table: 15 to 40 minutes.
    private static let rest: ClosedRange<Int64> = 900_000...2_400_000
    /// Milliseconds between two strolls: three quarters of an hour to an hour and a half.
    private static let absence: ClosedRange<Int64> = 2_700_000...5_400_000

    private(set) var position: PlanPosition
    private(set) var trail = Trail()
    /// The table at which it sits, or to which it is on its way.
    private(set) var table: Int?
    /// When it left through the entrance and is somewhere else; nil inside.
    private(set) var outsideUntil: Timestamp?
    private var random: SplitMix64
    private let party: Int
    private let metresPerSecond: Double
    private var destination: PlanPosition?
    private var standsUntil: Timestamp
    /// What is still to be done, the next thing last.
    private var errands: [Errand] = []
    private var isLeaving = false
    /// When it comes again, once the centre has sent it home.
    private var homeUntil: Timestamp?

    /// Whoever leads party number `party` in through an entrance.
    init(party: Int, entersAt entrance: PlanPosition, after arrival: Timestamp, random: SplitMix64) {
        self.party = party
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

    /// The table at which it has sat down.
    var sitsAt: Int? { destination == nil ? table : nil }

    /// Moves on by `seconds` up to `now`.
    mutating func step(
        seconds: Double, now: Timestamp, through grid: inout WalkableGrid, of places: WalkingPlaces,
        tables: inout CafeTables
    ) -> Change? {
        if let back = outsideUntil {
            guard now >= back else { return nil }
            outsideUntil = nil
            homeUntil = nil
            isLeaving = false
            position = places.entrance(using: &random)
            trail.restart(at: position)
            errands = places.errands(using: &random)
            chooseNext(places, grid, &tables)
            return .entered
        }
        guard now >= standsUntil else { return nil }
        guard let destination else {
            if let table { tables.leave(table) }
            table = nil
            chooseNext(places, grid, &tables)
            return nil
        }
        let walked = grid.walk(from: position, towards: destination, metres: metresPerSecond * seconds)
        position = walked.position
        trail.append(position)
        guard walked.arrived else { return nil }
        self.destination = nil
        if isLeaving {
            outsideUntil = homeUntil ?? now.advanced(byMilliseconds: .random(in: Self.absence, using: &random))
            return .left
        }
        standsUntil = now.advanced(
            byMilliseconds: .random(in: table == nil ? Self.stop : Self.rest, using: &random))
        return nil
    }

    /// The centre closes: walks out as soon as it can, and comes again at `opening` or in the hour after it.
    mutating func goHome(at now: Timestamp, until opening: Timestamp, tables: inout CafeTables) {
        let back = opening.advanced(byMilliseconds: .random(in: 0...3_600_000, using: &random))
        if let outsideUntil {
            self.outsideUntil = max(outsideUntil, back)
            return
        }
        homeUntil = back
        errands.removeAll()
        standsUntil = now
        if !isLeaving { destination = nil }
    }

    /// Is somewhere else at once, should it not have found the way out.
    mutating func vanish(tables: inout CafeTables) {
        guard outsideUntil == nil, let homeUntil else { return }
        if let table { tables.leave(table) }
        table = nil
        destination = nil
        outsideUntil = homeUntil
    }

    /// Most stops are in the shop that comes next; some people change their mind at its door.
    private mutating func chooseNext(_ places: WalkingPlaces, _ grid: WalkableGrid, _ tables: inout CafeTables) {
        while let errand = errands.last {
            switch errand {
            case .shop(let shop):
                guard let spot = places.spot(in: shop, using: &random) else { break }
                destination = grid.standable(near: spot)
                if random.uniform() < 0.5 { errands.removeLast() }
                return
            case .rest:
                errands.removeLast()
                // Where everything is taken one does without.
                guard let free = tables.take(for: party, using: &random) else { continue }
                table = free
                destination = grid.standable(near: tables.seat(0, at: free))
                return
            }
            errands.removeLast()
        }
        isLeaving = true
        destination = grid.standable(near: places.entrance(using: &random))
    }
}

/// What somebody wants in the centre.
enum Errand: Equatable {
    /// To look into the shop with this major.
    case shop(UInt16)
    /// To sit in a café.
    case rest
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

    /// Five to twelve shops for one stroll, in the order in which they are seen from the last; half of the strolls have
    /// a rest among them.
    func errands(using random: inout SplitMix64) -> [Errand] {
        var errands = shops.shuffled(using: &random).prefix(Int.random(in: 5...12, using: &random)).map(Errand.shop)
        if random.uniform() < 0.5 {
            errands.insert(.rest, at: Int.random(in: 0...errands.count, using: &random))
        }
        return errands
    }

    /// A place to stand near one of the shop's beacons.
    func spot(in shop: UInt16, using random: inout SplitMix64) -> PlanPosition? {
        guard let near = spots[shop]?.randomElement(using: &random) else { return nil }
        return PlanPosition(
            x: near.x + Double.random(in: -1...1, using: &random),
            y: near.y + Double.random(in: -1...1, using: &random))
    }
}
