import Basics
import Testing

@testable import VaultDevice

@Suite("NMEA sentences")
struct NMEASentenceTests {
    @Test("published sentences are read")
    func published() throws {
        let gga = try #require(
            NMEASentence(Array("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47".utf8)))
        #expect(gga.kind == "GGA")
        #expect(gga.timeOfDay(0) == (12 * 60 + 35) * 60_000 + 19_000)
        #expect(try #require(gga.latitude(1)) == 48 + 7.038 / 60)
        #expect(try #require(gga.longitude(3)) == 11 + 31.0 / 60)
        #expect(gga.number(7) == 0.9)
        #expect(gga.field(13) == nil)
        let rmc = try #require(
            NMEASentence(Array("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A".utf8)))
        #expect(rmc.date(8) == Timestamp(rfc3339: "1994-03-23T00:00:00Z"))
        let gst = try #require(
            NMEASentence(Array("$GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031*6A".utf8)))
        #expect(gst.number(5) == 0.023)
    }

    @Test(
        "what is no sentence is refused",
        arguments: [
            "", "$", "$*00", "$GPGGA", "$GPGGA*", "$GPGGA*5", "$GPGGA*57", "$GPGGA*5g", "GPGGA*56", "$GPGGA*56 ",
            " $GPGGA*56", "$GPGGA*056", "!AIVDM*5C", "$GPGGA,$*56", "$GP\u{7}*00",
        ])
    func refused(text: String) {
        #expect(NMEASentence(Array(text.utf8)) == nil)
    }

    @Test("a sentence of 255 bytes is read, a longer one is not")
    func length() {
        let body = "GPXXX," + String(repeating: "1", count: 255 - 10)
        #expect(NMEASentence(NMEASentences.sentence(body))?.fields.count == 1)
        #expect(NMEASentence(NMEASentences.sentence(body + "1")) == nil)
    }

    @Test("a maker's own sentence has no kind")
    func proprietary() {
        #expect(NMEASentence(NMEASentences.sentence("PUBXGGA,1"))?.kind == "")
    }

    @Test("no changed byte goes unnoticed", arguments: 0..<32 as Range<UInt64>)
    func changedByte(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let good = NMEASentences.sentence("GPGGA,120000.00,4025.00600,N,00342.20000,W,1,08,0.9,650.0,M,50.0,M,,")
        var bad = good
        let place = Int.random(in: 0..<bad.count, using: &random)
        bad[place] ^= UInt8.random(in: 1...255, using: &random)
        // Hexadecimal digits may be in either case; that changes nothing.
        let isCase = place >= good.count - 2 && bad[place] ^ good[place] == 0x20
        #expect(NMEASentence(bad) == nil || isCase)
    }

    @Test(
        "angles are in degrees and minutes of two digits, within the Earth",
        arguments: [
            ("0000.0,N", 0), ("9000.000,N", 90), ("9000.000,S", -90), ("0159.99999,S", -(1 + 59.99999 / 60)),
            ("4025,N", 40 + 25.0 / 60), ("9000.001,N", nil), ("4060.0,N", nil), ("425.0,N", nil), ("40250.0,N", nil),
            ("4025.0,E", nil), ("4025.0,", nil), (",N", nil), ("-025.0,N", nil), ("40 5.0,N", nil), ("4025.,N", nil),
            ("4025.0.0,N", nil), ("4025.0,NN", nil), ("40251e0,N", nil),
        ] as [(String, Double?)])
    func angles(text: String, degrees: Double?) throws {
        let sentence = try #require(NMEASentence(NMEASentences.sentence("GPXXX,\(text)")))
        #expect(sentence.latitude(0) == degrees)
    }

    @Test(
        "times and days that do not exist are refused",
        arguments: [
            ("240000", false), ("236000", false), ("235961", false), ("235960", true), ("235959.999", true),
            ("12000", false), ("120000.", false), ("12:00:00", false), ("", false), ("000000", true),
        ])
    func times(text: String, isTime: Bool) throws {
        let sentence = try #require(NMEASentence(NMEASentences.sentence("GPXXX,\(text)")))
        #expect((sentence.timeOfDay(0) != nil) == isTime)
    }

    @Test(
        "days that do not exist are refused",
        arguments: [
            ("290224", "2024-02-29T00:00:00Z"), ("290223", nil), ("000124", nil), ("011324", nil),
            ("010179", "2079-01-01T00:00:00Z"),
            ("010180", "1980-01-01T00:00:00Z"), ("10180", nil), ("0101800", nil),
        ] as [(String, String?)])
    func days(text: String, day: String?) throws {
        let sentence = try #require(NMEASentence(NMEASentences.sentence("GPXXX,\(text)")))
        #expect(sentence.date(0) == day.flatMap { Timestamp(rfc3339: $0) })
    }
}
