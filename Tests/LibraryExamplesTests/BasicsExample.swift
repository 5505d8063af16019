import Basics
import Testing

extension LibraryExamples {
    @Test("Basics: instants are values, and JSON and Base64 are read strictly")
    func basics() throws {
        // example
        let opened = try #require(Timestamp(rfc3339: "2026-11-22T10:00:00Z"))
        let closed = opened.advanced(bySeconds: 4 * 3600 + 1)
        print(closed.rfc3339, closed.seconds(since: opened))

        let value = try JSONValue(parsing: Array(#"{"market": "ETHCLP", "levels": [[250000, "0.5"]]}"#.utf8))
        if case .string(let market)? = value["market"] { print(market) }

        let answer = JSONValue.object([.init("ok", true), .init("levels", value["levels"] ?? [])])
        let text = answer.compactText

        // Two readers of one name twice could see different values, so it is refused, with a reason to show.
        var reason: String?
        do throws(JSONError) {
            _ = try JSONValue(parsing: Array(#"{"side": "buy", "side": "sell"}"#.utf8))
        } catch {
            reason = error.reason
        }

        // One text for each value: a stray line break or missing padding is refused.
        let secret = Base64.text(Array("ana".utf8))
        let bytes = Base64.bytes(secret)
        let careless = Base64.bytes("YW5h\n")
        // end of example
        #expect(closed.rfc3339 == "2026-11-22T14:00:01.000Z")
        #expect(text == #"{"ok":true,"levels":[[250000,"0.5"]]}"#)
        #expect(reason?.isEmpty == false)
        #expect(secret == "YW5h")
        #expect(bytes == Array("ana".utf8))
        #expect(careless == nil)
    }
}
