import Basics
import Beacons
import Proximity
import Testing

@Suite("Surveys")
struct SurveyTests {
    private let start = Timestamp(milliseconds: 1_795_253_400_000)

    @Test("a scan is what two seconds have, to the whole decibel")
    func scan() {
        var window = ScanWindow()
        #expect(window.scan(at: start) == nil)
        window.hear(.grid(0, 0), strength: -60)
        window.hear(.grid(0, 0), strength: -63)
        window.hear(.grid(0, 1), strength: 127)
        window.hear(.grid(0, 2), strength: -128)
        let early = window.scan(at: start.advanced(byMilliseconds: 1999))
        #expect(early == nil)
        let scan = window.scan(at: start.advanced(byMilliseconds: 2000))
        #expect(scan == [.grid(0, 0): -61])
        let silent = window.scan(at: start.advanced(byMilliseconds: 4000))
        #expect(silent == [:], "silence is a scan too")
    }

    @Test("a clock that was set, and a pause, are no scan", arguments: [-3_600_000, 3_600_000, .min, .max] as [Int64])
    func clocks(jump: Int64) {
        var window = ScanWindow()
        _ = window.scan(at: start)
        window.hear(.grid(0, 0), strength: -60)
        let after = start.advanced(byMilliseconds: jump)
        #expect(window.scan(at: after) == nil)
        #expect(window.scan(at: after.advanced(byMilliseconds: 2000)) == (jump == .max ? nil : [:]))
    }

    @Test("coverage names the largest gaps, apart from one another")
    func coverage() {
        let none = SurveyCoverage(of: [], width: 40, height: 20)
        #expect(none.share == 0 && none.missing.count == 3)
        var places: [PlanPoint] = []
        for x in stride(from: 2.0, to: 20, by: 4) {
            for y in stride(from: 2.0, to: 20, by: 4) { places.append(PlanPoint(x: x, y: y)) }
        }
        let half = SurveyCoverage(of: places, width: 40, height: 20)
        #expect(half.share > 0.5 && half.share < 0.7)
        #expect(half.missing.allSatisfy { $0.x > 22 })
        #expect(half.missing.first.map { $0.x > 37 } == true)
        let whole = SurveyCoverage(of: places + places.map { PlanPoint(x: $0.x + 20, y: $0.y) }, width: 40, height: 20)
        #expect(whole.share == 1 && whole.missing.isEmpty)
        let hostile = SurveyCoverage(of: places, width: .infinity, height: -1)
        #expect(hostile.share >= 0 && hostile.share <= 1)
    }

    @Test("what a map covers is around the places where somebody scanned")
    func covered() throws {
        let survey = (0..<4).map {
            SurveyReading(place: PlanPoint(x: Double($0) * 3, y: 0), strengths: [.grid(0, 0): -60])
        }
        let map = try #require(RadioMap(learnedFrom: survey))
        #expect(map.covers(PlanPoint(x: 4, y: 2)))
        #expect(!map.covers(PlanPoint(x: 4, y: 9)))
        #expect(map.covers(PlanPoint(x: 4, y: 9), within: 5))
    }
}
