import Basics
import Foundation
import Testing
import Vault

@Suite("The lattice")
struct LatticeTests {
    private let lattice = Lattice(side: .standard)

    @Test("a place is found again at its very position, wherever it is", arguments: 0..<32 as Range<UInt64>)
    func same(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let side = try #require(CellSide(metres: .random(in: CellSide.allowed, using: &random)))
            let lattice = Lattice(side: side)
            let place = try #require(
                Fix(latitude: 180 * random.uniform() - 90, longitude: 360 * random.uniform() - 180))
            let enrolled = try lattice.enrol([place])
            #expect(try lattice.cell(at: place, helper: enrolled.helper) == enrolled.cell)
            #expect(enrolled.cell.side == side)
            #expect(enrolled.cell.column >= 0)
            // The same through the bytes that are kept.
            #expect(PlaceHelper(bytes: enrolled.helper.bytes) == enrolled.helper)
        }
    }

    @Test("the cell is the square of half a side about the place", arguments: 0..<32 as Range<UInt64>)
    func extent(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (latitude, longitude) = (160 * random.uniform() - 80, 360 * random.uniform() - 180)
        let enrolled = try lattice.enrol([fix(latitude, longitude)])
        for (east, north) in [(24.9, 0.0), (-24.9, 0), (0, 24.9), (0, -24.9), (24.9, 24.9), (-24.9, -24.9)] {
            let visit = try fix(latitude, longitude, east: east, north: north)
            #expect(try lattice.cell(at: visit, helper: enrolled.helper) == enrolled.cell)
        }
        for (east, north) in [(25.2, 0.0), (-25.2, 0), (0, 25.2), (0, -25.2), (25.2, 25.2)] {
            let visit = try fix(latitude, longitude, east: east, north: north)
            #expect(try lattice.cell(at: visit, helper: enrolled.helper) != enrolled.cell)
        }
    }

    @Test("all eight neighbours are other cells, and differ from each other", arguments: 0..<32 as Range<UInt64>)
    func neighbours(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (latitude, longitude) = (170 * random.uniform() - 85, 360 * random.uniform() - 180)
        let enrolled = try lattice.enrol([fix(latitude, longitude)])
        var cells: Set<Cell> = []
        for (east, north) in [(-1.0, -1.0), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let visit = try fix(latitude, longitude, east: 50 * east, north: 50 * north)
            cells.insert(try lattice.cell(at: visit, helper: enrolled.helper))
        }
        #expect(cells.count == 9)
        #expect(cells.contains(enrolled.cell))
    }

    @Test("the helper is uniform over the cell, in cells of either parity alike")
    func uniformity() throws {
        var random = SplitMix64(seed: 7)
        let (trials, bins) = (20_000, 6)
        var counts = [Int](repeating: 0, count: 4 * bins * bins)
        func bin(_ value: Double) -> Int { min(bins - 1, Int((value + 0.5) * Double(bins))) }
        for _ in 0..<trials {
            let place = try fix(40 + random.uniform(), -4 + random.uniform())
            let enrolled = try lattice.enrol([place])
            let parity = Int((enrolled.cell.row & 1) * 2 + (enrolled.cell.column & 1))
            counts[(parity * bins + bin(enrolled.helper.y)) * bins + bin(enrolled.helper.x)] += 1
        }
        let expected = Double(trials) / Double(counts.count)
        let square = counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        // The mean of chi-square is its degrees of freedom, its variance twice that.
        let freedom = Double(counts.count - 1)
        #expect(abs(square - freedom) < 4.5 * (2 * freedom).squareRoot())
    }

    @Test("a place beside the date line is found from its other side", arguments: [0.0, 51.3, -16.8, 68.9])
    func dateLine(latitude: Double) throws {
        for start in [179.99999, -179.99999, 180, -180] {
            let enrolled = try lattice.enrol([fix(latitude, start)])
            for east in [-20.0, -3, 3, 20] {
                let visit = try fix(latitude, start, east: east)
                #expect(try lattice.cell(at: visit, helper: enrolled.helper) == enrolled.cell, "\(start) \(east)")
            }
            for east in [-60.0, 60] {
                let visit = try fix(latitude, start, east: east)
                #expect(try lattice.cell(at: visit, helper: enrolled.helper) != enrolled.cell)
            }
        }
    }

    @Test("measurements on both sides of the date line have their mean on it, and not in Greenwich")
    func meanAcross() throws {
        let enrolled = try lattice.enrol([fix(10, 179.99995), fix(10, -179.99995), fix(10, 180), fix(10, -180)])
        #expect(try lattice.cell(at: fix(10, 180), helper: enrolled.helper) == enrolled.cell)
        #expect(try lattice.cell(at: fix(10, 180, east: 24), helper: enrolled.helper) == enrolled.cell)
        #expect(try lattice.cell(at: fix(10, -180, east: -24), helper: enrolled.helper) == enrolled.cell)
    }

    @Test("a column is the same on both sides of Greenwich")
    func greenwich() throws {
        let enrolled = try lattice.enrol([fix(51.4778, 0)])
        #expect(enrolled.cell.column == 0)
        for east in [-20.0, -1e-7, 1e-7, 20] {
            #expect(try lattice.cell(at: fix(51.4778, 0, east: east), helper: enrolled.helper) == enrolled.cell)
        }
    }

    @Test("at a pole every longitude is the same place", arguments: [90.0, -90])
    func pole(latitude: Double) throws {
        let enrolled = try lattice.enrol([#require(Fix(latitude: latitude, longitude: 0))])
        for longitude in stride(from: -180.0, through: 180, by: 30) {
            for offset in [0.0, 1e-5, 1e-4] {
                let visit = try #require(
                    Fix(latitude: latitude - offset * latitude.sign.factor, longitude: longitude))
                #expect(try lattice.cell(at: visit, helper: enrolled.helper) == enrolled.cell)
            }
        }
        let away = try #require(Fix(latitude: latitude - 0.001 * latitude.sign.factor, longitude: 0))
        #expect(try lattice.cell(at: away, helper: enrolled.helper) != enrolled.cell)
    }

    @Test("close to a pole, a step of five metres in any direction stays", arguments: 0..<32 as Range<UInt64>)
    func nearPole(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            // Metres on the plane that touches the pole.
            let (distance, angle) = (10 + 300 * random.uniform(), 2 * Double.pi * random.uniform())
            let place = try polar(distance * cos(angle), distance * sin(angle))
            let step = 2 * Double.pi * random.uniform()
            let visit = try polar(distance * cos(angle) + 5 * cos(step), distance * sin(angle) + 5 * sin(step))
            let enrolled = try lattice.enrol([place])
            #expect(try lattice.cell(at: visit, helper: enrolled.helper) == enrolled.cell, "\(distance) m")
        }
    }

    private func polar(_ x: Double, _ y: Double) throws -> Fix {
        let distance = (x * x + y * y).squareRoot()
        return try #require(
            Fix(
                latitude: 90 - distance / Lattice.earthRadius * 180 / .pi, longitude: atan2(y, x) * 180 / .pi))
    }

    @Test("a measurement worse than the cell is refused, at the enrolment and later")
    func coarse() throws {
        let refused = PlaceFault.tooCoarse(accuracy: 25.1, limit: 25)
        let enrolled = try lattice.enrol([fix(40, 3, accuracy: 25)])
        _ = try lattice.cell(at: fix(40, 3, accuracy: 25), helper: enrolled.helper)
        #expect(throws: refused) { try lattice.enrol([fix(40, 3), fix(40, 3, accuracy: 25.1)]) }
        #expect(throws: refused) { try lattice.cell(at: fix(40, 3, accuracy: 25.1), helper: enrolled.helper) }
    }

    @Test("no measurement, and measurements that are not of one place, are refused")
    func scattered() throws {
        #expect(throws: PlaceFault.noFix) { try lattice.enrol([]) }
        _ = try lattice.enrol([fix(40, 3), fix(40, 3, east: 100)])
        #expect(throws: PlaceFault.self) { try lattice.enrol([fix(40, 3), fix(40, 3, east: 500)]) }
        // Two opposite points have no middle.
        #expect(throws: PlaceFault.self) { try lattice.enrol([fix(0, 0), fix(0, 180)]) }
    }

    @Test("one outlier among sixteen is noticed")
    func outlier() throws {
        let good = try (0..<15).map { try fix(40, 3, east: Double($0)) }
        #expect(throws: PlaceFault.self) { try lattice.enrol(good + [fix(40, 3, north: 1000)]) }
    }

    @Test("the outline holds what the cell accepts", arguments: 0..<32 as Range<UInt64>)
    func outline(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (latitude, longitude) = (160 * random.uniform() - 80, 358 * random.uniform() - 179)
        let enrolled = try lattice.enrol([fix(latitude, longitude)])
        let visit = try fix(
            latitude, longitude, east: 40 * random.uniform() - 20, north: 40 * random.uniform() - 20)
        let corners = lattice.outline(around: visit, helper: enrolled.helper)
        // It is the enrolled cell, whose centre is the place; to a few centimetres, for the sides are bent.
        let middle = corners.reduce((0.0, 0.0)) { ($0.0 + $1.latitude / 4, $0.1 + $1.longitude / 4) }
        #expect(abs(middle.0 - latitude) * 111_195 < 0.1)
        let around = (middle.1 - longitude).truncatingRemainder(dividingBy: 360)
        #expect(abs(around) * 111_195 * cos(latitude * .pi / 180) < 0.1)
        #expect(abs((corners[2].latitude - corners[1].latitude) * 111_195 - 50) < 0.1)
        let unmoved = lattice.outline(around: visit, helper: nil)
        #expect(abs(unmoved.reduce(0) { $0 + $1.latitude / 4 } - visit.latitude) * 111_195 < 0.1)
    }
}

extension FloatingPointSign {
    fileprivate var factor: Double { self == .minus ? -1 : 1 }
}
