import Basics
import Beacons
import Foundation
import Phone
import Proximity
import Radio
import Testing

@testable import Commands

/// An advertisement of the iBeacon 100.1 as it is sent.
private let iBeacon: [UInt8] =
    [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + (1...16).map { UInt8($0) } + [0, 100, 0, 1, 0xC5]

/// What a sender says: without `data`, the usual sender is the iBeacon 100.1, and each other one has its own minor.
private func heard(
    _ data: [UInt8]? = nil, rssi: Int8? = -60, sender: UInt64 = usualSender, milliseconds: Int64 = 3_600_000
) -> ControllerEvent {
    var own = iBeacon
    if sender != usualSender { own[28] = UInt8(truncatingIfNeeded: sender) }
    return .heard(
        HeardAdvertisement(
            time: Timestamp(milliseconds: milliseconds), address: DeviceAddress(value: sender, kind: .random),
            rssi: rssi, data: data ?? own))
}

private let usualSender: UInt64 = 0xC1A2_B3C4_D5E6

@Suite("What a scan hears")
struct ScanLinesTests {
    private let now = Timestamp(milliseconds: 7_200_000)

    @Test("a beacon is one object and one line, with the instant at which it was heard")
    func beacon() throws {
        let json = try JSONValue(parsing: Array(try #require(ScanLines.json(heard(), at: now)).utf8))
        #expect(json["event"] == "advertisement" && json["rssi"] == -60 && json["major"] == 100 && json["minor"] == 1)
        #expect(json["measured_power"] == -59 && json["flags"] == 6)
        guard case .string(let time)? = json["time"] else { return }
        #expect(time.hasPrefix("1970-01-01T01:00:00"))
        let line = try #require(ScanLines.words(heard(), at: now))
        #expect(line.hasPrefix("01:00:00  ") && line.contains(" -60 dBm") && line.contains("minor 1"))
    }

    @Test("what is no beacon is shown by its bytes, and a strength that is unknown by a question mark")
    func others() throws {
        let event = heard([0x02, 0x01, 0x06], rssi: nil)
        let line = try #require(ScanLines.words(event, at: now))
        #expect(line.contains("   ? dBm ") && line.hasSuffix(" other                   020106"))
        let json = try JSONValue(parsing: Array(try #require(ScanLines.json(event, at: now)).utf8))
        #expect(json["type"] == .null && json["rssi"] == .null)
    }

    @Test("that the controller went away is told, that it is ready is not")
    func controller() throws {
        #expect(ScanLines.words(.lost(reason: "unplugged"), at: now)?.contains("unplugged") == true)
        #expect(ScanLines.json(.lost(reason: "unplugged"), at: now)?.contains(#""reason":"unplugged""#) == true)
        #expect(ScanLines.json(.lost(reason: "x"), at: now)?.contains(#""event":"radio.lost""#) == true)
    }

    @Test("text from the air gives no orders to the terminal")
    func hostileText() throws {
        // An Eddystone-URL whose bytes are an escape sequence, as far as the parser takes it for an address.
        for byte: UInt8 in [0x1B, 0x07, 0x9B] {
            let url: [UInt8] = [0x03, 0x03, 0xAA, 0xFE, 0x08, 0x16, 0xAA, 0xFE, 0x10, 0x00, 0x03, byte, 0x61]
            let line = try #require(ScanLines.words(heard(url), at: now))
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
        }
    }
}

@Suite("The table of a scan")
struct ScanTableTests {
    private func rows(_ screen: String?) -> [Substring] { screen?.split(separator: "\n").dropFirst().map { $0 } ?? [] }

    @Test("each beacon is one row, the strongest first, with how often it was heard")
    func rows() throws {
        var table = ScanTable()
        let start: Int64 = 1_000_000
        for count in 0..<5 {
            _ = table.show(
                heard(rssi: -80, sender: 0xC000_0000_0001), at: Timestamp(milliseconds: start + Int64(count)))
        }
        let screen = table.show(heard(rssi: -50, sender: 0xC000_0000_0002), at: Timestamp(milliseconds: start + 400))
        let shown = rows(screen)
        #expect(shown.count == 2)
        #expect(shown[0].contains(" -50 dBm") && shown[0].contains("     1x"))
        #expect(shown[1].contains(" -80 dBm") && shown[1].contains("     5x"))
        #expect(screen?.contains("2 senders") == true)
    }

    @Test("two beacons under one address are two rows, and one beacon under two addresses is one")
    func identities() throws {
        var table = ScanTable()
        var second = iBeacon
        second[28] = 2
        let now = Timestamp(milliseconds: 0)
        for (data, rssi, sender) in [(iBeacon, -50, 1), (second, -80, 1), (iBeacon, -50, 2)]
            as [([UInt8], Int8, UInt64)]
        {
            _ = table.show(heard(data, rssi: rssi, sender: 0xC000_0000_0000 + sender, milliseconds: 0), at: now)
        }
        // Two beacons in one extended advertisement, and telemetry, which has no identity but its sender's.
        let telemetry: [UInt8] = [0x11, 0x16, 0xAA, 0xFE, 0x20, 0] + [UInt8](repeating: 1, count: 12)
        for sender: UInt64 in [3, 4] {
            let both = heard(iBeacon + telemetry, rssi: -50, sender: 0xC000_0000_0000 + sender, milliseconds: 0)
            _ = table.show(both, at: now)
        }
        let shown = rows(table.redraw(at: Timestamp(milliseconds: 1000)))
        #expect(shown.count == 4)
        #expect(shown.filter { $0.contains("minor 1 ") && $0.contains("     4x") }.count == 1)
        #expect(
            shown.filter { $0.contains("minor 2 ") && $0.contains("     1x") && $0.contains(" -80 dBm") }.count == 1)
        #expect(shown.filter { $0.contains("eddystone-tlm") }.count == 2)
    }

    @Test(
        "a beacon's distance, major, minor and whole UUID are seen, whatever its numbers are",
        arguments: [40, 60, 79, 80, 81, 84, 85, 86, 99, 100, 160])
    func narrow(columns: Int) throws {
        let uuid = "01020304-0506-0708-090a-0b0c0d0e0f10"
        var table = ScanTable()
        table.size = (columns: columns, rows: 8)
        var long = iBeacon
        for index in 25...28 { long[index] = 0xFF }
        _ = table.show(heard(iBeacon, rssi: -50, milliseconds: 0), at: Timestamp(milliseconds: 0))
        _ = table.show(heard(long, rssi: -60, milliseconds: 0), at: Timestamp(milliseconds: 0))
        let shown = rows(table.redraw(at: Timestamp(milliseconds: 1000)))
        #expect(shown.allSatisfy { $0.count <= columns })
        #expect(shown.count { $0.contains(uuid) } == 2)
        let beacons = shown.filter { $0.contains(" m ") }
        #expect(beacons.count == 2)
        if columns >= 60 {
            #expect(beacons[0].contains("major 100  minor 1 ") && beacons[1].contains("major 65535  minor 65535"))
        }
        if columns >= 100 { #expect(shown.count == 2) }
    }

    @Test("rows of two lines never exceed the screen, and the nearest beacon is always there", arguments: 1...12)
    func short(rows: Int) throws {
        var table = ScanTable()
        table.size = (columns: 60, rows: rows)
        for minor: UInt8 in 1...9 {
            var beacon = iBeacon
            beacon[28] = minor
            _ = table.show(heard(beacon, rssi: -40 - Int8(minor), milliseconds: 0), at: Timestamp(milliseconds: 0))
        }
        let shown = self.rows(table.redraw(at: Timestamp(milliseconds: 1000)))
        #expect(shown.count == max(2, (rows - 2) / 2 * 2))
        #expect(shown[0].contains("minor 1"))
    }

    @Test("it is drawn four times a second at most, whatever is heard")
    func pace() {
        var table = ScanTable()
        let drawn = (0..<1000).count { table.show(heard(), at: Timestamp(milliseconds: Int64($0))) != nil }
        #expect((3...5).contains(drawn))
    }

    @Test("who is silent for half a minute leaves, and a hundred senders stay on a screen")
    func leaving() {
        var table = ScanTable()
        for sender: UInt64 in 0..<100 {
            _ = table.show(heard(sender: 0xC000_0000_0000 + sender, milliseconds: 0), at: Timestamp(milliseconds: 0))
        }
        let many = table.show(.lost(reason: "x"), at: Timestamp(milliseconds: 1000))
        #expect(rows(many).count == 40 && many?.contains("100 senders") == true)
        let none = table.show(.lost(reason: "x"), at: Timestamp(milliseconds: 30_001))
        #expect(rows(none).isEmpty)
    }

    @Test("it fits the terminal: no line wraps, and what has no room is the farthest")
    func fits() throws {
        var table = ScanTable()
        table.size = (columns: 60, rows: 8)
        for sender: UInt64 in 0..<20 {
            let event = heard(rssi: -50 - Int8(sender), sender: 0xC000_0000_0000 + sender, milliseconds: 0)
            _ = table.show(event, at: Timestamp(milliseconds: 0))
        }
        let screenDrawn = table.redraw(at: Timestamp(milliseconds: 1000))
        let screen = try #require(screenDrawn)
        #expect(screen.hasPrefix("\u{1B}[H\u{1B}[J"))
        let lines = screen.dropFirst(6).split(separator: "\n")
        #expect(lines.count == 7, "the cursor has the eighth line")
        #expect(lines.allSatisfy { $0.count <= 60 } && lines[1].count == 60 && lines[1].hasSuffix("…"))
        // Each beacon has a second line with its UUID.
        #expect(lines[1].contains(" -50 dBm") && lines[5].contains(" -52 dBm"))
    }

    @Test("it is drawn anew although nothing is heard, so that who falls silent leaves and is no longer found")
    func silence() throws {
        var table = ScanTable(uuids: [try #require(UUID128("01020304-0506-0708-090a-0b0c0d0e0f10"))])
        let foundDrawn = table.show(heard(milliseconds: 0), at: Timestamp(milliseconds: 0))
        let found = try #require(foundDrawn)
        #expect(rows(found).count == 1)
        let early = table.redraw(at: Timestamp(milliseconds: 100))
        #expect(early == nil, "it was drawn just now")
        let stillDrawn = table.redraw(at: Timestamp(milliseconds: 29_000))
        let still = try #require(stillDrawn)
        #expect(rows(still).count == 1)
        let goneDrawn = table.redraw(at: Timestamp(milliseconds: 30_001))
        let gone = try #require(goneDrawn)
        #expect(rows(gone).isEmpty && gone != still)
    }

    @Test("a single strong reading moves a row's strength by an eighth of the way")
    func smoothing() {
        var table = ScanTable()
        _ = table.show(heard(rssi: -80), at: Timestamp(milliseconds: 0))
        let screen = table.show(heard(rssi: -40), at: Timestamp(milliseconds: 1000))
        #expect(rows(screen).first?.contains(" -75 dBm") == true)
    }
}

@Suite("Captured packets")
struct PacketDecoderTests {
    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("a line is decoded by its layer, and its identifier repeated")
    func layers() {
        var decoder = PacketDecoder()
        let line = #"{"id":"p1","layer":"ad","hex":"\#(hexadecimal(iBeacon))","more":1}"#
        let json = decoder.decode(line: line)
        #expect(json["id"] == "p1" && json["major"] == 100 && json["error"] == nil)
        let numbered = decoder.decode(line: #"{"id":7,"layer":"ad","hex":"020106"}"#)
        #expect(numbered["id"] == nil && numbered["type"] == .null && numbered["flags"] == 6)
    }

    @Test("all frames of an advertisement are told, the first one's fields as always")
    func severalFrames() {
        var decoder = PacketDecoder()
        let telemetry: [UInt8] = [0x11, 0x16, 0xAA, 0xFE, 0x20, 0] + [UInt8](repeating: 0, count: 12)
        let two = decoder.decode(layer: "ad", hexadecimal: hexadecimal(iBeacon + telemetry))
        #expect(two["type"] == "ibeacon" && two["error"] == nil && two["major"] == 100)
        guard case .array(let frames)? = two["frames"] else {
            Issue.record("no frames")
            return
        }
        #expect(frames.map { $0["type"] } == ["ibeacon", "eddystone-tlm"])
        // A beacon on mains power has no voltage to tell.
        #expect(frames[1]["voltage_mv"] == .null)
        #expect(decoder.decode(layer: "ad", hexadecimal: hexadecimal(iBeacon))["frames"] == nil)
    }

    @Test("a long advertisement in two reports is told once it is whole, and no piece of it as if it were")
    func pieces() {
        var decoder = PacketDecoder()
        func report(_ status: UInt8, _ data: [UInt8]) -> JSONValue? {
            let report: [UInt8] =
                [status << 5, 0, 1, 6, 5, 4, 3, 2, 0xC1, 1, 1, 0, 0x7F, 0xC4, 0, 0] + [UInt8](repeating: 0, count: 7)
                + [UInt8(data.count)] + data
            let packet = [0x04, 0x3E, UInt8(report.count + 2), 0x0D, 1] + report
            guard
                case .array(let reports)? = decoder.decode(layer: "hci_h4", hexadecimal: hexadecimal(packet))["reports"]
            else { return nil }
            return reports.first
        }
        let first = report(1, iBeacon + [40, 0xFF, 1, 2])
        #expect(first?["type"] == .null && first?["data_status"] == "more")
        // The rest of a maker's structure, which looks like an iBeacon of its own.
        let second = report(0, [UInt8](iBeacon.dropFirst(3)) + [UInt8](repeating: 0, count: 10))
        #expect(second?["type"] == "ibeacon" && second?["frames"] == nil && second?["data_status"] == nil)
        let truncated = report(2, iBeacon + [40, 0xFF, 1, 2])
        #expect(truncated?["type"] == "ibeacon" && truncated?["data_status"] == "truncated")
    }

    @Test("a name padded with zeros ends where they begin")
    func paddedName() {
        var decoder = PacketDecoder()
        #expect(decoder.decode(layer: "ad", hexadecimal: "0709436a610000" + "00")["local_name"] == "Cja")
    }

    @Test(
        "what cannot be decoded gives an error in its line, never a failure",
        arguments: [
            ("", "decode.not_a_packet_line"), ("[]", "decode.not_a_packet_line"),
            (#"{"layer":"ad"}"#, "decode.not_a_packet_line"), (#"{"layer":"ad","hex":7}"#, "decode.not_a_packet_line"),
            (#"{"layer":"wifi","hex":"00"}"#, "decode.unknown_layer"),
            (#"{"layer":"ad","hex":"0"}"#, "decode.not_hexadecimal"),
            (#"{"layer":"ad","hex":"zz"}"#, "decode.not_hexadecimal"),
        ])
    func errors(line: String, code: String) {
        var decoder = PacketDecoder()
        #expect(decoder.decode(line: line)["error"] == .string(code))
    }

    @Test("a packet that is cut anywhere is still one object", arguments: 0...iBeacon.count)
    func cut(length: Int) {
        var decoder = PacketDecoder()
        for layer in ["ad", "hci_h4", "le_ll"] {
            guard
                case .object(let members) = decoder.decode(
                    layer: layer, hexadecimal: hexadecimal(Array(iBeacon.prefix(length))))
            else {
                Issue.record("no object")
                return
            }
            #expect(!members.isEmpty)
        }
    }
}

@Suite("Captured packets as text")
struct PacketTextTests {
    private let event = "043e2a02010301e6d5c4b3a2c11e0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5fb"
    private let advertisement = "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5"

    private func decoded(_ text: String) -> [JSONValue] {
        var packets = PacketText()
        return text.split(whereSeparator: \.isNewline).flatMap { packets.take($0) } + packets.finish()
    }

    /// The minor of the one iBeacon in each packet, whatever the layer.
    private func minors(_ text: String) -> [JSONValue?] {
        decoded(text).map { packet in
            guard case .array(let reports)? = packet["reports"] else { return packet["minor"] }
            return reports.first?["minor"]
        }
    }

    /// Hexadecimal with something between the bytes.
    private func spaced(_ hexadecimal: String, _ separator: String, prefix: String = "") -> String {
        stride(from: 0, to: hexadecimal.count, by: 2).map { prefix + hexadecimal.dropFirst($0).prefix(2) }
            .joined(separator: separator)
    }

    @Test("hexadecimal is read however it is written, and its layer guessed")
    func hexadecimal() {
        let marked = advertisement.uppercased()
        for text in [
            event, event.uppercased(), spaced(event, " "), spaced(advertisement, ":"),
            spaced(advertisement, ", ", prefix: "0x"),
            "0x" + advertisement, "0X" + marked, " " + spaced(advertisement, "-"), "\u{FEFF}" + advertisement,
            #"{"layer":"ad","hex":"\#(spaced(advertisement, " "))"}"#, #"{"layer":"ad","hex":"0x\#(advertisement)"}"#,
            "\u{FEFF}" + #"{"layer":"hci_h4","hex":"\#(event)"}"#,
        ] {
            #expect(minors(text) == [7], "\(text)")
        }
        let air = decoded("d6be898e4024320cfb574d5a02011a1aff4c000c0e009c6b8f40440f1583ec895148b410050318c0b525b8f7d4")
        #expect(air.first?["access_address"] == "8e89bed6")
        #expect(decoded("0x2 0x1 0x6").first?["flags"] == 6)
    }

    @Test("a dump of hcidump is read: packets over several lines, what was sent and other events left out")
    func hcidump() {
        let bytes = spaced(event.uppercased(), " ").split(separator: " ").map(String.init)
        func received(_ bytes: [String]) -> String {
            "> " + bytes.prefix(20).joined(separator: " ") + " \n  "
                + bytes.dropFirst(20).prefix(20).joined(separator: " ")
                + " \n  " + bytes.dropFirst(40).joined(separator: " ") + "\n"
        }
        let dump =
            "< 01 0C 20 02 01 00 \n> 04 0E 04 01 0C 20 00 \n" + received(bytes)
            + "< 01 0B 20 07 01 10 00 10 00 01 00 \n  01 02 \n"
            + received(bytes)
        #expect(minors(dump) == [7, 7])
    }

    @Test("text of btmon has no bytes, which is said once per event and refused as a whole file")
    func monitorText() throws {
        let text = """
            Bluetooth monitor ver 5.66
            = Note: Linux version 6.1.0-18-amd64 (x86_64)                          0.310459
            < HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2         #1 [hci0] 0.314032
                    Scanning: Enabled (0x01)
                    Filter duplicates: Disabled (0x00)
            > HCI Event: Command Complete (0x0e) plen 4                    #2 [hci0] 0.317281
                  LE Set Scan Enable (0x08|0x000c) ncmd 1
                    Status: Success (0x00)
            > HCI Event: LE Meta Event (0x3e) plen 43                      #3 [hci0] 0.402813
                  LE Advertising Report (0x02)
                    Num reports: 1
                    Event type: Non connectable undirected - ADV_NONCONN_IND (0x03)
                    RSSI: -62 dBm (0xc2)
            """
        #expect(decoded(text).count { $0 == PacketText.noBytes } == 2)
        #expect(decoded(text).allSatisfy(PacketText.isUnreadable))
        let file = FileManager.default.temporaryDirectory.appending(path: "btmon-\(UUID().uuidString).txt")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var packets = PacketFile(file.path)
        let failure = #expect(throws: CommandFailure.self) { try packets.decode() }
        #expect(failure?.exitCode == 1)
        #expect(failure?.reason.contains("btmon -w") == true)
        #expect(failure?.reason.contains(file.path) == true)
    }

    @Test("a dump that states an event's kind and length before its bytes is read")
    func announced() {
        let payload = spaced(String(event.dropFirst(6)), " ")
        let command = "< HCI Command: Reset (0x03|0x0003) plen 0\n"
        #expect(minors(command + "> HCI Event: LE Meta Event (0x3e) plen 42\n    " + payload) == [7])
    }

    @Test("what is no packet says so in its place, and is known to be unreadable")
    func unreadable() {
        let lines = decoded("HCI sniffer - Bluetooth packet analyzer ver 5.66\n\(advertisement)\n> hello\n{\"a\":1}")
        #expect(lines.map { PacketText.isUnreadable($0) } == [true, false, true, true])
        // A malformed frame was read, though nothing whole is in it.
        #expect(!PacketText.isUnreadable(decoded("0416aafe20")[0]))
    }
}

@Suite("What a phone tells")
struct PhoneEventLinesTests {
    private let now = Timestamp(milliseconds: 3_661_000)
    private let identity = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 7)

    @Test("each event is one object with its name and instant")
    func objects() {
        let offer = ProvedSighting.Offer(coupon: "c", text: ["es": "Dos por uno", "en": "Two for one"])
        let events: [(PhoneEvent, String)] = [
            (.regionEntered(identity), "region.entered"), (.regionExited(identity), "region.exited"),
            (.ranged([]), "ranged"), (.sightingRejected(code: "presence.stale"), "sighting.rejected"),
            (.sightingAccepted(ProvedSighting(shop: "Almendra", visit: "v1", offers: [])), "sighting.accepted"),
            (.offerReceived(shop: "Almendra", offer), "offer.received"), (.radioLost(reason: "x"), "radio.lost"),
            (.tracing(TracingNotice(kind: .reported, day: UTCDay(containing: now))), "exposure.notice"),
            (.radioBack, "radio.back"),
            (.positioned(PhonePosition(point: PlanPoint(x: 1, y: 2), doubt: 1, place: nil)), "position"),
        ]
        for (event, name) in events {
            let json = PhoneEventLines.json(event, at: now)
            #expect(json["event"] == .string(name))
            guard case .string(let time)? = json["time"] else {
                Issue.record("no time in \(name)")
                continue
            }
            #expect(time.hasPrefix("1970-01-01T01:01:01"))
        }
        #expect(PhoneEventLines.json(.regionEntered(identity), at: now)["major"] == 100)
        let text = PhoneEventLines.json(.offerReceived(shop: "Almendra", offer), at: now)["text"]
        #expect(text?["es"] == "Dos por uno" && text?["en"] == "Two for one")
    }

    @Test("for people each event is a line with its time, and what comes every second is none")
    func words() throws {
        #expect(PhoneEventLines.words(.ranged([]), at: now) == nil)
        let entered = try #require(PhoneEventLines.words(.regionEntered(identity), at: now))
        #expect(entered.hasPrefix("01:01:01  ") && entered.hasSuffix("100.7"))
        #expect(PhoneEventLines.words(.sightingRejected(code: "presence.stale"), at: now)?.contains("stale") == true)
    }

    @Test("an offer in one language only is told in that")
    func offers() throws {
        let both = ProvedSighting.Offer(coupon: "c", text: ["es": "Dos por uno", "pt": "Dois por um"])
        let line = try #require(PhoneEventLines.words(.offerReceived(shop: "Almendra", both), at: now))
        #expect(line.contains("Almendra") && (line.contains("Dos por uno") || line.contains("Dois por um")))
        let none = ProvedSighting.Offer(coupon: "c", text: [:])
        #expect(PhoneEventLines.words(.offerReceived(shop: "Almendra", none), at: now)?.contains("Almendra") == true)
    }

    @Test("distances are rounded to centimetres")
    func ranged() {
        let beacon = RangedBeacon(
            identity: identity, rssi: -60.123456, distance: 1.23456, proximity: .near, lastHeard: now, readingCount: 3)
        guard case .array(let beacons)? = PhoneEventLines.json(.ranged([beacon]), at: now)["beacons"] else {
            Issue.record("no beacons")
            return
        }
        #expect(beacons.first?["distance"] == .number(1.23) && beacons.first?["rssi"] == .number(-60.12))
    }
}
