import Encodings
import Exposure
import LoyaltyService

/// Reads areas from GeoJSON (RFC 7946): a collection of features with polygons, a code and a name.
///
/// All or nothing: a file with any fault is refused with the places of its faults.
package enum GeoJSONAreas {
    /// The properties that may hold an area's code, the first that there is counts; compared without case.
    static let codeNames = ["code", "cvegeo", "cve_ent", "cve_mun", "cve", "clave", "iso"]
    /// The properties that may hold an area's name.
    static let nameNames = ["name", "nombre", "nom_mun", "nom_ent", "nomgeo"]

    /// The areas that a file describes, with the borders as they are in it.
    package static func read(_ bytes: [UInt8]) throws(ZoneFileFaults) -> [ZoneArea] {
        guard bytes.count <= ZoneFileLimits.bytes else {
            throw ZoneFileFaults([ZoneFileFault(line: 1, column: 1, "the file has more than 16 MiB")])
        }
        let root: JSONTree
        do {
            root = try JSONTree(parsing: bytes)
        } catch {
            let fault = JSONSyntaxError(error, in: bytes)
            let place = fault.position(in: bytes)
            throw ZoneFileFaults([ZoneFileFault(line: place.line, column: place.column, fault.message)])
        }
        var reader = GeoJSONReader()
        let areas = reader.collection(root)
        guard reader.faults.isEmpty else {
            throw ZoneFileFaults(
                reader.faults.map { fault in
                    let place = fault.position(in: bytes)
                    return ZoneFileFault(line: place.line, column: place.column, fault.message)
                })
        }
        return areas
    }
}

/// Makes areas of a tree and notes what is wrong in it.
private struct GeoJSONReader {
    private(set) var faults: [JSONSyntaxError] = []
    private var codes: Set<String> = []
    private var points = 0

    private var isHopeless: Bool { faults.count >= ZoneFileFaults.most }

    private mutating func fault(_ tree: JSONTree, _ message: String) {
        if !isHopeless { faults.append(JSONSyntaxError(offset: tree.offset, message: message)) }
    }

    mutating func collection(_ root: JSONTree) -> [ZoneArea] {
        guard root["type"]?.text == "FeatureCollection", let features = root["features"]?.elements else {
            fault(root, "must be a FeatureCollection of GeoJSON")
            return []
        }
        guard !features.isEmpty else {
            fault(root, "has no features")
            return []
        }
        guard features.count <= ZoneFileLimits.areas else {
            fault(root, "has more than \(ZoneFileLimits.areas) features")
            return []
        }
        var areas: [ZoneArea] = []
        for feature in features where !isHopeless {
            if let area = area(feature) { areas.append(area) }
        }
        return areas
    }

    private mutating func area(_ feature: JSONTree) -> ZoneArea? {
        guard feature["type"]?.text == "Feature", let geometry = feature["geometry"] else {
            fault(feature, "must be a Feature with a geometry")
            return nil
        }
        let properties = feature["properties"] ?? feature
        let code = code(properties)
        let name = name(properties)
        guard let polygons = polygons(geometry), let code, let name else { return nil }
        return ZoneArea(code: code, name: name, shape: ZoneShape(polygons: polygons))
    }

    private mutating func code(_ properties: JSONTree) -> String? {
        guard let member = properties.first(of: GeoJSONAreas.codeNames), let code = member.text?.trimmed else {
            fault(properties, "needs a property `code` that is a text")
            return nil
        }
        guard ZoneCode.isValid(code), !code.utf8.allSatisfy({ $0 == 0x30 }) else {
            fault(member, "a code is 1 to 16 letters, digits, - and _, and not all zeros")
            return nil
        }
        guard codes.insert(code).inserted else {
            fault(member, "another feature has this code")
            return nil
        }
        return code
    }

    private mutating func name(_ properties: JSONTree) -> String? {
        guard let member = properties.first(of: GeoJSONAreas.nameNames), let name = member.text?.trimmed else {
            fault(properties, "needs a property `name` that is a text")
            return nil
        }
        guard (1...120).contains(name.unicodeScalars.count), !name.unicodeScalars.contains(where: { $0.value < 0x20 })
        else {
            fault(member, "a name is 1 to 120 characters of one line")
            return nil
        }
        return name
    }

    private mutating func polygons(_ geometry: JSONTree) -> [ZonePolygon]? {
        let lists: [JSONTree]
        switch (geometry["type"]?.text, geometry["coordinates"]) {
        case ("Polygon", let coordinates?): lists = [coordinates]
        case ("MultiPolygon", let coordinates?): lists = coordinates.elements ?? []
        default:
            fault(geometry, "must be a Polygon or a MultiPolygon with coordinates")
            return nil
        }
        guard !lists.isEmpty else {
            fault(geometry, "has no polygon")
            return nil
        }
        var polygons: [ZonePolygon] = []
        for list in lists where !isHopeless {
            guard let borders = list.elements, !borders.isEmpty else {
                fault(list, "must be a list of borders")
                return nil
            }
            var rings: [[GeoPoint]] = []
            for border in borders {
                guard let ring = ring(border) else { return nil }
                rings.append(ring)
            }
            polygons.append(ZonePolygon(rings: rings))
        }
        return polygons
    }

    /// A closed border, without the last corner, which repeats the first.
    private mutating func ring(_ border: JSONTree) -> [GeoPoint]? {
        guard let positions = border.elements, positions.count >= 4 else {
            fault(border, "a border has at least four positions")
            return nil
        }
        points += positions.count
        guard points <= ZoneFileLimits.points else {
            fault(border, "the file has more than \(ZoneFileLimits.points) positions")
            return nil
        }
        var ring: [GeoPoint] = []
        ring.reserveCapacity(positions.count)
        for position in positions {
            guard let point = point(position) else { return nil }
            ring.append(point)
        }
        guard ring.first == ring.last else {
            fault(border, "a border ends where it begins")
            return nil
        }
        ring.removeLast()
        // The same test as of a simplified border: what it passes can be drawn.
        guard ring.hasSurface else {
            fault(border, "encloses nothing")
            return nil
        }
        return ring
    }

    private mutating func point(_ position: JSONTree) -> GeoPoint? {
        guard let numbers = position.elements, (2...3).contains(numbers.count), let longitude = numbers[0].number,
            let latitude = numbers[1].number
        else {
            fault(position, "a position is [longitude, latitude]")
            return nil
        }
        guard (-180...180).contains(longitude), (-90...90).contains(latitude) else {
            fault(position, "is not a place on Earth in degrees of longitude and latitude")
            return nil
        }
        return GeoPoint(longitude: longitude, latitude: latitude)
    }
}

extension [GeoPoint] {
    /// Whether a border of these corners encloses anything that is larger than the grid of stored corners.
    fileprivate var hasSurface: Bool {
        let cornersOnGrid = Set(
            map { point in
                [point.longitude, point.latitude].map { ($0 * BorderSimplifier.unitsPerDegree).rounded() }
            })
        return cornersOnGrid.count >= 3 && ZoneShape(polygons: [ZonePolygon(rings: [self])]).surface > 0
    }
}

extension JSONTree {
    fileprivate subscript(name: String) -> JSONTree? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.key == name }?.value
    }

    /// The first of these members that there is, whatever the case of its name.
    fileprivate func first(of names: [String]) -> JSONTree? {
        guard case .object(let members) = value else { return nil }
        for name in names {
            if let member = members.first(where: { $0.key.lowercased() == name }) { return member.value }
        }
        return nil
    }

    fileprivate var elements: [JSONTree]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    fileprivate var text: String? {
        if case .string(let text) = value { text } else { nil }
    }

    fileprivate var number: Double? {
        if case .number(let number) = value { number } else { nil }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
