import Basics
import Exposure
import Testing

@Suite("Borders")
struct BorderSimplifierTests {
    /// A grid of areas whose borders wander, each corner the same for all that share it.
    private func country(_ random: inout SplitMix64, side: Int = 4, steps: Int = 24) -> [ZoneArea] {
        var wander: [[Int]: Double] = [:]
        func point(_ x: Double, _ y: Double) -> GeoPoint {
            let key = [Int((x * 1000).rounded()), Int((y * 1000).rounded())]
            if wander[key] == nil { wander[key] = Double.random(in: -0.01...0.01, using: &random) }
            return GeoPoint(longitude: x + (wander[key] ?? 0), latitude: 40 + y + (wander[key] ?? 0) / 2)
        }
        return (0..<side * side).map { number in
            let (x, y) = (Double(number % side), Double(number / side))
            let shares = (0..<steps).map { Double($0) / Double(steps) }
            let ring =
                shares.map { point(x + $0, y) } + shares.map { point(x + 1, y + $0) }
                + shares.map { point(x + 1 - $0, y + 1) } + shares.map { point(x, y + 1 - $0) }
            return ZoneArea(
                code: "\(number)", name: "\(number)", shape: ZoneShape(polygons: [ZonePolygon(rings: [ring])]))
        }
    }

    @Test(
        "neighbours keep one border: every corner inside the country belongs to all that meet there",
        arguments: 0..<16 as Range<UInt64>)
    func sharedBorders(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let areas = country(&random)
        let simple = BorderSimplifier.simplify(areas, tolerance: 0.02)
        #expect(simple.map(\.code) == areas.map(\.code))
        let before = areas.reduce(0) { $0 + $1.shape.pointCount }
        let after = simple.reduce(0) { $0 + $1.shape.pointCount }
        #expect(after * 5 < before)
        // Without gaps and overlaps every inner edge is walked once in each direction.
        var edges: [[GeoPoint]: Int] = [:]
        for ring in simple.flatMap({ $0.shape.polygons.flatMap(\.rings) }) {
            for index in ring.indices {
                let edge = [ring[index], ring[(index + 1) % ring.count]]
                edges[edge, default: 0] += 1
            }
        }
        #expect(edges.values.allSatisfy { $0 == 1 })
        let alone = edges.keys.filter { edges[$0.reversed()] == nil }
        // The rim of the country: 16 sides of areas, a few edges each.
        #expect(alone.count < 100 && alone.allSatisfy { edge in edge.allSatisfy(isOnRim) })
    }

    private func isOnRim(_ point: GeoPoint) -> Bool {
        let (x, y) = (point.longitude, point.latitude - 40)
        return min(abs(x), abs(x - 4), abs(y), abs(y - 4)) < 0.02
    }

    @Test("no area vanishes, however small, thin or ragged", arguments: 0..<32 as Range<UInt64>)
    func nothingVanishes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let areas = (0..<20).map { number in
            let size = pow10(-Int.random(in: 0...5, using: &random))
            let origin = (Double.random(in: -170...170, using: &random), Double.random(in: -80...80, using: &random))
            let ring = (0..<Int.random(in: 3...40, using: &random)).map { _ in
                GeoPoint(
                    longitude: origin.0 + Double.random(in: 0...size, using: &random),
                    latitude: origin.1 + Double.random(in: 0...size, using: &random))
            }
            return ZoneArea(
                code: "\(number)", name: "x", shape: ZoneShape(polygons: [ZonePolygon(rings: [ring, ring])]))
        }
        for area in BorderSimplifier.simplify(areas, tolerance: 0.02) {
            #expect(area.shape.polygons.count == 1 && area.shape.polygons[0].rings.count == 2)
            #expect(area.shape.polygons[0].rings.allSatisfy { $0.count >= 3 })
        }
    }

    private func pow10(_ exponent: Int) -> Double {
        (0..<(-exponent)).reduce(1) { value, _ in value / 10 }
    }

    @Test("an enclave and the hole around it stay the same border")
    func enclave() {
        let hole = (0..<60).map { step in
            let angle = Double(step) / 60 * 2 * Double.pi
            return GeoPoint(longitude: 5 + cosine(angle), latitude: 5 + cosine(angle - Double.pi / 2))
        }
        let outer = [(0.0, 0.0), (10, 0), (10, 10), (0, 10)].map { GeoPoint(longitude: $0.0, latitude: $0.1) }
        let simple = BorderSimplifier.simplify(
            [
                ZoneArea(
                    code: "A", name: "A", shape: ZoneShape(polygons: [ZonePolygon(rings: [outer, hole.reversed()])])),
                ZoneArea(code: "B", name: "B", shape: ZoneShape(polygons: [ZonePolygon(rings: [hole])])),
            ], tolerance: 0.1)
        let around = simple[0].shape.polygons[0].rings[1]
        let inside = simple[1].shape.polygons[0].rings[0]
        #expect(Set(around) == Set(inside) && inside.count < 30)
    }

    private func cosine(_ angle: Double) -> Double {
        // The series is enough here, and needs no Foundation.
        var (sum, term) = (1.0, 1.0)
        for index in 1..<30 {
            term *= -angle * angle / Double((2 * index - 1) * (2 * index))
            sum += term
        }
        return sum
    }

    @Test("the point for a mark lies inside, of a crescent and beside a hole too")
    func representativePoint() {
        let crescent: [(Double, Double)] = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 9), (9, 9), (9, 1), (0, 1)]
        let square: [(Double, Double)] = [(0, 0), (6, 0), (6, 6), (0, 6)]
        let hole: [(Double, Double)] = [(1, 1), (5, 1), (5, 5), (1, 5)]
        func ring(_ corners: [(Double, Double)]) -> [GeoPoint] {
            corners.map { GeoPoint(longitude: $0.0, latitude: $0.1) }
        }
        for rings in [[ring(crescent)], [ring(square), ring(hole)]] {
            let shape = ZoneShape(polygons: [ZonePolygon(rings: rings)])
            #expect(shape.contains(shape.representativePoint))
        }
        let holed = ZonePolygon(rings: [ring(square), ring(hole)])
        #expect(!holed.contains(GeoPoint(longitude: 3, latitude: 3)))
        #expect(holed.contains(GeoPoint(longitude: 0.5, latitude: 3)))
    }
}
