import Basics
import Exposure
import Testing

@testable import ExposureService

@Suite("Areas as GeoJSON")
struct GeoJSONAreasTests {
    @Test("polygons, islands, holes and altitudes are read, with codes and names under their usual properties")
    func read() throws {
        let text = """
            {"type":"FeatureCollection","name":"x","features":[
            {"type":"Feature","properties":{"CVEGEO":" 01001 ","NOMGEO":"Uno"},"geometry":{"type":"Polygon",
            "coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[1,2],[2,2],[1,1]]]}},
            {"type":"Feature","properties":{"code":"B-2","name":"Dos"},"geometry":{"type":"MultiPolygon",
            "coordinates":[[[[10,0,5],[11,0,5],[11,1,5],[10,0,5]]],[[[20,0],[21,0],[21,1],[20,0]]]]}}]}
            """
        let areas = try GeoJSONAreas.read(Array(text.utf8)).areas
        #expect(areas.map(\.code) == ["01001", "B-2"])
        #expect(areas.map(\.name) == ["Uno", "Dos"])
        #expect(areas[0].shape.polygons[0].rings.map(\.count) == [4, 3])
        #expect(areas[1].shape.polygons.count == 2)
        #expect(!areas[0].shape.contains(GeoPoint(longitude: 1.2, latitude: 1.8)))
        #expect(areas[0].shape.contains(areas[0].shape.representativePoint))
    }

    /// A feature that is refused.
    struct Broken: Sendable, CustomTestStringConvertible {
        var properties = #"{"code":"A","name":"A"}"#
        var geometry = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
        let words: String
        var testDescription: String { "\(words): \(properties) \(geometry)" }

        var text: String {
            "{\"type\":\"FeatureCollection\",\"features\":[\n"
                + "{\"type\":\"Feature\",\"properties\":\(properties),\n\"geometry\":\(geometry)}]}"
        }
    }

    private static func polygon(_ coordinates: String) -> String {
        #"{"type":"Polygon","coordinates":\#(coordinates)}"#
    }

    @Test(
        "what is wrong is told with its place",
        arguments: [
            Broken(properties: #"{"name":"A"}"#, words: "line 2, column 32: needs a property `code`"),
            Broken(properties: #"{"code":7.5,"name":"A"}"#, words: "a text or a whole number"),
            Broken(properties: #"{"code":-7,"name":"A"}"#, words: "a text or a whole number"),
            Broken(properties: #"{"code":0,"name":"A"}"#, words: "not all zeros"),
            Broken(properties: #"{"code":null,"name":"A"}"#, words: "a text or a whole number"),
            Broken(properties: #"{"code":"000","name":"A"}"#, words: "not all zeros"),
            Broken(properties: #"{"code":"a b","name":"A"}"#, words: "1 to 16 letters"),
            Broken(properties: #"{"code":"A","name":""}"#, words: "1 to 120 characters"),
            Broken(properties: #"{"code":"A","name":"a\nb"}"#, words: "one line"),
            Broken(geometry: "null", words: "line 3, column 12: must be a Polygon"),
            Broken(geometry: #"{"type":"Point","coordinates":[0,0]}"#, words: "must be a Polygon"),
            Broken(geometry: #"{"type":"MultiPolygon","coordinates":[]}"#, words: "no polygon"),
            Broken(geometry: polygon("[]"), words: "list of borders"),
            Broken(geometry: polygon("[[[0,0],[1,0],[0,0]]]"), words: "at least four positions"),
            Broken(geometry: polygon("[[[0,0],[1,0],[1,1],[0,1]]]"), words: "ends where it begins"),
            Broken(geometry: polygon("[[[0,0],[1,0],[2,0],[0,0]]]"), words: "encloses nothing"),
            Broken(geometry: polygon("[[[0,0],[1e-9,0],[1e-9,1e-9],[0,0]]]"), words: "encloses nothing"),
            Broken(geometry: polygon("[[[0,0],[181,0],[1,1],[0,0]]]"), words: "not a place on Earth"),
            Broken(geometry: polygon("[[[0,0],[2500000,800000],[1,1],[0,0]]]"), words: "not a place on Earth"),
            Broken(geometry: polygon("[[[0,0],[1],[1,1],[0,0]]]"), words: "[longitude, latitude]"),
            Broken(geometry: polygon("[[[0,0],[\"1\",0],[1,1],[0,0]]]"), words: "[longitude, latitude]"),
            Broken(geometry: polygon("[[[0,0],[1e999,0],[1,1],[0,0]]]"), words: "too large"),
            Broken(geometry: polygon(String(repeating: "[", count: 40)), words: "too deep"),
            Broken(geometry: "{", words: "a comma or the end"),
        ])
    func broken(row: Broken) {
        let faults = #expect(throws: ZoneFileFaults.self) { try GeoJSONAreas.read(Array(row.text.utf8)) }
        #expect(faults?.faults.first?.description.contains(row.words) == true, "\(String(describing: faults))")
    }

    private func collection(_ names: [String]) -> [UInt8] {
        let features = names.enumerated().map { number, name in
            "{\"type\":\"Feature\",\"properties\":{\"code\":\"A\(number)\",\"name\":\"\(name)\"},"
                + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}"
        }
        return Array("{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))]}".utf8)
    }

    /// A right-to-left override and an invisible operator; a blank that shows nothing; more than 120 characters.
    @Test(
        "an area whose name can't be shown is left out, the others are read",
        arguments: [
            ("Uno\u{202E}onU", "U+202E"), ("Un\u{2063}o", "U+2063"), ("\u{2800}", "1 to 120 characters"),
            (String(repeating: "x", count: 121), "1 to 120 characters"), ("a\\u0007b", "one line"),
        ])
    func refusedName(name: String, words: String) throws {
        for padding in [[], [UInt8](repeating: 0x20, count: ZoneFileLimits.bytes)] {
            let file = try GeoJSONAreas.read(collection(["Uno", name, "Tres"]) + padding, as: .local(of: .state))
            #expect(file.areas.map(\.code) == ["A0", "A2"] && file.areas.map(\.name) == ["Uno", "Tres"])
            #expect(file.refusedCodes == ["A1"])
            #expect(file.refusals.map(\.line) == [3])
            #expect(file.refusals.first?.message.contains(words) == true, "\(file.refusals)")
        }
        // A file of which nothing is left changes nothing.
        let faults = #expect(throws: ZoneFileFaults.self) { try GeoJSONAreas.read(collection([name])) }
        #expect(faults?.faults.count == 1)
    }

    @Test("names are stored in their composed form, without what says nothing")
    func composedName() throws {
        let file = try GeoJSONAreas.read(collection(["  Ma\u{301}laga\u{AD} ", "Ñuñoa", "القاهرة"]))
        #expect(file.areas.map(\.name) == ["M\u{E1}laga", "Ñuñoa", "القاهرة"])
        #expect(file.areas[0].name.unicodeScalars.count == 6)
    }

    @Test("as many names are told as faults, and all codes are known")
    func manyRefusedNames() throws {
        let file = try GeoJSONAreas.read(collection(["Uno"] + (0..<30).map { _ in "x\u{202E}" }))
        #expect(file.areas.count == 1 && file.refusedCodes.count == 30)
        #expect(file.refusals.count == ZoneFileFaults.most)
    }

    @Test("a collection that is none, that is empty, that repeats a code or that is too large is refused")
    func collections() {
        func reason(_ bytes: [UInt8]) -> String? {
            #expect(throws: ZoneFileFaults.self) { try GeoJSONAreas.read(bytes) }?.faults.first?.message
        }
        #expect(reason([]) == "the document ends where a value is expected")
        #expect(reason(Array("[]".utf8))?.contains("FeatureCollection") == true)
        #expect(reason(ZoneSamples.areas([]))?.contains("no features") == true)
        #expect(reason(ZoneSamples.areas(["A", "A"]))?.contains("another feature") == true)
        #expect(reason(ZoneSamples.areas((0...5000).map { "C\($0 % 90)x\($0)" }))?.contains("5000") == true)
        #expect(reason([UInt8](repeating: 0x20, count: ZoneFileLimits.bytes + 1))?.contains("16 MiB") == true)
    }

    @Test("more corners than the limit are refused, wherever they are")
    func points() {
        let ring =
            "[" + (0..<1000).map { "[\(Double($0 < 500 ? $0 : 999 - $0) / 1000),\($0 / 500)]," }.joined() + "[0,0]]"
        let geometry =
            "{\"type\":\"Polygon\",\"coordinates\":[" + Array(repeating: ring, count: 501).joined(separator: ",") + "]}"
        let text = Broken(geometry: geometry, words: "").text
        let faults = #expect(throws: ZoneFileFaults.self) { try GeoJSONAreas.read(Array(text.utf8)) }
        #expect(faults?.faults.first?.message.contains("500000") == true)
    }

    /// How offices publish the same area.
    struct Published: Sendable, CustomTestStringConvertible {
        var level = ZoneLevel.municipality
        let members: String
        var code = "09017"
        var name = "Uno"
        var codeProperty: String?
        var nameProperty: String?
        var testDescription: String { members }
    }

    @Test(
        "areas are read as offices publish them",
        arguments: [
            // INEGI's catalogue service since 2024: municipalities and states.
            Published(
                members: #""properties":{"cvegeo":"09017","cve_agee":"09","cve_agem":"017","nom_agem":"Uno","pob":"4"}"#
            ),
            Published(
                level: .state, members: #""properties":{"cvegeo":"09","cve_agee":"09","nom_agee":"Ciudad de México"}"#,
                code: "09", name: "Ciudad de México"),
            // With the state's name as well; as a shapefile through ogr2ogr; without the whole code.
            Published(
                members: #""properties":{"nom_agee":"Ciudad de México","cvegeo":"09017","nom_agem":"Uno"}"#),
            Published(
                members: #""properties":{"CVEGEO":"09017","CVE_ENT":"09","CVE_MUN":"017","NOMGEO":"Uno"}"#),
            Published(members: #""properties":{"CVE_ENT":"09","CVE_MUN":"017","NOM_MUN":"Uno"}"#),
            // Numbers, whose zeros are lost.
            Published(members: #""properties":{"cvegeo":9017,"nom_agem":"Uno"}"#),
            Published(members: #""properties":{"cve_ent":9,"cve_mun":17,"nom_mun":"Uno"}"#),
            Published(members: #""properties":{"cvegeo":9017.0,"name":"Uno"}"#),
            Published(level: .state, members: #""properties":{"cve_ent":9,"name":"CDMX"}"#, code: "09", name: "CDMX"),
            // The feature's own id, as a text and as a number.
            Published(members: #""id":"09017","properties":{"name":"Uno"}"#),
            Published(members: #""id":9017,"properties":{"name":"Uno"}"#),
            // GADM and others, by the names that the operator states.
            Published(
                members: #""properties":{"GID_2":"MEX.9.17_1","NAME_1":"X","NAME_2":"Uno"}"#,
                code: "MEX.9.17_1", codeProperty: "GID_2", nameProperty: "NAME_2"),
            Published(
                members: #""properties":{"code":"X","Comuna":"Uno","cod_comuna":9017}"#,
                codeProperty: "cod_comuna", nameProperty: "comuna"),
            Published(
                members: #""id":"09017","properties":{"code":"X","name":"Uno"}"#, codeProperty: "id"),
        ])
    func published(row: Published) throws {
        let text =
            "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\(row.members),"
            + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}]}"
        let form = AreaFileForm.local(
            of: row.level, codeProperty: row.codeProperty, nameProperty: row.nameProperty)
        let areas = try GeoJSONAreas.read(Array(text.utf8), as: form).areas
        #expect(areas.map(\.code) == [row.code] && areas.map(\.name) == [row.name])
    }

    @Test("a property that was named and is not there is told by its name")
    func namedProperty() {
        let form = AreaFileForm.local(of: .state, codeProperty: "GID_1", nameProperty: "NAME_1")
        let text = Broken(words: "").text
        let faults = #expect(throws: ZoneFileFaults.self) { try GeoJSONAreas.read(Array(text.utf8), as: form) }
        #expect(faults?.faults.map(\.message).contains { $0.contains("`GID_1`") } == true)
        #expect(faults?.faults.map(\.message).contains { $0.contains("`NAME_1`") } == true)
    }

    @Test("a large file is read feature by feature, with the same result and the same places of faults")
    func large() throws {
        let padding = [UInt8](repeating: 0x20, count: ZoneFileLimits.bytes)
        let good = ZoneSamples.areas(["01", "02", "03"])
        let form = AreaFileForm.local(of: .state)
        #expect(try GeoJSONAreas.read(good + padding, as: form) == GeoJSONAreas.read(good))
        for row in [
            Broken(properties: #"{"name":"A"}"#, words: "line 2, column 32: needs a property `code`"),
            Broken(geometry: "null", words: "line 3, column 12: must be a Polygon"),
            Broken(geometry: #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],]]}"#, words: "line 3, column"),
        ] {
            let faults = #expect(throws: ZoneFileFaults.self) {
                try GeoJSONAreas.read(Array(row.text.utf8) + padding, as: form)
            }
            #expect(faults?.faults.first?.description.contains(row.words) == true, "\(String(describing: faults))")
        }
        for text in [
            "{\"type\":\"X\",\"features\":[{}]}", "[{\"features\":[]}]", "{\"features\":[{}", "{\"features\":[{} {}]}",
        ] {
            #expect(throws: ZoneFileFaults.self) { try GeoJSONAreas.read(Array(text.utf8) + padding, as: form) }
        }
    }

    @Test("features are found among strings, brackets and members of all kinds", arguments: 0..<8 as Range<UInt64>)
    func features(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = [#"{"a":"]}\"["}"#, "{}", #"{"features":[1,[2]]}"#, #"{"x":[{"y":[]}],"\\":"{"}"#]
        let chosen = (0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
        let text =
            #"{"features2":[{}],"x":"features","features": [ "# + chosen.joined(separator: " , ") + #"],"y":[{}]}"#
        let found = try #require(GeoJSONFeatures(Array(text.utf8)))
        #expect(found.ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == chosen)
        #expect(found.skeleton.count { $0 == UInt8(ascii: "0") } == chosen.count)
    }

    @Test("an area that crosses the 180th meridian without a cut is found, a cut one and the poles are not")
    func antimeridian() throws {
        func crosses(_ ring: String) throws -> Bool? {
            let text = Broken(geometry: Self.polygon("[\(ring)]"), words: "").text
            return try GeoJSONAreas.read(Array(text.utf8)).areas.first?.shape.crossesAntimeridian
        }
        #expect(try crosses("[[179,0],[-179,0],[-179,1],[179,1],[179,0]]") == true)
        #expect(try crosses("[[179,0],[180,0],[180,1],[179,1],[179,0]]") == false)
        #expect(try crosses("[[-180,-90],[180,-90],[180,-70],[0,-60],[-180,-70],[-180,-90]]") == false)
        #expect(try crosses("[[-100,0],[70,0],[70,1],[-100,0]]") == false)
    }

    @Test("no bytes make the reader stumble", arguments: 0..<16 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let text = ZoneSamples.areas(["01", "02"])
        for _ in 0..<100 {
            var mutated = text
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<mutated.count, using: &random)
                if Bool.random(using: &random) {
                    mutated[place] = UInt8.random(in: .min ... .max, using: &random)
                } else {
                    mutated.remove(at: place)
                }
            }
            guard let areas = try? GeoJSONAreas.read(mutated).areas else { continue }
            #expect(areas.allSatisfy { ZoneCode.isValid($0.code) && $0.shape.surface > 0 })
        }
    }
}
