import Basics
import Foundation
import Testing
import Vault

/// A row of the reference table: what is rejected at the place, and accepted so many metres beside it along an axis
/// and along the diagonal.
struct LatticeRates: Sendable, CustomTestStringConvertible {
    let side: UInt16
    let sigma: Double
    let rejected: Double
    let accepted: [(metres: Double, axis: Double, diagonal: Double)]

    var testDescription: String { "s = \(side) m, sigma = \(sigma) m" }

    static let all = [
        LatticeRates(
            side: 20, sigma: 3.25, rejected: 5.7e-3,
            accepted: [(25, 3.8e-6, 1.2e-4), (50, 0, 4e-28), (75, 0, 0), (100, 0, 0)]),
        LatticeRates(
            side: 20, sigma: 5, rejected: 1.02e-1,
            accepted: [(25, 1.7e-3, 4.6e-3), (50, 4e-15, 2e-13), (75, 0, 0), (100, 0, 0)]),
        LatticeRates(
            side: 50, sigma: 5, rejected: 2.5e-6,
            accepted: [(25, 0.50, 0.85), (50, 6.2e-7, 5.0e-4), (75, 0, 7e-16), (100, 0, 0)]),
        LatticeRates(
            side: 50, sigma: 10, rejected: 3.0e-2,
            accepted: [(25, 0.49, 0.58), (50, 7.5e-3, 2.5e-2), (75, 6e-7, 1.1e-5), (100, 2e-13, 2e-11)]),
        LatticeRates(
            side: 50, sigma: 20, rejected: 0.40,
            accepted: [(25, 0.38, 0.38), (50, 8.7e-2, 9.4e-2), (75, 5.9e-3, 7.5e-3), (100, 1.1e-4, 1.8e-4)]),
        LatticeRates(
            side: 100, sigma: 20, rejected: 3.0e-2,
            accepted: [(25, 0.87, 0.89), (50, 0.49, 0.58), (75, 0.11, 0.19), (100, 7.5e-3, 2.5e-2)]),
    ]

    /// sigma_t: the error of one measurement against the mean of 16.
    var total: Double { sigma * (1 + 1.0 / 16).squareRoot() }

    /// The probability that a measurement so many metres off on each axis falls into the cell.
    func acceptance(_ east: Double, _ north: Double) -> Double {
        let half = Double(side) / 2
        return [east, north].reduce(1) { product, offset in
            // From the far tail, where a difference of two numbers near 1 would leave nothing.
            product * (normalBelow((half - offset) / total) - normalBelow((-half - offset) / total))
        }
    }

    /// 1 - erf(s / (2 sqrt 2 sigma_t))^2.
    var rejection: Double {
        let inside = erf(Double(side) / (2 * 2.0.squareRoot() * total))
        return 1 - inside * inside
    }

    /// Every offset of the table in metres east and north, the place itself first.
    var offsets: [(east: Double, north: Double)] {
        var offsets = [(east: 0.0, north: 0.0)]
        for entry in accepted {
            let part = entry.metres / 2.0.squareRoot()
            offsets += [(entry.metres, 0), (part, part)]
        }
        return offsets
    }
}

@Suite("Rates of the lattice")
struct LatticeRatesTests {
    @Test("the formulas give the published table", arguments: LatticeRates.all)
    func table(rates: LatticeRates) {
        #expect(abs(rates.rejection - rates.rejected) <= 0.05 * rates.rejected)
        #expect(abs(1 - rates.acceptance(0, 0) - rates.rejection) < 1e-12)
        for entry in rates.accepted {
            let part = entry.metres / 2.0.squareRoot()
            for (computed, printed) in [
                (rates.acceptance(entry.metres, 0), entry.axis), (rates.acceptance(part, part), entry.diagonal),
            ] {
                // Two digits are printed, and the last one is rounded.
                #expect(abs(computed - printed) <= max(0.12 * printed, 1e-7), "at \(entry.metres) m")
            }
        }
    }

    @Test("the sides that keep rejections low are those that are documented")
    func ratios() {
        for (rejection, ratio) in [(1e-1, 3.90), (1e-2, 5.61), (1e-3, 6.96), (1e-4, 8.11)] {
            let inside = erf(ratio / (2 * 2.0.squareRoot()))
            #expect(abs(1 - inside * inside - rejection) < 0.02 * rejection)
        }
    }

    /// Places of every kind, the date line among them.
    private static let places = [(0.0, 9.0), (40.33, -3.77), (69.65, 18.96), (-54.8, -68.3), (-16.8, 179.99999)]

    @Test(
        "simulated people are let in and kept out as the formulas say", arguments: LatticeRates.all,
        0..<2 as Range<UInt64>)
    func simulation(rates: LatticeRates, seed: UInt64) throws {
        let trials = 1200
        let lattice = Lattice(side: try #require(CellSide(metres: rates.side)))
        var random = SplitMix64(seed: 1000 * seed + UInt64(rates.side) + UInt64(rates.sigma * 4))
        let offsets = rates.offsets
        var counts = [Int](repeating: 0, count: offsets.count)

        for trial in 0..<trials {
            let place = Self.places[trial % Self.places.count]
            // Somewhere else in a cell of the unmoved lattice each time.
            let (latitude, longitude) = (place.0 + random.uniform() * 1e-2, place.1 - random.uniform() * 1e-6)
            func measured(_ east: Double = 0, _ north: Double = 0) throws -> Fix {
                let noise = random.normalPair()
                return try fix(
                    latitude, longitude, east: east + noise.0 * rates.sigma, north: north + noise.1 * rates.sigma)
            }
            var enrolment: [Fix] = []
            for _ in 0..<16 { enrolment.append(try measured()) }
            let enrolled = try lattice.enrol(enrolment)
            for (index, offset) in offsets.enumerated() {
                let cell = try lattice.cell(at: measured(offset.east, offset.north), helper: enrolled.helper)
                if cell == enrolled.cell { counts[index] += 1 }
            }
        }
        for (offset, count) in zip(offsets, counts) {
            let expected = expectedCounts(rates.acceptance(offset.east, offset.north), of: trials)
            #expect(expected.contains(Double(count)), "\(offset): \(count) of \(trials), expected \(expected)")
        }
    }

    @Test("in 20,000 visits to a cell of 50 m with an error of 5 m, hardly anybody is sent away")
    func twentyThousand() throws {
        let lattice = Lattice(side: .standard)
        var random = SplitMix64(seed: 20_000)
        var (rejects, half, edge, far) = (0, 0, 0, 0)
        for _ in 0..<20_000 {
            // The mean of 16 measurements, drawn as one.
            let start = random.normalPair()
            let enrolled = try lattice.enrol([fix(40.33, -3.77, east: start.0 * 1.25, north: start.1 * 1.25)])
            func isIn(_ east: Double) throws -> Bool {
                let noise = random.normalPair()
                let visit = try fix(40.33, -3.77, east: east + noise.0 * 5, north: noise.1 * 5)
                return try lattice.cell(at: visit, helper: enrolled.helper) == enrolled.cell
            }
            if try !isIn(0) { rejects += 1 }
            if try isIn(25) { half += 1 }
            if try isIn(35) { edge += 1 }
            if try isIn(75) { far += 1 }
        }
        #expect(rejects <= 2)
        #expect(abs(Double(half) / 20_000 - 0.500) <= 0.0141)
        #expect(abs(Double(edge) / 20_000 - 0.02617) <= 0.0045)
        #expect(far == 0)
    }
}

/// A position so many metres beside another, which must not be at a pole.
func fix(
    _ latitude: Double, _ longitude: Double, east: Double = 0, north: Double = 0, accuracy: Double = 0
) throws -> Fix {
    let degrees = 180 / (Double.pi * Lattice.earthRadius)
    let moved = longitude + east * degrees / cos(latitude * .pi / 180)
    let wrapped = moved > 180 ? moved - 360 : moved < -180 ? moved + 360 : moved
    return try #require(Fix(latitude: latitude + north * degrees, longitude: wrapped, accuracy: accuracy))
}
