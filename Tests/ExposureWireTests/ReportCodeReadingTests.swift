import ExposureWire
import Foundation
import Testing

@Suite("Report codes as people type them")
struct ReportCodeReadingTests {
    private struct Case: Decodable {
        let typed: String
        let kind: String
        let digits: String?
        let missing: Int?
        let reason: String
    }

    @Test("a text is understood, offered or asked about, as the page does")
    func readings() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/reportcodes.json")
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        #expect(cases.count > 30)
        for each in cases {
            let expected: ReportCodeReading
            switch each.kind {
            case "code": expected = .code(try #require(each.digits.flatMap { ReportCode($0) }))
            case "meant": expected = .meant(try #require(each.digits.flatMap { ReportCode($0) }))
            case "short": expected = .missing(try #require(each.missing))
            default: expected = .unclear
            }
            let found = ReportCodeReading(each.typed)
            #expect(found == expected, "\(each.typed): \(each.reason)")
            if case .meant(let code) = found { #expect(code.hasRightCheckDigit) }
        }
        #expect(ReportCodeReading(String(repeating: "1 ", count: 100_000)) == .unclear)
    }
}
