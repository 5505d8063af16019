import Foundation
import Testing

@testable import TypedText

@Suite("Signs of numbers")
struct NumberSignsTests {
    private struct Case: Decodable {
        let tag: String
        let decimal: String
    }

    @Test("the decimal sign of each language and region is the one that browsers write")
    func decimalSigns() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/number-signs.json")
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        #expect(cases.count > 50)
        for each in cases { #expect(NumberSigns.hasDecimalComma(each.tag) == (each.decimal == ","), "\(each.tag)") }
    }

    @Test("what names no language has the point", arguments: ["", "-", "tlh", "x-es", "12"])
    func unknown(tag: String) {
        #expect(!NumberSigns.hasDecimalComma(tag))
    }
}
