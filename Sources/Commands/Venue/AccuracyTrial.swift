import Beacons
import Loyalty
import Proximity
import Strings

/// What positions a venue's beacons would give, and what one more of them would gain, tried on all cores.
struct AccuracyTrial {
    /// The most beacons by which positions are told.
    static let mostBeacons = 512
    /// How many places for one more beacon are tried.
    private static let proposals = 3
    /// How many cells a core tries at a time.
    private static let portion = 32

    /// The air in which it was tried.
    let air: ExpectedAir
    /// What to expect of the venue as it is.
    let accuracy: ExpectedAccuracy
    /// Where one more beacon would hang, and what to expect with it; nil where nothing is to be gained.
    private(set) var improvement: (point: PlanPoint, accuracy: ExpectedAccuracy)?

    /// Tries the beacons of a venue, and tells `progress` the share of the work that is done, 0 to 1.
    init(of venue: Venue, air: ExpectedAir, progress: (Double) -> Void) async {
        self.air = air
        let trial = PlanTrial(venue, air: air)
        // Trying what one more beacon changes takes about a third of the time.
        let samples = await Self.samples(Array(0..<trial.count), of: trial) { progress($0 * 0.7) }
        accuracy = ExpectedAccuracy(samples, of: trial)
        let proposals = trial.proposals(Self.proposals, for: accuracy)
        for (number, proposal) in proposals.enumerated() {
            var changed = samples
            let tried = await Self.samples(proposal.changed, of: proposal.trial) { share in
                progress(0.7 + 0.3 * (Double(number) + share) / Double(proposals.count))
            }
            for (cell, sample) in zip(proposal.changed, tried) { changed[cell] = sample }
            let better = ExpectedAccuracy(changed, of: proposal.trial)
            if better.mean < (improvement?.accuracy ?? accuracy).mean { improvement = (proposal.point, better) }
        }
    }

    private static func samples(
        _ numbers: [Int], of trial: PlanTrial, progress: (Double) -> Void
    ) async -> [PlanTrial.Sample] {
        let portions = stride(from: 0, to: numbers.count, by: portion).map { first in
            Array(numbers[first..<min(first + portion, numbers.count)])
        }
        return await withTaskGroup(of: (Int, [PlanTrial.Sample]).self) { group in
            for (index, portion) in portions.enumerated() { group.addTask { (index, trial.samples(of: portion)) } }
            var samples = [[PlanTrial.Sample]](repeating: [], count: portions.count)
            var done = 0
            for await (index, portion) in group {
                samples[index] = portion
                done += 1
                progress(Double(done) / Double(portions.count))
            }
            return samples.flatMap { $0 }
        }
    }
}

extension PlanTrial {
    /// The trial of a venue's beacons on its floor, which lies within its walls and shops.
    init(_ venue: Venue, air: ExpectedAir) {
        let beacons = venue.beacons.map { (venue.identity(of: $0), $0) }
        let walls = venue.plan.barriers.map { PlanWall(from: PlanPoint($0.from), to: PlanPoint($0.to)) }
        var outline = walls.flatMap { [$0.from, $0.to] } + venue.shops.flatMap { $0.area.map { PlanPoint($0) } }
        if !outline.isEmpty { outline += venue.beacons.map { PlanPoint($0.position) } }
        self.init(
            floor: FloorGrid(
                beacons: Dictionary(uniqueKeysWithValues: beacons.map { ($0, PlanPoint($1.position)) }),
                width: venue.plan.width, height: venue.plan.height, walls: walls),
            outline: outline,
            powers: Dictionary(uniqueKeysWithValues: beacons.map { ($0, Double($1.measuredPower)) }), air: air)
    }
}

extension PlanPoint {
    /// The same point, as positions are reckoned.
    init(_ position: PlanPosition) {
        self.init(x: position.x, y: position.y)
    }
}
