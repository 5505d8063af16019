/// A point on Earth in degrees of WGS 84.
public struct GeoPoint: Hashable, Sendable {
    /// Degrees east of Greenwich, −180 to 180.
    public let longitude: Double
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Double

    /// The point at these degrees.
    public init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }
}

/// A surface with one outer border and the borders of its holes; each is closed from its last corner to its first.
public struct ZonePolygon: Equatable, Sendable {
    /// The outer border first, then those of the holes; each has at least three corners.
    public var rings: [[GeoPoint]]

    /// The surface within these borders.
    public init(rings: [[GeoPoint]]) {
        self.rings = rings
    }

    /// Square degrees within the outer border, by the shoelace formula.
    var outerArea: Double {
        rings.first.map { ZonePolygon.area(of: $0) } ?? 0
    }

    /// Square degrees within one border.
    static func area(of ring: [GeoPoint]) -> Double {
        guard var last = ring.last else { return 0 }
        // Sums about the first corner, so that a small island far from the origin keeps its digits.
        let origin = last
        var doubled = 0.0
        for point in ring {
            doubled +=
                (last.longitude - origin.longitude) * (point.latitude - origin.latitude)
                - (point.longitude - origin.longitude) * (last.latitude - origin.latitude)
            last = point
        }
        return abs(doubled) / 2
    }

    /// The longitudes at which the borders cross a latitude, in order: inside lies between the first two, and so on.
    func crossings(latitude: Double) -> [Double] {
        var found: [Double] = []
        for ring in rings {
            guard var last = ring.last else { continue }
            for point in ring {
                // Half open, so that a corner on the line counts once.
                if (last.latitude > latitude) != (point.latitude > latitude) {
                    let share = (latitude - last.latitude) / (point.latitude - last.latitude)
                    found.append(last.longitude + share * (point.longitude - last.longitude))
                }
                last = point
            }
        }
        return found.sorted()
    }

    /// Whether the point lies inside and in no hole.
    public func contains(_ point: GeoPoint) -> Bool {
        crossings(latitude: point.latitude).count { $0 > point.longitude } % 2 == 1
    }

    /// A point well inside: the middle of the longest stretch on 31 lines from south to north.
    var interiorPoint: (point: GeoPoint, length: Double)? {
        let latitudes = rings.first?.map(\.latitude) ?? []
        guard let south = latitudes.min(), let north = latitudes.max() else { return nil }
        var best: (point: GeoPoint, length: Double)?
        for line in 1...31 {
            let latitude = south + (north - south) * Double(line) / 32
            let crossings = crossings(latitude: latitude)
            for index in stride(from: 0, to: crossings.count - 1, by: 2) {
                let length = crossings[index + 1] - crossings[index]
                guard length > best?.length ?? 0 else { continue }
                let middle = (crossings[index] + crossings[index + 1]) / 2
                best = (GeoPoint(longitude: middle, latitude: latitude), length)
            }
        }
        return best
    }
}

/// The surface of an area: one polygon or several, as of islands.
public struct ZoneShape: Equatable, Sendable {
    /// The polygons, at least one.
    public var polygons: [ZonePolygon]

    /// The surface of these polygons.
    public init(polygons: [ZonePolygon]) {
        self.polygons = polygons
    }

    /// How many corners it has.
    public var pointCount: Int {
        polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } }
    }

    /// Square degrees within the outer borders, holes included.
    public var surface: Double {
        polygons.reduce(0) { $0 + $1.outerArea }
    }

    /// Whether a border jumps from one side of the 180th meridian to the other, which RFC 7946 (section 3.1.9) wants cut.
    ///
    /// Such an area is drawn around the whole Earth. The edge of a cut area lies on the meridian itself.
    public var crossesAntimeridian: Bool {
        polygons.contains { polygon in
            polygon.rings.contains { ring in
                zip(ring, ring.dropFirst() + ring.prefix(1)).contains { one, other in
                    abs(one.longitude - other.longitude) > 180
                        && (abs(one.longitude) < 180 || abs(other.longitude) < 180)
                }
            }
        }
    }

    /// Whether the point lies inside.
    public func contains(_ point: GeoPoint) -> Bool {
        polygons.contains { $0.contains(point) }
    }

    /// A point inside the largest polygon, at which a mark for the whole area can stand.
    ///
    /// The centroid would not do: that of a crescent lies outside.
    public var representativePoint: GeoPoint {
        let largest = polygons.max { $0.outerArea < $1.outerArea }
        let corner = largest?.rings.first?.first ?? GeoPoint(longitude: 0, latitude: 0)
        return largest?.interiorPoint?.point ?? corner
    }
}

/// An area of a map.
public struct ZoneArea: Equatable, Sendable {
    /// What the files of cases call it, as `09` or `09002`: 1 to 16 letters, digits, `-` and `_`.
    public let code: String
    /// The name that people read, 1 to 120 characters.
    public let name: String
    /// Its surface.
    public var shape: ZoneShape

    /// An area of a map.
    public init(code: String, name: String, shape: ZoneShape) {
        self.code = code
        self.name = name
        self.shape = shape
    }
}
