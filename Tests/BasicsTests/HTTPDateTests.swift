import Basics
import Foundation
import Testing

@Suite("Dates of header fields")
struct HTTPDateTests {
    @Test(
        "are written as RFC 9110 section 5.6.7 has them, and read again",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_795_269_600, "Sat, 21 Nov 2026 14:00:00 GMT"),
        ])
    func vectors(second: Int64, text: String) {
        #expect(HTTPDate.text(ofSecond: second) == text)
        #expect(HTTPDate.time(text) == Timestamp(milliseconds: second * 1000))
    }

    @Test(
        "nothing else is read",
        arguments: [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Xxx 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
            "Sun,  6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
            "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 0６ov 1994 08:49:37 GMT",
        ])
    func refused(text: String) {
        #expect(HTTPDate.time(text) == nil)
    }

    @Test("any second comes back, and Foundation writes the same", arguments: 0..<16 as Range<UInt64>)
    func foundation(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for _ in 0..<50 {
            // From 1900, before which Foundation may count by another calendar, to 9999.
            let second = Int64.random(in: -2_208_988_800...253_402_300_799, using: &random)
            let text = HTTPDate.text(ofSecond: second)
            #expect(text == formatter.string(from: Date(timeIntervalSince1970: Double(second))))
            #expect(HTTPDate.time(text) == Timestamp(milliseconds: second * 1000))
        }
    }
}
