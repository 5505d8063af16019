import Basics
import Testing

@testable import SocketIO

@Suite("Packets of Engine.IO")
struct EnginePacketTests {
    static let handshake = EngineHandshake(
        sid: "342163f386864ce4be9c28d2872a609f", upgrades: [.webSocket], pingInterval: 25_000, pingTimeout: 60_000)

    static let texts: [(EnginePacket, String)] = [
        (.close, "1"), (.ping(""), "2"), (.ping("probe"), "2probe"), (.pong(""), "3"), (.pong("probe"), "3probe"),
        (.message(""), "4"), (.message("2[\"ñ😀\"]"), "42[\"ñ😀\"]"), (.upgrade, "5"), (.noop, "6"),
        (
            .open(handshake),
            #"0{"sid":"342163f386864ce4be9c28d2872a609f","upgrades":["websocket"],"pingTimeout":60000,"#
                + #""pingInterval":25000}"#
        ),
    ]

    @Test("packets are written as the protocol has them, and read again", arguments: EngineVersion.allCases)
    func texts(version: EngineVersion) throws {
        for (packet, text) in Self.texts {
            #expect(packet.text(version) == text)
            #expect(try EnginePacket(text: text, version) == packet)
            #expect(try EnginePacket(frame: packet.frame(version), version) == packet)
        }
    }

    @Test("binary packets say their type in Engine.IO 3 only")
    func binary() throws {
        let packet = EnginePacket.binary([1, 2, 3, 4])
        #expect(packet.text(.three) == "b4AQIDBA==")
        #expect(packet.text(.four) == "bAQIDBA==")
        #expect(packet.frame(.three) == .binary([4, 1, 2, 3, 4]))
        #expect(packet.frame(.four) == .binary([1, 2, 3, 4]))
        for version in EngineVersion.allCases {
            #expect(try EnginePacket(text: packet.text(version), version) == packet)
            #expect(try EnginePacket(frame: packet.frame(version), version) == packet)
        }
    }

    @Test(
        "what is no packet is refused",
        arguments: [
            ("", PacketFault.empty), ("7", .unknownType), ("x", .unknownType), ("1x", .malformed), ("5x", .malformed),
            ("6x", .malformed), ("0", .malformed), ("0{}", .malformed), ("b===", .malformed), ("bAQI=", .malformed),
            (#"0{"sid":"","upgrades":[],"pingInterval":1,"pingTimeout":1}"#, .malformed),
            (#"0{"sid":"a","upgrades":[],"pingInterval":0,"pingTimeout":1}"#, .malformed),
            (#"0{"sid":"a","upgrades":[],"pingInterval":1,"pingTimeout":1e9}"#, .malformed),
        ])
    func refused(text: String, fault: PacketFault) {
        #expect(throws: fault) { try EnginePacket(text: text, .three) }
    }

    @Test("binary frames of Engine.IO 3 without or with another type are refused")
    func frames() {
        #expect(throws: PacketFault.empty) { try EnginePacket(frame: .binary([]), .three) }
        #expect(throws: PacketFault.unknownType) { try EnginePacket(frame: .binary([2, 1]), .three) }
    }

    @Test("base64 is read as it was written, for every length", arguments: 0..<32 as Range<UInt64>)
    func base64(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<Int(seed)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = Base64.text(bytes)
        #expect(text.utf8.count == (bytes.count + 2) / 3 * 4)
        #expect(Base64.bytes(text.utf8) == bytes)
    }

    @Test(
        "base64 that says more or less than bytes is refused",
        arguments: ["A", "AA", "AA=", "A===", "====", "AB==", "AAB=", "AA==AA==", "A=A=", "AA=A", "AA_A", "AA A"])
    func badBase64(text: String) {
        #expect(Base64.bytes(text.utf8) == nil)
    }
}
