import Basics
import Testing

@testable import LoyaltyService

@Suite("Places of paths")
struct JSONPlacesTests {
    @Test(
        "a path leads to its value, or as far as it goes",
        arguments: [
            ("$", 0), ("$.a", 6), ("$.a[1]", 10), ("$.a[1].b", 15), ("$.a[1].c", 10), ("$.a[2]", 6), ("$.a[1].b.c", 15),
            ("$.x", 0), ("$[\"q\\\"].]\"]", 29), ("$[\"q", 0), ("$.a[", 6), ("$.a[-1]", 6), ("$..", 0), ("", 0),
            ("$.r", 42),
        ])
    func places(path: String, offset: Int) throws {
        let text = #"{"a": [1, {"b":2}], "q\"].]":3,"r":4,"r": 5}"#
        var places = JSONPlaces(try JSONTree(parsing: Array(text.utf8)))
        #expect(places.offset(of: path) == offset)
    }

    @Test("a document of nothing but faults is told in a moment")
    func hostile() {
        let members = (0..<50_000).map { "\"k \($0)\":0" }.joined(separator: ",")
        let start = ContinuousClock.now
        let faults = #expect(throws: (any Error).self) { try VenueFile.read(Array("{\(members)}".utf8)) }
        #expect(faults != nil)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
