import Beacons
import Proximity
import Testing

@Suite("Radio maps")
struct RadioMapTests {
    private func reading(_ x: Double, _ y: Double, _ strengths: [BeaconIdentity: Double] = [.grid(0, 0): -70])
        -> SurveyReading
    {
        SurveyReading(place: PlanPoint(x: x, y: y), strengths: strengths)
    }

    @Test("a survey of nothing teaches nothing")
    func nothing() {
        #expect(RadioMap(learnedFrom: []) == nil)
        #expect(RadioMap(learnedFrom: [reading(.nan, 1), reading(1, .infinity)]) == nil)
    }

    @Test("a place between surveyed ones is filled in, one outside them is not")
    func filledIn() throws {
        let map = try #require(
            RadioMap(learnedFrom: [reading(0, 0), reading(1, 0), reading(2, 0), reading(0, 1), reading(2, 1)]))
        #expect(map.spacing == 1)
        #expect(map.places.contains(PlanPoint(x: 1, y: 1)))
        #expect(map.places.count == 6)
    }

    @Test("strengths that are none, and more than the limits, are left out")
    func bounded() throws {
        let hostile = (0..<600).map { index in
            reading(Double(index % 50), Double(index / 50), [.grid(index, 0): -60, .grid(index, 1): 127])
        }
        let map = try #require(RadioMap(learnedFrom: hostile))
        #expect(map.beacons.count == RadioMap.limits.beacons)
        #expect(map.places.count == 600)
        #expect(map.beacons.allSatisfy { $0.minor == 0 })
    }

    @Test("one place and one beacon are a map")
    func single() throws {
        let map = try #require(RadioMap(learnedFrom: [reading(3, 4)]))
        #expect(map.places == [PlanPoint(x: 3, y: 4)] && map.spacing == 1)
    }
}
