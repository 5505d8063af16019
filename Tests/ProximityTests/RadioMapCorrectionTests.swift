import Beacons
import Proximity
import Randomness
import Testing
import Time

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

    @Test("residuals are of the map as it was surveyed, whether it is corrected or not, and relative to the receiver")
    func residuals() throws {
        var hall = SurveyedHall(seed: 9)
        let map = try #require(RadioMap(learnedFrom: hall.survey(scansPerCell: 20)))
        hall.offset = 4
        for correction in [0.0, -5] {
            // The same luck with either map.
            var walked = hall
            var filter = PlaceFilter(map: map.corrected(by: [.grid(0, 1): correction]))
            var now = Timestamp(seconds: 1_000)
            var (weak, others): ([Double], [Double]) = ([], [])
            for place in walked.walk(cells: 400) {
                for _ in 0..<6 {
                    now = now.advanced(bySeconds: 2)
                    var scan = walked.scan(at: place)
                    if let strength = scan[.grid(0, 1)] { scan[.grid(0, 1)] = strength - 5 }
                    guard filter.update(scan, at: now) != nil else { continue }
                    for (beacon, residual) in filter.residuals(of: scan) {
                        if beacon == .grid(0, 1) { weak.append(residual) } else { others.append(residual) }
                    }
                }
            }
            let difference =
                weak.reduce(0, +) / Double(weak.count) - others.reduce(0, +) / Double(others.count)
            #expect(weak.count > 100 && others.count > 500, "\(weak.count) \(others.count)")
            #expect(abs(difference + 5) < 1.5, "\(difference) with \(correction)")
        }
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
