import Basics
import Exposure

/// The country of the demo: an island that does not exist, of 12 regions of four municipalities each.
///
/// The corners of a lattice are moved a little and joined by wandering lines, so that neighbours share every border.
struct DemoCountry: Sendable {
    /// An area of the country.
    struct Area: Sendable {
        let code: String
        let name: String
        /// Corners as longitude and latitude, closed from the last to the first.
        let border: [GeoPoint]
    }

    /// A municipality with what its epidemic needs.
    struct Municipality: Sendable {
        let code: String
        let region: Int
        let population: Int
        /// Where it lies between the west, 0, and the east, 1.
        let eastward: Double
    }

    /// The regions, west to east and south to north.
    let regions: [Area]
    /// The municipalities, four after another of each region.
    let municipalities: [Area]
    /// The same municipalities with their people.
    let people: [Municipality]

    private static let names = [
        "Costa de Bruma", "Marisma Honda", "Llano del Faro", "Isleta Tordo", "Ribera Alta", "Valdeluna", "Olmedal",
        "Tierra de Nimbo", "Sierra Trotamar", "Peñaclara", "Campo Lirio", "Cabo Pasoleve",
    ]
    private static let places = ["Puente", "Fuente", "Torre", "Prado"]
    private static let columns = 8
    private static let rows = 6

    /// The country that a seed makes.
    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let lattice = Lattice(columns: Self.columns, rows: Self.rows, using: &random)
        var regions: [Area] = []
        var municipalities: [Area] = []
        var people: [Municipality] = []
        for number in Self.names.indices {
            let (column, row) = (number % 4 * 2, number / 4 * 2)
            let code = Self.padded(number + 1, 2)
            let name = Self.names[number]
            regions.append(Area(code: code, name: name, border: lattice.border(column, row, size: 2)))
            for part in 0..<4 {
                let (x, y) = (column + part % 2, row + part / 2)
                let own = "\(code)\(Self.padded(part + 1, 3))"
                let isCapital = name == "Valdeluna" && part == 0
                municipalities.append(
                    Area(
                        code: own, name: isCapital ? name : "\(Self.places[part]) de \(name)",
                        border: lattice.border(x, y, size: 1)))
                people.append(
                    Municipality(
                        code: own, region: number,
                        population: isCapital ? 310_000 : Int.random(in: 60...900, using: &random) * 100,
                        eastward: (Double(x) + random.uniform()) / Double(Self.columns)))
            }
        }
        self.regions = regions
        self.municipalities = municipalities
        self.people = people
    }

    /// Areas as a file of GeoJSON.
    static func geoJSON(_ areas: [Area]) -> [UInt8] {
        let features = areas.map { area in
            let corners = (area.border + area.border.prefix(1)).map { "[\($0.longitude),\($0.latitude)]" }
            return """
                {"type":"Feature","properties":{"code":"\(area.code)","name":"\(area.name)"},\
                "geometry":{"type":"Polygon","coordinates":[[\(corners.joined(separator: ","))]]}}
                """
        }
        return Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8)
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

/// Points of a country and the lines between neighbours.
private struct Lattice {
    /// The points by row and column.
    private let points: [[GeoPoint]]
    private var eastward: [[[GeoPoint]]] = []
    private var northward: [[[GeoPoint]]] = []

    init(columns: Int, rows: Int, using random: inout SplitMix64) {
        func moved(_ index: Int, of last: Int) -> Double {
            let reach = index == 0 || index == last ? 0.3 : 0.55
            return 2 * (Double(index) + (random.uniform() - 0.5) * reach) / Double(last) - 1
        }
        let points = (0...rows).map { row in
            (0...columns).map { Self.point(moved($0, of: columns), moved(row, of: rows)) }
        }
        self.points = points
        eastward = (0...rows).map { row in
            (0..<columns).map { Self.line(points[row][$0], points[row][$0 + 1], depth: 4, using: &random) }
        }
        northward = (0..<rows).map { row in
            (0...columns).map { Self.line(points[row][$0], points[row + 1][$0], depth: 4, using: &random) }
        }
    }

    /// A place on the island, which is rounder than a square, in the middle of an ocean.
    private static func point(_ u: Double, _ v: Double) -> GeoPoint {
        GeoPoint(
            longitude: -31 + 2.4 * u * max(0, 1 - 0.42 * v * v).squareRoot() * (1 - 0.16 * v) + 0.3 * v,
            latitude: 33 + 1.5 * v * max(0, 1 - 0.42 * u * u).squareRoot() * (1 + 0.22 * u) + 0.16 * u * u)
    }

    /// A line whose middle is moved aside, and the middles of its halves, and so on; without its last point.
    private static func line(
        _ from: GeoPoint, _ to: GeoPoint, depth: Int, using random: inout SplitMix64
    ) -> [GeoPoint] {
        guard depth > 0 else { return [from] }
        let share = (random.uniform() - 0.5) * 0.34
        let (dx, dy) = (to.longitude - from.longitude, to.latitude - from.latitude)
        let middle = GeoPoint(
            longitude: (from.longitude + to.longitude) / 2 - share * dy,
            latitude: (from.latitude + to.latitude) / 2 + share * dx)
        return line(from, middle, depth: depth - 1, using: &random)
            + line(middle, to, depth: depth - 1, using: &random)
    }

    /// The border of a square of the lattice, counter-clockwise from its south-western corner.
    func border(_ column: Int, _ row: Int, size: Int) -> [GeoPoint] {
        let steps = 0..<size
        let south = steps.flatMap { eastward[row][column + $0] }
        let east = steps.flatMap { northward[row + $0][column + size] }
        let north = steps.flatMap { eastward[row + size][column + $0] }
        let west = steps.flatMap { northward[row + $0][column] }
        // A line lacks its last point, which is where the next one begins; backwards, that point comes first.
        return south + east + backwards(north, from: points[row + size][column + size])
            + backwards(west, from: points[row + size][column])
    }

    private func backwards(_ line: [GeoPoint], from end: GeoPoint) -> [GeoPoint] {
        [end] + line.dropFirst().reversed()
    }
}
