import Basics
import Testing

@testable import VaultDevice

@Suite("Lines")
struct LineSplitterTests {
    @Test("lines end with LF, with or without CR before it")
    func ends() {
        var splitter = LineSplitter(limit: 10)
        #expect(splitter.append(Array("a\nb\r\n\nc".utf8)) == [[0x61], [0x62], []])
        #expect(splitter.append(Array("d\r".utf8)).isEmpty)
        #expect(splitter.append([0x0A]) == [[0x63, 0x64]])
        #expect(splitter.finish() == nil)
    }

    @Test("a line of the limit passes, a longer one is dropped and counted", arguments: ["\n", "\r\n"])
    func limit(end: String) {
        var splitter = LineSplitter(limit: 4)
        #expect(splitter.append(Array("1234\(end)".utf8)).count == 1)
        #expect(splitter.append(Array("12345\(end)".utf8)).isEmpty)
        #expect(splitter.append(Array("123456789\(end)ok\(end)".utf8)) == [Array("ok".utf8)])
        #expect(splitter.overlong == 2)
    }

    @Test("what never ends is not kept")
    func endless() {
        var splitter = LineSplitter(limit: 16)
        for _ in 0..<1000 { #expect(splitter.append([UInt8](repeating: 1, count: 1000)).isEmpty) }
        #expect(splitter.finish() == nil)
        #expect(splitter.overlong == 1)
    }
}
