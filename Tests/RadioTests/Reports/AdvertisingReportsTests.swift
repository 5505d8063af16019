import Basics
import Beacons
import Radio
import Testing

@Suite("Advertising reports")
struct AdvertisingReportsTests {
    private let time = Timestamp(seconds: 1)
    private let iBeacon = "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5"

    @Test(
        "captured legacy reports are read",
        arguments: [
            // Public test file of BlueZ ("decode_beacon").
            (
                "043e25020100006d5f57c51701190201060303aafe1116aafe20000c3c200000000fbc000049bab7", "01:17:c5:57:5f:6d",
                DeviceAddress.Kind.public, -73, FrameKind.eddystoneTLM
            ),
            (
                "043e2a02010300ecf800eef30c1e0201041aff4c0002158deefbb9f7384297804096668bb4428113880f4ec1bb",
                "0c:f3:ee:00:f8:ec", .public, -69, .iBeacon
            ),
            // secdev/scapy test/contrib/ibeacon.uts @ac38b27.
            (
                "043e2a02010001fced16d4eed61e0201061aff4c000215b9407f30f5f8466eaff925556b57fe6dedfcd416b6b4",
                "d6:ee:d4:16:ed:fc", .random, -76, .iBeacon
            ),
            // RootCanal 1.10.0 to a legacy scan.
            (
                "043e2a02010301e6d5c4b3a2c11e0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5fb",
                "c1:a2:b3:c4:d5:e6", .random, -5, .iBeacon
            ),
        ] as [(String, String, DeviceAddress.Kind, Int8, FrameKind)])
    func captured(hexadecimal: String, address: String, kind: DeviceAddress.Kind, rssi: Int8, frame: FrameKind) throws {
        let packet = try #require([UInt8](hexadecimal: hexadecimal))
        let heard = try AdvertisingReports.heard(packet: packet, at: time)
        #expect(heard.count == 1)
        let advertisement = try #require(heard.first)
        #expect(advertisement.address.description == address)
        #expect(advertisement.address.kind == kind)
        #expect(advertisement.rssi == rssi)
        #expect(advertisement.time == time)
        #expect(advertisement.frames.map(\.kind) == [frame])
    }

    @Test("the extended report with which Bumble 0.0.236 answers a legacy scan is read")
    func bumble() throws {
        let packet = try #require(
            [UInt8](hexadecimal: "043e380d01010001e6d5c4b3a2c101010000ce0000000000000000001e" + iBeacon))
        let heard = try AdvertisingReports.heard(packet: packet, at: time)
        let expected = HeardAdvertisement(
            time: time, address: try #require(DeviceAddress("c1:a2:b3:c4:d5:e6")), rssi: -50,
            data: try #require([UInt8](hexadecimal: iBeacon)))
        #expect(heard == [expected])
    }

    @Test("several reports in one event are read in order", arguments: [UInt8(0x02), 0x0D])
    func several(subevent: UInt8) throws {
        let advertisements: [[UInt8]] = [[2, 1, 6], [], [3, 9, 65, 66], [1, 9]]
        let reports = advertisements.enumerated().map { index, data in
            subevent == 0x02
                ? ReportEvents.legacy(address: [UInt8(index), 0, 0, 0, 0, 9], data: data, rssi: Int8(-40 - index))
                : ReportEvents.extended(address: [UInt8(index), 0, 0, 0, 0, 9], data: data, rssi: Int8(-40 - index))
        }
        let heard = try AdvertisingReports.heard(
            packet: ReportEvents.packet(subevent: subevent, reports: reports), at: time)
        #expect(heard.map(\.data) == advertisements)
        #expect(heard.map(\.rssi) == [-40, -41, -42, -43])
        #expect(heard.map(\.address.value) == [0, 1, 2, 3].map { 0x0900_0000_0000 + $0 })
    }

    @Test("scan responses are left out unless they are asked for")
    func scanResponses() throws {
        let legacy = ReportEvents.packet(
            subevent: 0x02,
            reports: [
                ReportEvents.legacy(type: 0, data: [], rssi: -1), ReportEvents.legacy(type: 4, data: [], rssi: -2),
                ReportEvents.legacy(type: 2, data: [], rssi: -3),
            ])
        #expect(try AdvertisingReports.heard(packet: legacy, at: time).map(\.rssi) == [-1, -3])
        let all = try AdvertisingReports.heard(packet: legacy, at: time, includingScanResponses: true)
        #expect(all.map(\.rssi) == [-1, -2, -3])
        let extended = ReportEvents.packet(
            subevent: 0x0D,
            reports: [
                ReportEvents.extended(type: 0x13, data: [], rssi: -1),
                ReportEvents.extended(type: 0x1B, data: [], rssi: -2),
                // Type 4 means a scan response only in a legacy report.
                ReportEvents.extended(type: 0x04, data: [], rssi: -3),
            ])
        #expect(try AdvertisingReports.heard(packet: extended, at: time).map(\.rssi) == [-1, -3])
    }

    @Test("a piece of a long advertisement is visited, and the advertisement is given once it ends")
    func pieces() throws {
        let packet = ReportEvents.packet(
            subevent: 0x0D,
            reports: [
                ReportEvents.extended(type: 0x20, data: [9, 9], rssi: -1),
                ReportEvents.extended(type: 0x40, data: [9], rssi: -2),
                ReportEvents.extended(type: 0x00, data: [1, 9], rssi: -3),
            ])
        let heard = try AdvertisingReports.heard(packet: packet, at: time)
        #expect(heard.map(\.rssi) == [-2, -3] && heard.map(\.data) == [[9, 9, 9], [1, 9]])
        #expect(Self.visited(packet).reports == [-1, -2, -3])
    }

    @Test("an RSSI of 127 is none")
    func unknownRSSI() throws {
        let packet = ReportEvents.packet(subevent: 0x02, reports: [ReportEvents.legacy(data: [], rssi: 127)])
        #expect(try AdvertisingReports.heard(packet: packet, at: time).map(\.rssi) == [nil])
    }

    @Test(
        "resolved and anonymous addresses keep their kind, reserved ones are refused",
        arguments: [
            (0, .public), (1, .random), (2, .public), (3, .random), (0xFF, .anonymous), (4, nil), (0xFE, nil),
        ] as [(UInt8, DeviceAddress.Kind?)])
    func addressTypes(type: UInt8, kind: DeviceAddress.Kind?) throws {
        let report = ReportEvents.extended(addressType: type, data: [], rssi: 0)
        let packet = ReportEvents.packet(subevent: 0x0D, reports: [report])
        if let kind {
            #expect(try AdvertisingReports.heard(packet: packet, at: time).map(\.address.kind) == [kind])
        } else {
            #expect(throws: ReportError.undefinedAddressType(type)) {
                try AdvertisingReports.heard(packet: packet, at: time)
            }
        }
    }

    @Test("a report with a reserved kind of address takes no other with it", arguments: [UInt8(0x02), 0x0D])
    func reservedAmongOthers(subevent: UInt8) throws {
        func report(_ type: UInt8, _ rssi: Int8) -> [UInt8] {
            subevent == 0x02
                ? ReportEvents.legacy(addressType: type, data: [2, 1, 6], rssi: rssi)
                : ReportEvents.extended(addressType: type, data: [2, 1, 6], rssi: rssi)
        }
        let packet = ReportEvents.packet(subevent: subevent, reports: [report(1, -1), report(9, -2), report(0, -3)])
        #expect(try AdvertisingReports.heard(packet: packet, at: time).map(\.rssi) == [-1, -3])
        #expect(Self.visited(packet).reports == [-1, -3])
        #expect(throws: ReportError.undefinedAddressType(9)) {
            try packet.withUnsafeBytes { try AdvertisingReports.visit(packet: $0) { _ in } }
        }
    }

    @Test(
        "other packets and events are not advertising reports",
        arguments: [
            "01030c00", "040e0401030c00", "043e020102", "043e0101", "043e00", "02000000",
        ])
    func others(hexadecimal: String) throws {
        let packet = try #require([UInt8](hexadecimal: hexadecimal))
        #expect(throws: ReportError.notAnAdvertisingReport) { try AdvertisingReports.heard(packet: packet, at: time) }
    }

    @Test("an event cut anywhere is refused, and so is one with a byte too many", arguments: [UInt8(0x02), 0x0D])
    func cuts(subevent: UInt8) throws {
        let report =
            subevent == 0x02
            ? ReportEvents.legacy(data: [2, 1, 6], rssi: -1) : ReportEvents.extended(data: [2, 1, 6], rssi: -1)
        let packet = ReportEvents.packet(subevent: subevent, reports: [report, report])
        for count in packet.indices {
            #expect(throws: ReportError.truncated) {
                try AdvertisingReports.heard(packet: Array(packet.prefix(count)), at: time)
            }
        }
        #expect(throws: ReportError.overlong) { try AdvertisingReports.heard(packet: packet + [0], at: time) }
        // Now with a length byte that agrees: the event is whole, but its reports are not.
        for count in 5..<packet.count {
            var cut = Array(packet.prefix(count))
            cut[2] = UInt8(count - 3)
            #expect(throws: ReportError.truncated) { try AdvertisingReports.heard(packet: cut, at: time) }
            let whole = (count - 5) / report.count
            #expect(Self.visited(cut).reports.count == whole)
        }
        var longer = packet + [0]
        longer[2] += 1
        #expect(throws: ReportError.overlong) { try AdvertisingReports.heard(packet: longer, at: time) }
    }

    @Test("a legacy report with more than 31 bytes of data is refused")
    func overlongData() {
        let data = [UInt8](repeating: 0, count: 32)
        let packet = ReportEvents.packet(subevent: 0x02, reports: [ReportEvents.legacy(data: data, rssi: 0)])
        #expect(throws: ReportError.overlong) { try AdvertisingReports.heard(packet: packet, at: time) }
    }

    @Test("random and damaged events are read without harm", arguments: 0..<32 as Range<UInt64>)
    func damaged(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            var reports: [[UInt8]] = []
            let subevent: UInt8 = Bool.random(using: &random) ? 0x02 : 0x0D
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let data = (0..<Int.random(in: 0...31, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }
                reports.append(
                    subevent == 0x02
                        ? ReportEvents.legacy(data: data, rssi: -9) : ReportEvents.extended(data: data, rssi: -9))
            }
            var packet = ReportEvents.packet(subevent: subevent, reports: reports)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                packet[Int.random(in: packet.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            let visited = Self.visited(packet)
            // However it is damaged, no more bytes are given out than came in.
            #expect(visited.bytes <= packet.count)
            #expect(visited.reports.count <= 255)
        }
    }

    /// The RSSI of each report visited, scan responses included, and how many bytes of data they had.
    private static func visited(_ packet: [UInt8]) -> (reports: [Int8], bytes: Int) {
        var reports: [Int8] = []
        var bytes = 0
        packet.withUnsafeBytes { buffer in
            do throws(ReportError) {
                try AdvertisingReports.visit(packet: buffer, includingScanResponses: true) {
                    reports.append($0.rssiOrUnknown)
                    bytes += $0.data.count
                }
            } catch {}
        }
        return (reports, bytes)
    }
}
