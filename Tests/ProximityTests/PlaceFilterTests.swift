import Basics
import Beacons
import Proximity
import Testing

@Suite("The place of a radio map")
struct PlaceFilterTests {
    private let start = Timestamp(milliseconds: 1_795_253_400_000)
    private static let scansPerCell = 8

    private struct Outcome {
        var errors: [Double] = []
        var within = 0
        /// How many errors the belief's own circle holds.
        var withinBelief = 0
        var filter: PlaceFilter

        var mean: Double { errors.reduce(0, +) / Double(errors.count) }
        var exact: Double { Double(errors.count { $0 < 0.5 }) / Double(errors.count) }
    }

    /// A walk of 40 cells, a scan every three seconds, by a map that the same hall taught.
    private func outcome(seed: UInt64, change: (inout SurveyedHall) -> Void = { _ in }) throws -> Outcome {
        try outcome(of: SurveyedHall(seed: seed), scansPerCell: 8, change: change)
    }

    private func outcome(
        of hall: SurveyedHall, scansPerCell: Int, change: (inout SurveyedHall) -> Void
    ) throws -> Outcome {
        var hall = hall
        let map = try #require(RadioMap(learnedFrom: hall.survey(scansPerCell: scansPerCell)))
        change(&hall)
        var outcome = Outcome(filter: PlaceFilter(map: map))
        var now = start
        for cell in hall.walk(cells: 40) {
            for _ in 0..<Self.scansPerCell {
                now = now.advanced(bySeconds: 3)
                guard let estimate = outcome.filter.update(hall.scan(at: cell), at: now) else { continue }
                let error = estimate.point.distance(to: cell)
                outcome.errors.append(error)
                outcome.within += error <= estimate.doubt + 1e-9 ? 1 : 0
                outcome.withinBelief += error <= outcome.filter.beliefRadius + 1e-9 ? 1 : 0
            }
        }
        return outcome
    }

    @Test("walks are followed to within a cell, and the doubt holds what it says")
    func walks() throws {
        let outcomes = try (0..<12 as Range<UInt64>).map { try outcome(seed: $0) }
        let errors = outcomes.flatMap(\.errors)
        let mean = errors.reduce(0, +) / Double(errors.count)
        let within = Double(outcomes.reduce(0) { $0 + $1.within }) / Double(errors.count)
        #expect(mean < 1.1, "\(mean)")
        #expect(within > 0.55 && within < 0.8, "\(within)")
    }

    /// What is held of walks through a hall of twelve beacons that was surveyed on another day.
    ///
    /// Each beacon is heard otherwise by a Gaussian of `drift` decibels then.
    private func thin(scansPerCell: Int, drift: Double) throws -> (circle: Double, belief: Double) {
        var (held, believed, count) = (0, 0, 0)
        for seed in 0..<12 as Range<UInt64> {
            let hall = SurveyedHall(seed: seed, beaconRows: 3, beaconColumns: 4)
            let outcome = try outcome(of: hall, scansPerCell: scansPerCell) { hall in
                for beacon in hall.beacons.keys.sorted() { hall.drift[beacon] = hall.random.gaussian(deviation: drift) }
            }
            held += outcome.within
            believed += outcome.withinBelief
            count += outcome.errors.count
        }
        return (Double(held) / Double(count), Double(believed) / Double(count))
    }

    @Test(
        "the circle holds what it says by a thin survey and on days that the survey does not know",
        arguments: [(1, 0.0), (2, 3.0), (8, 4.0)])
    func thinSurvey(scansPerCell: Int, drift: Double) throws {
        let share = try thin(scansPerCell: scansPerCell, drift: drift)
        #expect(share.circle > 0.58 && share.circle < 0.78, "\(share)")
        #expect(share.belief < 0.5, "\(share)")
    }

    @Test("a receiver that hears 4 dB more or less is learned in part, and costs little", arguments: [-4.0, 4.0])
    func receiver(offset: Double) throws {
        let plain = try (0..<6 as Range<UInt64>).map { try outcome(seed: $0).mean }.reduce(0, +) / 6
        let other = try (0..<6 as Range<UInt64>).map { try outcome(seed: $0) { $0.offset = offset } }
        for outcome in other {
            #expect(outcome.filter.receiverOffset * offset > 0 && abs(outcome.filter.receiverOffset) < 6)
        }
        let mean = other.map(\.mean).reduce(0, +) / 6
        #expect(mean < plain + 0.6, "\(mean) instead of \(plain)")
    }

    @Test("a beacon that was moved to the far corner, or cloned there, does not carry the place away")
    func movedBeacon() throws {
        let plain = try (0..<6 as Range<UInt64>).map { try outcome(seed: $0).mean }.reduce(0, +) / 6
        let moved = try (0..<6 as Range<UInt64>).map { seed in
            try outcome(seed: seed) { $0.beacons[.grid(0, 0)] = PlanPoint(x: 11, y: 7) }.mean
        }
        let mean = moved.reduce(0, +) / 6
        #expect(mean < plain + 1, "\(mean) instead of \(plain)")
    }

    @Test("what is not heard is evidence: the same strengths with and without a beacon are different places")
    func silence() throws {
        let (one, other) = (BeaconIdentity.grid(0, 0), BeaconIdentity.grid(0, 1))
        let (here, there) = (PlanPoint(x: 1, y: 1), PlanPoint(x: 5, y: 1))
        var survey: [SurveyReading] = []
        for _ in 0..<20 {
            survey.append(SurveyReading(place: here, strengths: [one: -70]))
            survey.append(SurveyReading(place: there, strengths: [one: -70, other: -70]))
        }
        var filter = PlaceFilter(map: try #require(RadioMap(learnedFrom: survey)))
        #expect(filter.update([one: -70], at: start)?.point == here)
        filter.reset()
        #expect(filter.update([one: -70, other: -70], at: start)?.point == there)
    }

    @Test("clocks that jump, strangers, silence and hostile strengths give a finite estimate or none")
    func hostile() throws {
        var hall = SurveyedHall(seed: 3)
        var filter = PlaceFilter(map: try #require(RadioMap(learnedFrom: hall.survey(scansPerCell: 1))))
        #expect(filter.update([:], at: start) == nil)
        #expect(filter.update([.grid(99, 99): -60], at: start) == nil)
        for strength in [Double.nan, .infinity, -.infinity, 127, -128, 1e300] {
            #expect(filter.update([.grid(0, 0): strength], at: start) == nil)
        }
        let times: [Int64] = [.min, .max, 0, 1, -1, 1_795_253_400_000]
        for time in times {
            let found = filter.update([.grid(0, 0): -70], at: Timestamp(milliseconds: time))
            let estimate = try #require(found)
            #expect(estimate.point.x.isFinite && estimate.point.y.isFinite && estimate.doubt >= 0.5)
            #expect(filter.map.places.contains(estimate.point))
        }
    }

    @Test("the same scans give the same estimates to the last bit")
    func deterministic() throws {
        #expect(try outcome(seed: 5).errors == outcome(seed: 5).errors)
    }
}
