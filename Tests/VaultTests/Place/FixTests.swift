import Testing
import Vault

@Suite("Positions")
struct FixTests {
    @Test("the ends of the ranges are positions")
    func allowed() {
        for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (0, 0)] {
            #expect(Fix(latitude: latitude, longitude: longitude, accuracy: 0) != nil)
        }
    }

    @Test(
        "what is no position on the Earth is none",
        arguments: [
            (90.0001, 0.0, 1.0), (-90.0001, 0, 1), (0, 180.0001, 1), (0, -180.0001, 1), (.nan, 0, 1), (0, .nan, 1),
            (0, 0, .nan), (0, 0, -0.1), (0, 0, .infinity), (.infinity, 0, 1), (0, -.infinity, 1), (0, 0, 1e9),
        ])
    func refused(latitude: Double, longitude: Double, accuracy: Double) {
        #expect(Fix(latitude: latitude, longitude: longitude, accuracy: accuracy) == nil)
    }

    @Test("a position shows itself in no text")
    func hidden() throws {
        let fix = try #require(Fix(latitude: 40.33, longitude: -3.77))
        #expect("\(fix)" == "[position]")
        #expect(String(reflecting: fix) == "[position]")
        let cell = try Lattice(side: .standard).enrol([fix]).cell
        #expect("\(cell)\(String(reflecting: cell))" == "[cell][cell]")
    }

    @Test("sides from 5 to 1,000 metres are allowed, and only these")
    func sides() {
        #expect(CellSide(metres: 4) == nil)
        #expect(CellSide(metres: 5)?.metres == 5)
        #expect(CellSide(metres: 1000)?.accuracyLimit == 500)
        #expect(CellSide(metres: 1001) == nil)
        #expect(CellSide.standard.metres == 50)
    }

    @Test("a helper is within half a cell, and exactly 16 bytes")
    func helpers() throws {
        #expect(PlaceHelper(y: 0.5, x: -0.5) != nil)
        #expect(PlaceHelper(y: 0.500001, x: 0) == nil)
        #expect(PlaceHelper(y: 0, x: .nan) == nil)
        let helper = try #require(PlaceHelper(y: 0.25, x: -0.125))
        #expect(PlaceHelper(bytes: helper.bytes) == helper)
        #expect(PlaceHelper(bytes: helper.bytes + [0]) == nil)
        #expect(PlaceHelper(bytes: helper.bytes.dropLast()) == nil)
        #expect(PlaceHelper(bytes: [UInt8](repeating: 0xFF, count: 16)) == nil)
    }
}
