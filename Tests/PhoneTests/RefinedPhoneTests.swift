import Basics
import Beacons
import Phone
import Proximity
import RadioMaps
import Testing

@Suite("Phones in a venue whose radio map others have refined")
struct RefinedPhoneTests {
    /// The mean error in metres on six walks of ten minutes: everywhere, and within eight metres of a beacon.
    private func errors(_ hall: inout CrookedHall, _ venue: PhoneVenue, near beacon: PlanPoint) -> (Double, Double) {
        hall.receiverOffset = 0
        var (all, near): ([Double], [Double]) = ([], [])
        for seed in 10..<16 as Range<UInt64> {
            for position in hall.positions(seconds: 600, seed: seed, venue: venue).dropFirst(11) {
                guard let error = position.told?.distance(to: position.truth) else { continue }
                all.append(error)
                if position.truth.distance(to: beacon) < 8 { near.append(error) }
            }
        }
        return (all.reduce(0, +) / Double(all.count), near.reduce(0, +) / Double(near.count))
    }

    @Test(
        "a beacon that has become 8 dB weaker since the survey is found by thirty phones, and positions are nearer again"
    )
    func refined() throws {
        var hall = CrookedHall(seed: 1)
        var venue = hall.venue
        let file = RadioMapFile(hall.survey(), on: venue.surveyedPlan, number: 1, day: 20_000)
        #expect(venue.use(file) == .fits)
        let weak = 8
        let new = errors(&hall, venue, near: hall.beacons[weak].point)
        hall.beacons[weak].loss += 8
        let aged = errors(&hall, venue, near: hall.beacons[weak].point)

        // Each phone, whose receiver is its own, walks for half an hour; on each of twenty days it tells of one beacon.
        var chance = SplitMix64(seed: 5)
        var histograms: [BeaconIdentity: ResidualHistogram] = [:]
        for phone in 0..<30 as Range<UInt64> {
            hall.receiverOffset = (chance.uniform() - 0.5) * 14
            var strengths: [BeaconIdentity: [Double]] = [:]
            for position in hall.positions(seconds: 1800, seed: 100 + phone, venue: venue) {
                for residual in position.residuals { strengths[residual.beacon, default: []].append(residual.decibels) }
            }
            let told = strengths.filter { $0.value.count >= MapRefinement.leastStrengths }
                .sorted { $0.key.minor < $1.key.minor }
            for _ in 0..<20 {
                guard let (beacon, strengths) = told.randomElement(using: &chance) else { continue }
                let mean = strengths.reduce(0, +) / Double(strengths.count)
                histograms[beacon, default: ResidualHistogram()].add(Int(mean.rounded()))
            }
        }
        let corrections = histograms.compactMapValues { $0.median }.mapValues { ResidualHistogram.correction(of: $0) }
        let found = try #require(corrections[hall.beacons[weak].identity])
        #expect(found <= -4, "\(corrections)")
        for (beacon, decibels) in corrections where beacon != hall.beacons[weak].identity {
            #expect(abs(decibels) <= 2, "\(beacon) \(decibels)")
        }
        let document = RadioMapFile.document(file.text, corrections: corrections.filter { $0.value != 0 })
        #expect(venue.use(try RadioMapFile(Array(document.utf8))) == .fits)
        let after = errors(&hall, venue, near: hall.beacons[weak].point)
        #expect(after.1 < aged.1, "near it \(after.1) m refined, \(aged.1) m aged, \(new.1) m new")
        #expect(after.0 < aged.0, "everywhere \(after.0) m refined, \(aged.0) m aged, \(new.0) m new")
    }
}
