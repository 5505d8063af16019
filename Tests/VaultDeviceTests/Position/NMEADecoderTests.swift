import Basics
import Testing
import Vault

@testable import VaultDevice

@Suite("Positions from NMEA")
struct NMEADecoderTests {
    private func decode(_ bytes: [UInt8]) -> (fixes: [Fix], decoder: NMEADecoder) {
        var decoder = NMEADecoder()
        let fixes = decoder.append(bytes)
        return (fixes + decoder.finish(), decoder)
    }

    @Test("the sentences of one epoch make one position, with its instant and five metres for each unit of dilution")
    func epoch() throws {
        let (fixes, decoder) = decode(NMEASentences.epoch(7))
        let fix = try #require(fixes.first)
        #expect(fixes.count == 1)
        #expect(fix.latitude == 40 + 25.006 / 60)
        #expect(fix.longitude == -(3 + 42.2 / 60))
        #expect(fix.accuracy == 4.5)
        #expect(fix.time == Timestamp(rfc3339: "2026-11-21T12:00:07Z"))
        #expect(decoder.skipped == 0)
    }

    /// Receivers of several systems of satellites send GNS in place of GGA.
    @Test(
        "GNS is a position as GGA is, when one of its modes was measured",
        arguments: [("AANN", 1), ("D", 1), ("NR", 1), ("NNNN", 0), ("E", 0), ("MS", 0)])
    func several(modes: String, count: Int) {
        let (fixes, decoder) = decode(
            NMEASentences.lines(
                "GNGNS,120007.00,4025.00600,N,00342.20000,W,\(modes),12,0.9,650.0,50.0,,,V",
                "GNRMC,120007.00,A,4025.00600,N,00342.20000,W,0.0,0.0,211126,,,\(count == 0 ? "N" : "A"),V"))
        #expect(fixes.map(\.accuracy) == Array(repeating: 4.5, count: count))
        #expect(fixes.allSatisfy { $0.time == Timestamp(rfc3339: "2026-11-21T12:00:07Z") })
        #expect(decoder.skipped == 0)
    }

    @Test("GNS of three satellites has no height, and one with an unknown mode is malformed")
    func flatGNS() {
        let flat = decode(NMEASentences.lines("GNGNS,120007.00,4025.006,N,00342.2,W,A,03,2.9,,,,"))
        #expect(flat.fixes.isEmpty && flat.decoder.flat == 1)
        let odd = decode(NMEASentences.lines("GNGNS,120007.00,4025.006,N,00342.2,W,AX,12,0.9,,,,"))
        #expect(odd.fixes.isEmpty && odd.decoder.skipped == 1)
    }

    @Test("a dilution that only GSA has is taken from there, unless the fix is flat")
    func dilutionOfGSA() {
        func fixes(_ dimensions: String, _ dilution: String = "") -> [Double] {
            let lines = NMEASentences.lines(
                "GPGGA,120007.00,4025.006,N,00342.2,W,1,08,\(dilution),650.0,M,50.0,M,,",
                "GPGSA,A,\(dimensions),01,02,03,04,05,06,07,08,,,,,1.8,0.9,1.5")
            return decode(lines).fixes.map(\.accuracy)
        }
        #expect(fixes("3") == [4.5] && fixes("2").isEmpty && fixes("3", "2.0") == [10])
    }

    @Test("error statistics come before dilution")
    func statistics() throws {
        let bytes = NMEASentences.epoch(7) + NMEASentences.lines("GPGST,120007.00,1.2,3.1,2.9,10.0,3.0,4.0,6.0")
        let fix = try #require(decode(bytes).fixes.first)
        #expect(abs(fix.accuracy - 12.5.squareRoot() * 2.4477) < 1e-9)
    }

    @Test("statistics of zero are none")
    func zeroStatistics() throws {
        let bytes = NMEASentences.epoch(7) + NMEASentences.lines("GPGST,120007.00,0,0,0,0,0.0,0.0,0.0")
        #expect(try #require(decode(bytes).fixes.first).accuracy == 4.5)
    }

    @Test("a position is complete when the next epoch begins")
    func completion() {
        var decoder = NMEADecoder()
        #expect(decoder.append(NMEASentences.epoch(1)).isEmpty)
        #expect(decoder.append(NMEASentences.epoch(2)).count == 1)
        #expect(decoder.finish().count == 1)
        #expect(decoder.finish().isEmpty)
    }

    @Test("a last line without its end counts, and so does the epoch before it")
    func unendedLine() {
        let bytes = NMEASentences.epoch(1) + NMEASentences.epoch(2).prefix { $0 != 0x0D }
        let fixes = decode(bytes).fixes
        #expect(fixes.map(\.time) == [Timestamp(rfc3339: "2026-11-21T12:00:01Z"), nil])
    }

    @Test(
        "what was not measured is no position",
        arguments: ["0", "6", "7", "8"])
    func notMeasured(quality: String) {
        let bytes = NMEASentences.lines(
            "GPGGA,120000.00,4025.00600,N,00342.20000,W,\(quality),08,0.9,650.0,M,50.0,M,,")
        let (fixes, decoder) = decode(bytes)
        #expect(fixes.isEmpty)
        #expect(decoder.malformed == 0)
    }

    @Test("three satellites give no position, and it is known why")
    func flat() {
        let (fixes, decoder) = decode(NMEASentences.epoch(1, satellites: "03"))
        #expect(fixes.isEmpty)
        #expect(decoder.flat == 1)
        #expect(decode(NMEASentences.epoch(1, satellites: "04")).fixes.count == 1)
    }

    @Test("a position without accuracy is none, and it is known why", arguments: ["", "0.0", "99.99", "x"])
    func withoutAccuracy(dilution: String) {
        let (fixes, decoder) = decode(NMEASentences.epoch(1, dilution: dilution))
        #expect(fixes.isEmpty)
        #expect(decoder.withoutAccuracy == 1)
    }

    @Test("RMC with statistics is enough")
    func withoutGGA() throws {
        let bytes = NMEASentences.lines(
            "GNRMC,120000.00,A,4025.00600,N,00342.20000,W,0.0,0.0,211126,,,A",
            "GNGST,120000.00,,,,,2.0,2.0,")
        #expect(abs(try #require(decode(bytes).fixes.first).accuracy - 2 * 2.4477) < 1e-9)
    }

    @Test("a warned or estimated position of RMC is none", arguments: ["V,A", "A,E", "A,M", "A,S", "A,N"])
    func warned(flags: String) {
        let (status, mode) = (flags.prefix(1), flags.suffix(1))
        let bytes = NMEASentences.lines(
            "GPRMC,120000.00,\(status),4025.00600,N,00342.20000,W,0.0,0.0,211126,,,\(mode)",
            "GPGST,120000.00,,,,,2.0,2.0,")
        #expect(decode(bytes).fixes.isEmpty)
    }

    @Test("a receiver without satellites is silent, not malformed")
    func silent() {
        let bytes = NMEASentences.lines(
            "GPGGA,,,,,,0,00,99.99,,,,,,", "GPRMC,,V,,,,,,,,,,N", "GPGST,,,,,,,,", "GPGSV,1,1,00", "GPTXT,01,01,02,hi")
        let (fixes, decoder) = decode(bytes)
        #expect(fixes.isEmpty)
        #expect(decoder.skipped == 0)
    }

    @Test("malformed sentences are skipped, counted, and harm no other")
    func malformed() {
        var bytes = Array("$GPGGA,1200\r\n".utf8) + NMEASentences.epoch(1)
        bytes += [0xFF, 0x00, 0x24, 0x0A] + NMEASentences.epoch(2)
        bytes += NMEASentences.lines("GPGGA,120003.00,9925.00600,N,00342.20000,W,1,08,0.9,650.0,M,50.0,M,,")
        bytes += NMEASentences.lines("GPGGA,250003.00,4025.00600,N,00342.20000,W,1,08,0.9,650.0,M,50.0,M,,")
        bytes += [UInt8](repeating: 0x41, count: 100_000) + [0x0A]
        let (fixes, decoder) = decode(bytes)
        #expect(fixes.count == 2)
        #expect(decoder.skipped == 5)
    }

    @Test("bytes make the same positions however they are divided", arguments: 0..<32 as Range<UInt64>)
    func divided(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<5).flatMap { NMEASentences.epoch($0) } + Array("rubbish\n".utf8)
        let whole = decode(bytes).fixes
        var decoder = NMEADecoder()
        var fixes: [Fix] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...20, using: &random)
            fixes += decoder.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(whole.count == 5)
        #expect(fixes + decoder.finish() == whole)
    }

    @Test("hostile bytes make no trap, and no position out of range", arguments: 0..<32 as Range<UInt64>)
    func hostile(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("$*,.\r\nGPGARMCST0123456789NSEW-AV".utf8)
        var bytes: [UInt8] = []
        for _ in 0..<200 {
            // Fields at random behind a checksum that is right, so that they are looked at.
            let fields = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                String(
                    decoding: (0..<Int.random(in: 0...10, using: &random)).map { _ in
                        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                    }, as: UTF8.self
                ).filter { !"$*,\r\n".contains($0) }
            }
            let kind = ["GGA", "RMC", "GST"][Int.random(in: 0..<3, using: &random)]
            bytes += NMEASentences.sentence(([("GP" + kind)] + fields).joined(separator: ",")) + [0x0A]
            bytes += (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let (fixes, decoder) = decode(bytes)
        #expect(fixes.allSatisfy { $0.accuracy > 0 })
        #expect(decoder.skipped > 0)
    }
}
