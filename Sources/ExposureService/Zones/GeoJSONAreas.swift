import Basics
import Exposure
import LoyaltyService
import TypedText

/// How a file of areas is read.
package struct AreaFileForm: Sendable {
    /// The level of its areas, whose codes have as many digits as the level's.
    package var level: ZoneLevel
    /// The property with the code; nil = one of the usual ones.
    package var codeProperty: String?
    /// The property with the name; nil = one of the usual ones.
    package var nameProperty: String?
    /// The most bytes.
    package var bytes = ZoneFileLimits.bytes
    /// The most positions of all borders together.
    package var points = ZoneFileLimits.points

    /// A file of the level's areas, as it is uploaded.
    package init(of level: ZoneLevel) {
        self.level = level
    }

    /// A file that lies on the server's own machine, and may be as large as a country.
    package static func local(
        of level: ZoneLevel, codeProperty: String? = nil, nameProperty: String? = nil
    ) -> AreaFileForm {
        var form = AreaFileForm(of: level)
        form.codeProperty = codeProperty
        form.nameProperty = nameProperty
        form.bytes = ZoneFileLimits.localBytes
        form.points = ZoneFileLimits.localPoints
        return form
    }
}

/// Reads areas from GeoJSON (RFC 7946): a collection of features with polygons, a code and a name.
///
/// A file with any fault is refused with the places of its faults, but an area whose name alone can't be shown is left out.
package enum GeoJSONAreas {
    /// The properties that may hold an area's whole code, the first that there is counts; compared without case.
    static let wholeCodeNames = ["code", "cvegeo"]
    /// The properties that hold a state's part of a code.
    static let stateCodeNames = ["cve_ent", "cve_agee"]
    /// The properties that hold a municipality's part of a code, within its state.
    static let municipalityCodeNames = ["cve_mun", "cve_agem"]
    /// Further properties that may hold a code.
    static let otherCodeNames = ["cve", "clave", "iso"]
    /// The properties that may hold an area's name; those of a municipality before those of its state.
    static let nameNames = ["name", "nombre", "nom_mun", "nom_agem", "nom_ent", "nom_agee", "nomgeo"]

    /// The areas that a file describes, with the borders as they are in it.
    package static func read(
        _ bytes: [UInt8], as form: AreaFileForm = AreaFileForm(of: .state)
    ) throws(ZoneFileFaults) -> AreaFile {
        guard bytes.count <= form.bytes else {
            let most = form.bytes / (1024 * 1024)
            throw ZoneFileFaults([ZoneFileFault(line: 1, column: 1, .tooManyMebibytes(limit: most))])
        }
        var reader = GeoJSONReader(form: form)
        let areas: [ZoneArea]
        do {
            // Files of the size of an upload are read at once: that tells of their faults more exactly.
            if bytes.count > ZoneFileLimits.bytes, let features = GeoJSONFeatures(bytes) {
                areas = try reader.collection(features, in: bytes)
            } else {
                areas = reader.collection(try JSONTree(parsing: bytes))
            }
        } catch {
            throw ZoneFileFaults([GeoJSONFault(error, in: bytes).placed(in: bytes)])
        }
        guard reader.faults.isEmpty else { throw ZoneFileFaults(reader.faults.map { $0.placed(in: bytes) }) }
        let file = AreaFile(
            areas: areas, refusedCodes: reader.refused.map(\.code),
            refusals: reader.refused.prefix(ZoneFileFaults.most).map { $0.fault.placed(in: bytes) })
        // Nothing would be left of it.
        guard !areas.isEmpty else {
            let none = [ZoneFileFault(line: 1, column: 1, .noFeatures)]
            throw ZoneFileFaults(file.refusals.isEmpty ? none : file.refusals)
        }
        return file
    }
}

/// The areas of a file, and those that were left out because their names can't be shown.
package struct AreaFile: Equatable, Sendable {
    /// The areas, with the borders as they are in the file.
    package var areas: [ZoneArea]
    /// The codes of the areas that were left out.
    package var refusedCodes: [String] = []
    /// Why areas were left out; the first ones, as many as are told.
    package var refusals: [ZoneFileFault] = []

    /// Areas of a file, or of several together.
    package init(areas: [ZoneArea], refusedCodes: [String] = [], refusals: [ZoneFileFault] = []) {
        self.areas = areas
        self.refusedCodes = refusedCodes
        self.refusals = refusals
    }
}

/// Makes areas of a tree and notes what is wrong in it.
private struct GeoJSONReader {
    let form: AreaFileForm
    private(set) var faults: [GeoJSONFault] = []
    /// The areas whose names can't be shown.
    private(set) var refused: [(code: String, fault: GeoJSONFault)] = []
    /// Where the tree that is read begins in the file.
    private var base = 0
    private var codes: Set<String> = []
    private var points = 0

    private var isHopeless: Bool { faults.count >= ZoneFileFaults.most }

    init(form: AreaFileForm) {
        self.form = form
    }

    private mutating func fault(_ tree: JSONTree, _ problem: ZoneFileProblem) {
        if !isHopeless { faults.append(GeoJSONFault(offset: base + tree.offset, problem)) }
    }

    /// The areas of a large file, feature by feature.
    mutating func collection(_ features: GeoJSONFeatures, in bytes: [UInt8]) throws(JSONError) -> [ZoneArea] {
        _ = collection(try JSONTree(parsing: features.skeleton), reading: false)
        var areas: [ZoneArea] = []
        for range in features.ranges where !isHopeless {
            let feature = Array(bytes[range])
            let tree: JSONTree
            do throws(JSONError) {
                tree = try JSONTree(parsing: feature)
            } catch {
                faults.append(GeoJSONFault(error, in: feature, at: range.lowerBound))
                return []
            }
            base = range.lowerBound
            if let area = area(tree) { areas.append(area) }
        }
        return areas
    }

    mutating func collection(_ root: JSONTree, reading: Bool = true) -> [ZoneArea] {
        guard root["type"]?.text == "FeatureCollection", let features = root["features"]?.elements else {
            fault(root, .notACollection)
            return []
        }
        guard !features.isEmpty else {
            fault(root, .noFeatures)
            return []
        }
        guard features.count <= ZoneFileLimits.areas else {
            fault(root, .tooManyFeatures(limit: ZoneFileLimits.areas))
            return []
        }
        var areas: [ZoneArea] = []
        for feature in features where reading && !isHopeless {
            if let area = area(feature) { areas.append(area) }
        }
        return areas
    }

    private mutating func area(_ feature: JSONTree) -> ZoneArea? {
        guard feature["type"]?.text == "Feature", let geometry = feature["geometry"] else {
            fault(feature, .notAFeature)
            return nil
        }
        let properties = feature["properties"] ?? feature
        let code = code(properties, of: feature)
        let name = name(properties)
        guard let polygons = polygons(geometry), let code, let name else { return nil }
        do throws(GeoJSONFault) {
            return ZoneArea(code: code, name: try name.get(), shape: ZoneShape(polygons: polygons))
        } catch {
            refused.append((code, error))
            return nil
        }
    }

    /// A code: a text as it is, a number with the zeros that its place needs and that a spreadsheet drops.
    private mutating func code(_ properties: JSONTree, of feature: JSONTree) -> String? {
        let digits = form.level == .state ? 2 : 5
        let found: (member: JSONTree, code: String?)?
        if let property = form.codeProperty {
            let member = properties.first(of: [property.lowercased()]) ?? (property == "id" ? feature["id"] : nil)
            found = member.map { ($0, $0.code(digits: digits)) }
        } else if let member = properties.first(of: GeoJSONAreas.wholeCodeNames) {
            found = (member, member.code(digits: digits))
        } else if form.level == .municipality, let state = properties.first(of: GeoJSONAreas.stateCodeNames),
            let municipality = properties.first(of: GeoJSONAreas.municipalityCodeNames)
        {
            // Within a state only: the code is that of the state and this one.
            let whole = state.code(digits: 2).flatMap { first in municipality.code(digits: 3).map { first + $0 } }
            found = (municipality, whole)
        } else {
            let names =
                GeoJSONAreas.stateCodeNames + GeoJSONAreas.municipalityCodeNames + GeoJSONAreas.otherCodeNames
            let member = properties.first(of: names) ?? feature["id"]
            found = member.map { ($0, $0.code(digits: digits)) }
        }
        guard let (member, text) = found, let code = text else {
            fault(found?.member ?? properties, .noCode(property: form.codeProperty ?? "code"))
            return nil
        }
        guard ZoneCode.isValid(code), !code.utf8.allSatisfy({ $0 == 0x30 }) else {
            fault(member, .invalidCode)
            return nil
        }
        guard codes.insert(code).inserted else {
            fault(member, .repeatedCode)
            return nil
        }
        return code
    }

    /// The name, or why it can't be shown; nil when there is none.
    private mutating func name(_ properties: JSONTree) -> Result<String, GeoJSONFault>? {
        let names = form.nameProperty.map { [$0.lowercased()] } ?? GeoJSONAreas.nameNames
        guard let member = properties.first(of: names), let name = member.text?.trimmed else {
            fault(properties, .noName(property: form.nameProperty ?? "name"))
            return nil
        }
        func refusal(_ problem: ZoneFileProblem) -> Result<String, GeoJSONFault> {
            .failure(GeoJSONFault(offset: base + member.offset, problem))
        }
        // The bound comes first: a long text is not looked at.
        guard (1...120).contains(name.unicodeScalars.count), !name.unicodeScalars.contains(where: { $0.value < 0x20 }),
            !ReadableText.isBlank(name)
        else { return refusal(.invalidName) }
        do throws(UnreadableCharacter) {
            return .success(try ReadableText.read(name))
        } catch {
            return refusal(.unreadableName(character: error.number))
        }
    }

    private mutating func polygons(_ geometry: JSONTree) -> [ZonePolygon]? {
        let lists: [JSONTree]
        switch (geometry["type"]?.text, geometry["coordinates"]) {
        case ("Polygon", let coordinates?): lists = [coordinates]
        case ("MultiPolygon", let coordinates?): lists = coordinates.elements ?? []
        default:
            fault(geometry, .notPolygons)
            return nil
        }
        guard !lists.isEmpty else {
            fault(geometry, .noPolygon)
            return nil
        }
        var polygons: [ZonePolygon] = []
        for list in lists where !isHopeless {
            guard let borders = list.elements, !borders.isEmpty else {
                fault(list, .noBorders)
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
            fault(border, .shortBorder)
            return nil
        }
        points += positions.count
        guard points <= form.points else {
            fault(border, .tooManyPositions(limit: form.points))
            return nil
        }
        var ring: [GeoPoint] = []
        ring.reserveCapacity(positions.count)
        for position in positions {
            guard let point = point(position) else { return nil }
            ring.append(point)
        }
        guard ring.first == ring.last else {
            fault(border, .openBorder)
            return nil
        }
        ring.removeLast()
        // The same test as of a simplified border: what it passes can be drawn.
        guard ring.hasSurface else {
            fault(border, .noSurface)
            return nil
        }
        return ring
    }

    private mutating func point(_ position: JSONTree) -> GeoPoint? {
        guard let numbers = position.elements, (2...3).contains(numbers.count), let longitude = numbers[0].number,
            let latitude = numbers[1].number
        else {
            fault(position, .notAPosition)
            return nil
        }
        guard (-180...180).contains(longitude), (-90...90).contains(latitude) else {
            fault(position, .notOnEarth)
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

    /// The code that a text or a whole number is; a number gets zeros before it.
    fileprivate func code(digits: Int) -> String? {
        switch value {
        case .string(let text): return text.trimmed
        case .number(let number):
            guard let whole = UInt64(exactly: number), whole < 1 << 53 else { return nil }
            let text = String(whole)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        default: return nil
        }
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
