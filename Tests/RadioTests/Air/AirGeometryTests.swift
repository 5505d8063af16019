import Basics
import Testing

@testable import Radio

@Suite("Geometry and propagation in the air")
struct AirGeometryTests {
    private let wall = Wall(from: AirPosition(x: 0, y: 0), to: AirPosition(x: 10, y: 0), attenuation: 6)

    @Test("a wall separates points on its two sides and no others")
    func separates() {
        #expect(wall.separates(AirPosition(x: 5, y: -1), AirPosition(x: 5, y: 1)))
        #expect(wall.separates(AirPosition(x: -1, y: -3), AirPosition(x: 4, y: 3)))
        #expect(wall.separates(AirPosition(x: 10, y: -1), AirPosition(x: 10, y: 1)))
        #expect(!wall.separates(AirPosition(x: 5, y: 1), AirPosition(x: 6, y: 2)))
        #expect(!wall.separates(AirPosition(x: 12, y: -1), AirPosition(x: 12, y: 1)))
        #expect(!wall.separates(AirPosition(x: 9, y: 4), AirPosition(x: 15, y: -3)))
    }

    @Test("which end comes first, and who looks at whom, does not matter", arguments: 0..<32 as Range<UInt64>)
    func symmetric(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let points = (0..<4).map { _ in
                AirPosition(x: (random.uniform() * 20).rounded(), y: (random.uniform() * 20).rounded())
            }
            let one = Wall(from: points[0], to: points[1], attenuation: 1)
            let other = Wall(from: points[1], to: points[0], attenuation: 1)
            #expect(one.separates(points[2], points[3]) == other.separates(points[3], points[2]))
        }
    }

    @Test("the loss follows the log-distance law and stops growing near by")
    func loss() {
        let model = PropagationModel.indoor
        #expect(model.loss(atDistance: 1) == 0)
        #expect(abs(model.loss(atDistance: 10) - 22) < 1e-9)
        #expect(abs(model.loss(atDistance: 100) - 44) < 1e-9)
        #expect(model.loss(atDistance: 0) == model.loss(atDistance: 0.1))
    }

    @Test("deviates are normal enough: mean, spread, symmetry, tails")
    func deviates() {
        var random = SplitMix64(seed: 5)
        let count = 200_000
        let values = (0..<count).map { _ in Deviate.normal(random.next()) }
        let mean = values.reduce(0, +) / Double(count)
        let variance = values.reduce(0) { $0 + $1 * $1 } / Double(count)
        #expect(abs(mean) < 0.01)
        #expect(abs(variance - 1) < 0.01)
        func share(beyond limit: Double) -> Double {
            Double(values.count { $0 > limit }) / Double(count)
        }
        #expect(abs(share(beyond: 1) - 0.1587) < 0.005)
        #expect(abs(share(beyond: 2) - 0.0228) < 0.003)
        #expect(values.allSatisfy { abs($0) <= Deviate.greatest })
        #expect(abs(Deviate.normal(.max) - Deviate.greatest) < 0.01)
    }
}
