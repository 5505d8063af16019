import Basics
import Testing
import Vault

@testable import VaultDevice

@Suite("Positions on a command line")
struct PositionOptionTests {
    @Test(
        "positions are read",
        arguments: [
            ("40.4168,-3.7038", 40.4168, -3.7038, 0), ("40.4168,-3.7038,10", 40.4168, -3.7038, 10),
            ("-90,180,0.5", -90, 180, 0.5), ("0,0", 0, 0, 0), ("-0.000001,179.9999999", -0.000001, 179.9999999, 0),
            ("007,08.50", 7, 8.5, 0),
        ])
    func reads(text: String, latitude: Double, longitude: Double, accuracy: Double) throws {
        let fix = try #require(Fix(latitude: latitude, longitude: longitude, accuracy: accuracy))
        #expect(try PositionOption.manual(text) == .manual(fix))
    }

    @Test(
        "what is no position is refused, and why is said",
        arguments: [
            ("", PositionOptionFault.notAPosition), ("40", .notAPosition), ("40,", .notAPosition),
            (",3", .notAPosition), ("1,2,3,4", .notAPosition), ("1, 2", .notAPosition), (" 1,2", .notAPosition),
            ("1,2 ", .notAPosition), ("+1,2", .notAPosition), ("1e1,2", .notAPosition), ("1.,2", .notAPosition),
            (".5,2", .notAPosition), ("--1,2", .notAPosition), ("-,2", .notAPosition), ("nan,2", .notAPosition),
            ("inf,2", .notAPosition), ("0x1,2", .notAPosition), ("1°,2", .notAPosition), ("１,2", .notAPosition),
            ("1;2", .notAPosition), ("1,2,", .notAPosition), ("1.2.3,4", .notAPosition),
            ("1234567890123456789,1", .notAPosition), ("1\u{0},2", .notAPosition), ("1,2\n", .notAPosition),
            ("90.0001,0", .latitudeOutOfRange), ("-91,0", .latitudeOutOfRange), ("0,180.1", .longitudeOutOfRange),
            ("0,-181", .longitudeOutOfRange), ("0,0,-1", .accuracyOutOfRange), ("0,0,999999999", .accuracyOutOfRange),
        ])
    func refuses(text: String, fault: PositionOptionFault) {
        #expect(throws: fault) { try PositionOption.manual(text) }
    }

    @Test("the decimals that people write are the nearest doubles", arguments: 0..<64 as Range<UInt64>)
    func decimals(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let whole = Int.random(in: -89...89, using: &random)
        let decimals = (1...Int.random(in: 1...9, using: &random)).map { _ in
            "0123456789".randomElement(using: &random) ?? "0"
        }
        let text = "\(whole).\(String(decimals))"
        let expected = try #require(Double(text))
        #expect(DecimalNumber.value(text.utf8) == expected)
    }

    @Test(
        "a gpsd is read",
        arguments: [
            ("localhost:2947", "localhost", 2947), ("10.0.0.1:1", "10.0.0.1", 1), ("gps", "gps", 2947),
            ("[::1]:65535", "::1", 65_535), ("[fe80::1%eth0]", "fe80::1%eth0", 2947),
        ])
    func gpsd(text: String, host: String, port: Int) throws {
        #expect(try PositionOption.gpsd(text) == .gpsd(host: host, port: port))
    }

    @Test(
        "what is no gpsd is refused",
        arguments: [
            ("", PositionOptionFault.notAHost), (":2947", .notAHost), ("::1", .notAHost), ("::1:2947", .notAHost),
            ("[::1", .notAHost), ("[::1]2947", .notAHost), ("[]:1", .notAHost), ("a b:1", .notAHost),
            ("a\u{0}:1", .notAHost), ("host:", .notAPort), ("host:0", .notAPort), ("host:65536", .notAPort),
            ("host:-1", .notAPort), ("host:1x", .notAPort), ("host:99999999999999999999", .notAPort),
            (String(repeating: "h", count: 400), .notAHost),
        ])
    func noGPSD(text: String, fault: PositionOptionFault) {
        #expect(throws: fault) { try PositionOption.gpsd(text) }
    }

    @Test(
        "a file or line is read",
        arguments: [
            ("walk.nmea", "walk.nmea", nil), ("/tmp/a,4800", "/tmp/a,4800", nil), ("/dev/ttyUSB0", "/dev/ttyUSB0", nil),
            ("/dev/ttyUSB0,4800", "/dev/ttyUSB0", 4800), ("/dev/a,b,9600", "/dev/a,b", 9600),
        ] as [(String, String, Int?)])
    func nmea(text: String, path: String, baud: Int?) throws {
        #expect(try PositionOption.nmea(text) == .nmea(path: path, baud: baud))
    }

    @Test(
        "what is no file or line is refused",
        arguments: [
            ("", PositionOptionFault.notAPath), ("a\u{0}b", .notAPath), ("/dev/ttyUSB0,", .notABaud),
            ("/dev/ttyUSB0,4801", .notABaud), ("/dev/ttyUSB0,-4800", .notABaud),
        ])
    func noNMEA(text: String, fault: PositionOptionFault) {
        #expect(throws: fault) { try PositionOption.nmea(text) }
    }

    @Test("no description of a source says where anybody is")
    func silence() throws {
        let option = try PositionOption.manual("40.4168,-3.7038")
        #expect(!option.source.description.contains("40"))
    }
}
