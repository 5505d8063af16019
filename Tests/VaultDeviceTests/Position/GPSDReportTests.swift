import Basics
import Testing
import Vault

@testable import VaultDevice

@Suite("What a gpsd says")
struct GPSDReportTests {
    private func report(_ text: String) -> GPSDReport? { GPSDReport(Array(text.utf8)) }

    @Test("lines of gpsd 3.22 are read")
    func real() {
        #expect(
            report(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#)
                == .version(major: 3))
        #expect(
            report(
                #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"tcp://127.0.0.1:29471","#
                    + #""driver":"NMEA0183","activated":"2026-11-21T17:48:32.456Z","flags":1}]}"#) == .other)
        let position =
            #"{"class":"TPV","device":"tcp://127.0.0.1:29471","mode":3,"time":"2026-11-21T17:48:32.000Z","ept":0.005,"#
            + #""lat":40.416766667,"lon":-3.703333333,"altHAE":700.0000,"altMSL":650.0000,"alt":650.0000,"epv":27.600,"#
            + #""track":0.0000,"magtrack":359.4893,"magvar":-0.5,"speed":0.000,"climb":0.000,"epc":55.20,"#
            + #""geoidSep":50.000,"eph":17.100,"sep":28.500}"#
        let fix = Fix(
            latitude: 40.416766667, longitude: -3.703333333, accuracy: 17.1,
            time: Timestamp(rfc3339: "2026-11-21T17:48:32.000Z"))
        #expect(report(position) == fix.map { .fix($0) })
    }

    @Test(
        "accuracy is that of the plane, or else of both axes, and never zero",
        arguments: [
            (#""eph":8,"epx":30,"epy":40"#, 8), (#""epx":30,"epy":40"#, 50), (#""epx":30"#, nil), (#""eph":0"#, nil),
            (#""eph":-1"#, nil), (#""epx":-3,"epy":4"#, nil), (#""epv":3"#, nil),
        ] as [(String, Double?)])
    func accuracy(members: String, metres: Double?) {
        let expected = metres.flatMap { Fix(latitude: 1, longitude: 2, accuracy: $0) }.map { GPSDReport.fix($0) }
        #expect(
            report(#"{"class":"TPV","mode":3,"lat":1,"lon":2,"# + members + "}") == expected ?? .fixWithoutAccuracy)
    }

    @Test(
        "a position without height, without satellites or out of range is none",
        arguments: [
            (#"{"class":"TPV","mode":2,"lat":1,"lon":2,"eph":3}"#, GPSDReport.flatFix),
            (#"{"class":"TPV","mode":1,"lat":1,"lon":2,"eph":3}"#, .noFix), (#"{"class":"TPV","mode":0}"#, .noFix),
            (#"{"class":"TPV"}"#, .noFix), (#"{"class":"TPV","mode":3,"lon":2,"eph":3}"#, .noFix),
            (#"{"class":"TPV","mode":3,"lat":91,"lon":2,"eph":3}"#, .noFix),
            (#"{"class":"TPV","mode":3,"lat":1,"lon":-181,"eph":3}"#, .noFix),
            (#"{"class":"TPV","mode":3,"lat":1,"lon":2,"eph":1e300}"#, .noFix),
            (#"{"class":"ERROR","message":"Unrecognized request"}"#, .refusal), (#"{"class":"SKY","x":1}"#, .other),
        ])
    func positions(text: String, expected: GPSDReport) {
        #expect(report(text) == expected)
    }

    @Test(
        "what is no report is refused",
        arguments: [
            "", "{", "{}", "[]", "null", "220 ftp ready", #"{"class":3}"#, #"{"class":"TPV","mode":"3"}"#,
            #"{"class":"TPV","mode":3,"lat":NaN,"lon":2}"#, #"{"class":"VERSION"}"#, #" {"class":"SKY"}"#,
            String(repeating: "{\"a\":", count: 6000),
        ])
    func refused(text: String) {
        #expect(report(text) == nil)
    }
}

@Suite("Listening to a gpsd")
struct GPSDWatchTests {
    private static let version = #"{"class":"VERSION","proto_major":3,"proto_minor":14}"# + "\n"

    private func position(second: Int, latitude: Double = 1) -> String {
        #"{"class":"TPV","mode":3,"time":"2026-11-21T12:00:0\#(second).000Z","lat":\#(latitude),"lon":2,"eph":3}"#
            + "\n"
    }

    private func watch(_ count: Int, _ text: String...) -> GPSDWatch {
        var watch = GPSDWatch(count: count)
        for part in text { watch.append(Array(part.utf8)) }
        return watch
    }

    @Test("it is done with as many positions as were wanted")
    func enough() throws {
        let watch = watch(2, Self.version, position(second: 1), position(second: 2), position(second: 3))
        #expect(watch.isDone)
        #expect(try watch.outcome(source: "x").count == 2)
    }

    @Test("an epoch that is said twice counts once, as it was said last")
    func repeated() throws {
        let watch = watch(
            3, Self.version, position(second: 1), position(second: 1, latitude: 1.5), position(second: 2))
        #expect(!watch.isDone)
        #expect(try watch.outcome(source: "x").map(\.latitude) == [1.5, 1])
    }

    @Test("a damaged line among good ones is passed over")
    func damaged() throws {
        let watch = watch(1, Self.version, "{\"class\":\n", position(second: 1))
        #expect(try watch.outcome(source: "x").count == 1)
    }

    @Test(
        "what is no gpsd of this protocol is said to be none",
        arguments: [
            "", "220 ready\n", #"{"class":"VERSION","proto_major":2,"proto_minor":1}"# + "\n", "HTTP/1.1 400\n",
            #"{"class":"TPV","mode":3,"lat":1,"lon":2,"eph":3}"# + "\n", String(repeating: "x", count: 100_000),
        ])
    func foreign(text: String) {
        #expect(throws: PositionFault.notGPSD(source: "x")) { try watch(1, text).outcome(source: "x") }
    }

    @Test("why there is no position is said")
    func reasons() {
        #expect(throws: PositionFault.noFix(source: "x")) { try watch(1, Self.version).outcome(source: "x") }
        #expect(throws: PositionFault.flatFix(source: "x")) {
            try watch(1, Self.version, #"{"class":"TPV","mode":2,"lat":1,"lon":2,"eph":3}"# + "\n").outcome(source: "x")
        }
        #expect(throws: PositionFault.noAccuracy(source: "x")) {
            try watch(1, Self.version, #"{"class":"TPV","mode":3,"lat":1,"lon":2}"# + "\n").outcome(source: "x")
        }
    }

    @Test("hostile bytes make no trap", arguments: 0..<32 as Range<UInt64>)
    func hostile(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var watch = GPSDWatch(count: 4)
        var bytes = Array((Self.version + position(second: 1) + position(second: 2)).utf8)
        for _ in 0..<8 {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        watch.append(bytes)
        #expect(watch.fixes.count <= 2)
    }
}
