import Basics
import Testing

@testable import Radio

@Suite("H4 framing")
struct H4FramerTests {
    private let reset: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
    private let report: [UInt8] = [0x04, 0x3E, 0x0C, 0x02, 0x01, 0x03, 0x01, 1, 2, 3, 4, 5, 6, 0, 0xC4]
    private let data: [UInt8] = [0x02, 0x40, 0x20, 0x03, 0x00, 9, 9, 9]

    private func packets(_ framer: inout H4Framer) -> [[UInt8]] {
        var found: [[UInt8]] = []
        while let packet = framer.next() { found.append(Array(packet)) }
        return found
    }

    @Test("packets come out whole however the reads cut them", arguments: 0..<32 as Range<UInt64>)
    func anyCut(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let sent = (0..<40).map { _ in [reset, report, data][Int(random.next() % 3)] }
        var rest = sent.flatMap { $0 }[...]
        var framer = H4Framer(source: .controller)
        var received: [[UInt8]] = []
        while !rest.isEmpty {
            let count = min(rest.count, Int(random.next() % 23))
            framer.append(rest.prefix(count))
            rest = rest.dropFirst(count)
            received += packets(&framer)
        }
        #expect(received == sent)
        #expect(framer.skipped == 0)
    }

    @Test("noise between packets is skipped and the next packet found")
    func resynchronises() {
        var framer = H4Framer(source: .controller)
        framer.append(reset + [0x00, 0xFF, 0x7E, 0x99] + report)
        #expect(packets(&framer) == [reset, report])
    }

    @Test("a stream that holds no packets is counted as noise")
    func countsNoise() {
        var framer = H4Framer(source: .controller)
        framer.append([UInt8](repeating: 0x48, count: 300))
        #expect(packets(&framer).isEmpty)
        #expect(framer.skipped == 300)
    }

    @Test("a data packet longer than any controller sends is noise, not a reason to wait")
    func absurdLength() {
        var framer = H4Framer(source: .controller)
        framer.append([0x02, 0x00, 0x00, 0xFF, 0xFF] + reset)
        #expect(packets(&framer) == [reset])
    }

    @Test("a host's stream holds commands, and no events")
    func hostSide() {
        var framer = H4Framer(source: .host)
        framer.append(reset + HCICommand(.reset).packet)
        #expect(packets(&framer).last == [0x01, 0x03, 0x0C, 0x00])
    }
}
