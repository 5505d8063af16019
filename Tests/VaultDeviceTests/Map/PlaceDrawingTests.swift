import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("The drawing of a place")
struct PlaceDrawingTests {
    private let lattice = Lattice(side: .standard)

    private func drawing(
        latitude: Double = 40.4168, longitude: Double = -3.7038, accuracy: Double = 12
    ) throws -> PlaceDrawing {
        PlaceDrawing(
            fix: try #require(Fix(latitude: latitude, longitude: longitude, accuracy: accuracy)), lattice: lattice)
    }

    @Test(
        "the cell is a square of its side around the position, at the date line and near a pole too",
        arguments: [(40.4168, -3.7038), (0, 0), (-54.8, 179.999999), (69.65, -180), (89.9, 12), (-33, 180)])
    func square(latitude: Double, longitude: Double) throws {
        let drawing = try drawing(latitude: latitude, longitude: longitude)
        #expect(drawing.corners.count == 4)
        for (corner, sign) in zip(drawing.corners, [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)]) {
            #expect(abs(corner.east - sign.0 * 25) < 0.5)
            #expect(abs(corner.north - sign.1 * 25) < 0.1)
        }
    }

    @Test("everything is in the picture", arguments: 0..<32 as Range<UInt64>)
    func inside(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let fix = try #require(
            Fix(
                latitude: Double.random(in: -80...80, using: &random),
                longitude: Double.random(in: -180...180, using: &random),
                accuracy: Double.random(in: 0...150, using: &random)))
        let helper = PlaceHelper(
            y: Double.random(in: -0.5...0.5, using: &random), x: Double.random(in: -0.5...0.5, using: &random))
        let drawing = PlaceDrawing(fix: fix, lattice: lattice, helper: helper)
        #expect(drawing.reach >= fix.accuracy)
        #expect(drawing.corners.allSatisfy { abs($0.east) < drawing.reach && abs($0.north) < drawing.reach })
    }

    @Test("a very coarse position leaves the cell visible, and the circle goes beyond the edge")
    func coarse() throws {
        let drawing = try drawing(accuracy: 1_000_000)
        #expect(drawing.reach < 300)
    }

    @Test(
        "the scale is round and fits",
        arguments: [
            (0.3, 1, "1 m"), (1, 1, "1 m"), (4.9, 2, "2 m"), (5, 5, "5 m"), (49, 20, "20 m"), (999, 500, "500 m"),
            (1000, 1000, "1 km"), (2500, 2000, "2 km"), (60_000, 50_000, "50 km"),
        ])
    func scale(longest: Double, length: Double, label: String) {
        let bar = ScaleBar(upTo: longest)
        #expect(bar.length == length)
        #expect(bar.label == label)
    }

    @Test("the picture is XML, has a title, and says what a title says and no more")
    func markup() throws {
        let hostile = "Estás aquí: <script>alert(\"1\")</script> & ñ \u{1}\u{0}"
        for surroundings in [PlaceDrawing.Surroundings.page, .file] {
            let text = try drawing().svg(title: hostile, for: surroundings)
            let reader = SVGReader()
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = reader
            #expect(parser.parse())
            #expect(reader.title == hostile.replacing("\u{1}\u{0}", with: "  "))
            #expect(reader.counts["script"] == nil)
            #expect(reader.counts["polygon"] == 1)
            #expect(reader.counts["circle"] == 2)
            #expect(reader.counts["style"] == (surroundings == .file ? 1 : nil))
            #expect(!text.contains("style="))
            #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("http"))
        }
    }

    @Test("the circle has the radius of the accuracy on the scale of the cell")
    func proportions() throws {
        // The cell reaches 25 m and the edge a quarter more: 320 units for 62.5 m.
        let text = try drawing(latitude: 0, longitude: 0, accuracy: 12.5).svg(title: "x")
        #expect(text.contains(#"points="32,288 288,288 288,32 32,32""#))
        #expect(text.contains(#"cx="160" cy="160" r="64""#))
        // 20 m of it.
        #expect(text.contains(#"d="M16 330v8h102.4v-8""#))
    }

    @Test("a position that was said has no circle")
    func said() throws {
        #expect(!(try drawing(accuracy: 0).svg(title: "x")).contains("place-accuracy"))
    }

    @Test(
        "numbers have two decimals at most and no exponent",
        arguments: [
            (0, "0"), (-0.004, "0"), (1.005, "1"), (1.05, "1.05"), (-1.5, "-1.5"), (1e300, "1000000"), (.nan, "0"),
            (-.infinity, "0"), (99.999, "100"), (0.1, "0.1"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) {
        #expect(PlaceDrawing.number(value) == text)
    }
}

private final class SVGReader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var title = ""
    private var isTitle = false

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        isTitle = name == "title"
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        isTitle = false
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isTitle { title += text }
    }
}
