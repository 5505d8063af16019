import Testing
import Time

extension LibraryExamples {
    @Test("Time: instants are values that are passed in")
    func time() throws {
        // example
        let opened = try #require(Timestamp(rfc3339: "2026-11-22T10:00:00Z"))
        let closed = opened.advanced(bySeconds: 4 * 3600 + 1)
        print(closed.rfc3339, closed.seconds(since: opened))
        // end of example
        #expect(closed.rfc3339 == "2026-11-22T14:00:01.000Z")
    }
}
