import Beacons
import Encodings
import Exposure
import Phone
import Proximity
import Radio
import Testing
import Time

@testable import RadioCommands

/// An advertisement of the iBeacon 100.1 as it is sent.
private let iBeacon: [UInt8] =
    [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + (1...16).map { UInt8($0) } + [0, 100, 0, 1, 0xC5]

private func heard(
    _ data: [UInt8] = iBeacon, rssi: Int8? = -60, sender: UInt64 = 0xC1A2_B3C4_D5E6, milliseconds: Int64 = 3_600_000
) -> ControllerEvent {
    .heard(
        HeardAdvertisement(
            time: Timestamp(milliseconds: milliseconds), address: DeviceAddress(value: sender, kind: .random),
            rssi: rssi, data: data))
}

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

    @Test("each sender and kind of frame is one row, the strongest first, with how often it was heard")
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
        #expect(lines[1].contains(" -50 dBm") && lines[6].contains(" -55 dBm"))
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
