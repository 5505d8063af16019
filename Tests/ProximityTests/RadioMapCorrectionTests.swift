import Basics
import Beacons
import Proximity
import Testing

@Suite("A radio map whose beacons are heard otherwise by now")
struct RadioMapCorrectionTests {
    /// The mean error in cells of a walk in a hall whose first beacon has grown weaker by `loss` decibels, by this map.
    private func error(_ map: RadioMap, _ hall: inout SurveyedHall, loss: Double) -> Double {
        var filter = PlaceFilter(map: map)
        var now = Timestamp(seconds: 1_000)
        var (sum, count) = (0.0, 0.0)
        for place in hall.walk(cells: 60) {
            for _ in 0..<6 {
                now = now.advanced(bySeconds: 2)
                var scan = hall.scan(at: place)
                if let strength = scan[.grid(0, 1)] {
                    // What is weaker than the receiver's edge is not heard.
                    scan[.grid(0, 1)] = strength - loss > -90 ? strength - loss : nil
                }
                guard let estimate = filter.update(scan, at: now) else { continue }
                sum += estimate.point.distance(to: place)
                count += 1
            }
        }
        return sum / count
    }

    @Test("with the right correction the position is nearer to the truth than with none, and with none as before")
    func nearer() throws {
        var (plain, corrected) = (0.0, 0.0)
        for seed in 1...6 as ClosedRange<UInt64> {
            var hall = SurveyedHall(seed: seed)
            let map = try #require(RadioMap(learnedFrom: hall.survey()))
            var copy = hall
            plain += error(map, &copy, loss: 6)
            copy = hall
            corrected += error(map.corrected(by: [.grid(0, 1): -6]), &copy, loss: 6)
            copy = hall
            let before = error(map, &copy, loss: 0)
            copy = hall
            #expect(error(map.corrected(by: [:]), &copy, loss: 0) == before)
        }
        #expect(corrected < 0.97 * plain, "\(corrected / 6) cells corrected, \(plain / 6) plain")
    }

    /// What a filter says of a beacon that is 5 dB weaker than at the survey, by a map that is corrected for it by so much.
    private func residual(_ hall: SurveyedHall, _ map: RadioMap, correction: Double, leavingOut: Bool) -> Double {
        var hall = hall
        let weak = BeaconIdentity.grid(0, 1)
        let filter = PlaceFilter(map: map.corrected(by: [weak: correction]))
        var watching = leavingOut ? filter.leavingOut(weak) : filter
        var now = Timestamp(seconds: 1_000)
        var residuals: [Double] = []
        for place in hall.walk(cells: 400) {
            for _ in 0..<6 {
                now = now.advanced(bySeconds: 2)
                var scan = hall.scan(at: place)
                if let strength = scan[weak] { scan[weak] = strength - 5 > -90 ? strength - 5 : nil }
                guard watching.update(scan, at: now) != nil, watching.beliefRadius <= map.spacing,
                    let strength = scan[weak], let residual = watching.residual(of: weak, strength: strength)
                else { continue }
                residuals.append(residual)
            }
        }
        return residuals.reduce(0, +) / Double(residuals.count)
    }

    @Test(
        "what is said of a beacon that is left out is the same by every correction; of one that is not, the correction")
    func residuals() throws {
        var (out, within): ([Double], [Double]) = ([0, 0], [0, 0])
        for seed in 1...8 as ClosedRange<UInt64> {
            var hall = SurveyedHall(seed: seed)
            let map = try #require(RadioMap(learnedFrom: hall.survey(scansPerCell: 20)))
            for (index, correction) in [0.0, -6].enumerated() {
                out[index] += residual(hall, map, correction: correction, leavingOut: true) / 8
                within[index] += residual(hall, map, correction: correction, leavingOut: false) / 8
            }
        }
        #expect(out.allSatisfy { abs($0 + 5) < 2 } && abs(out[0] - out[1]) < 1.5, "\(out)")
        #expect(within[1] < within[0] - 3, "\(within): whoever goes by the beacon finds the map confirmed")
    }

    @Test("beacons that the map has not, and numbers that are none, change nothing")
    func ignored() throws {
        var hall = SurveyedHall(seed: 2)
        let map = try #require(RadioMap(learnedFrom: hall.survey()))
        let other = BeaconIdentity(uuid: UUID128(high: 9, low: 9), major: 1, minor: 1)
        let same = map.corrected(by: [other: 3, .grid(0, 0): .nan, .grid(1, 1): .infinity, .grid(0, 1): 0])
        var copy = hall
        let plain = error(map, &copy, loss: 0)
        #expect(error(same, &hall, loss: 0) == plain)
    }
}
