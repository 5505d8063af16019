import Foundation
import Testing

@testable import Commands

@Suite("One JSON object a line")
struct JSONLineTests {
    private func line(_ write: (inout JSONLine) -> Void) -> String {
        var line = JSONLine()
        write(&line)
        return String(decoding: line.finished(), as: UTF8.self)
    }

    @Test("members of every kind, in the order in which they were written")
    func members() {
        #expect(line { _ in } == "{}\n")
        let all = line {
            $0.member("text", "a")
            $0.member("none", ifPresent: nil)
            $0.member("some", ifPresent: "b")
            $0.member("small", Int8.min)
            $0.member("large", UInt64.max)
            $0.member("real", 1.5)
            $0.member("endless", Double.infinity)
            $0.member("unknown", Double.nan)
            $0.member("yes", true)
            $0.member("no", false)
            $0.member("list", ["x", "y"])
            $0.member("empty", [])
        }
        #expect(
            all == #"{"text":"a","some":"b","small":-128,"large":18446744073709551615,"real":1.5,"endless":null,"#
                + #""unknown":null,"yes":true,"no":false,"list":["x","y"],"empty":[]}"# + "\n")
    }

    @Test("objects in an array, and what follows them")
    func objects() {
        let text = line {
            $0.member("rows", objects: [[1, 2], [], [3]]) { row, line in
                for number in row { line.member("n", number) }
                line.member("inner", objects: row) { number, line in line.member("m", number) }
            }
            $0.member("after", 1)
        }
        #expect(
            text
                == #"{"rows":[{"n":1,"n":2,"inner":[{"m":1},{"m":2}]},{"inner":[]},{"n":3,"inner":[{"m":3}]}],"after":1}"#
                + "\n")
    }

    @Test(
        "any text stays one line and comes back as it was",
        arguments: [
            "plain", "", "\"quoted\" \\ back", "two\nlines\r\n\tand a tab", "\u{0}\u{1F}\u{7F}", "ñandú 日本 😀",
            "\u{2028}\u{2029}", "</script>", "e\u{301}",
        ])
    func escaping(text: String) throws {
        let written = line { $0.member("text", text) }
        #expect(written.dropLast().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        let read = try JSONDecoder().decode([String: String].self, from: Data(written.utf8))
        #expect(Array((read["text"] ?? "").unicodeScalars) == Array(text.unicodeScalars))
    }
}
