import Foundation
import Testing

@testable import Commands

@Suite("Gathered output")
struct OutputBufferTests {
    @Test("what is longer than one piece comes whole and in order")
    func pieces() throws {
        let pipe = Pipe()
        let lines = (0..<20_000).map { "line \($0)" }
        let writer = pipe.fileHandleForWriting
        let thread = Thread {
            var output = OutputBuffer(descriptor: writer.fileDescriptor)
            for (index, line) in lines.enumerated() {
                if index.isMultiple(of: 2) { output.line(line) } else { output.object { $0.member("text", line) } }
            }
            do { try output.flush() } catch { Issue.record(error) }
            try? writer.close()
        }
        thread.start()
        let text = String(decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
        let expected = lines.enumerated().map { $0.isMultiple(of: 2) ? $1 : "{\"text\":\"\($1)\"}" }
        #expect(text.split(separator: "\n").map(String.init) == expected)
    }

    @Test("that nobody reads is told at the end, however much was written before", arguments: [1, 100_000])
    func closed(count: Int) throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        var output = OutputBuffer(descriptor: descriptor)
        for _ in 0..<count { output.line("nobody reads this") }
        do throws(OutputClosed) {
            try output.flush()
            Issue.record("it was written")
        } catch {}
    }

    @Test("without a file everything is kept")
    func kept() {
        var output = OutputBuffer(descriptor: nil)
        for _ in 0..<100_000 { output.text("ten bytes.") }
        #expect(output.takenText().utf8.count == 1_000_000)
    }

    @Test("text, lines, spaces and objects follow each other")
    func gathered() {
        var output = OutputBuffer(descriptor: nil)
        output.text("a")
        output.spaces(2)
        output.spaces(-1)
        output.line("b")
        output.object { $0.member("n", 1) }
        output.object { $0.member("n", 2) }
        output.line("")
        #expect(output.takenText() == "a  b\n{\"n\":1}\n{\"n\":2}\n\n")
    }
}
