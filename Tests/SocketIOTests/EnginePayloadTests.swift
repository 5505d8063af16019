import Basics
import Testing

@testable import SocketIO

@Suite("Payloads of long polling")
struct EnginePayloadTests {
    /// What python-engineio 3.14.2 sent as the answers to `GET /socket.io/?transport=polling&EIO=3`, with and without
    /// `b64=1`.
    static let counted =
        #"109:0{"sid":"342163f386864ce4be9c28d2872a609f","upgrades":["websocket"],"pingTimeout":60000,"#
        + #""pingInterval":25000}2:40"#
    static let framed: [UInt8] =
        [0, 1, 0, 9, 0xFF]
        + Array(
            #"0{"sid":"6351f2144d1449f19786672d3361f998","upgrades":["websocket"],"pingTimeout":60000,"#.utf8)
        + Array(#""pingInterval":25000}"#.utf8) + [0, 2, 0xFF] + Array("40".utf8)

    private func opening(_ sid: String) -> [EnginePacket] {
        [
            .open(EngineHandshake(sid: sid, upgrades: [.webSocket], pingInterval: 25_000, pingTimeout: 60_000)),
            .message("0"),
        ]
    }

    @Test("the recorded handshakes are written to the byte, and read")
    func recorded() throws {
        let text = opening("342163f386864ce4be9c28d2872a609f")
        #expect(EnginePayload.bytes(text, .counted) == Array(Self.counted.utf8))
        #expect(try EnginePayload.packets(Array(Self.counted.utf8), .three) == text)
        let binary = opening("6351f2144d1449f19786672d3361f998")
        #expect(EnginePayload.bytes(binary, .framed) == Self.framed)
        #expect(try EnginePayload.packets(Self.framed, .three) == binary)
    }

    @Test("what recorded clients posted is read")
    func posted() throws {
        let events: [EnginePacket] = [.message(#"21["subscribe","ETHCLP"]"#)]
        #expect(
            try EnginePayload.packets([0, 2, 5, 0xFF] + Array(#"421["subscribe","ETHCLP"]"#.utf8), .three) == events)
        #expect(try EnginePayload.packets(Array(#"25:421["subscribe","ETHCLP"]"#.utf8), .three) == events)
        #expect(try EnginePayload.packets(Array(#"421["subscribe","ETHCLP"]"#.utf8), .four) == events)
        #expect(
            try EnginePayload.packets([0, 2, 0xFF, 0x34, 0x31, 0, 1, 0xFF, 0x31], .three) == [.message("1"), .close])
        #expect(try EnginePayload.packets(Array("41\u{1E}1".utf8), .four) == [.message("1"), .close])
    }

    @Test("lengths count UTF-16 units in text, bytes in the binary form")
    func lengths() throws {
        let packets: [EnginePacket] = [.message("ñ€😀"), .binary([0, 0xFF])]
        #expect(EnginePayload.bytes(packets, .counted) == Array("5:4ñ€😀6:b4AP8=".utf8))
        #expect(
            EnginePayload.bytes(packets, .framed)
                == [0, 1, 0, 0xFF] + Array("4ñ€😀".utf8) + [1, 3, 0xFF, 4, 0, 0xFF])
        #expect(EnginePayload.bytes(packets, .separated) == Array("4ñ€😀\u{1E}bAP8=".utf8))
    }

    @Test("payloads of any packets are read as they were written", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let packets = (0..<Int.random(in: 1...6, using: &random)).map { _ in EnginePacket.any(using: &random) }
            for form in [EnginePayload.Form.separated, .counted, .framed] {
                let bytes = EnginePayload.bytes(packets, form)
                #expect(try EnginePayload.packets(bytes, form == .separated ? .four : .three) == packets)
            }
        }
    }

    @Test(
        "what is no payload is refused",
        arguments: [
            "", ":", "1:", "2:4", "1:44", "-1:4", "01x:4", "1", "9999999999:4", "1:é", "2:4😀", "1:4\u{1E}", "x:4", "0:",
        ])
    func malformed(text: String) {
        #expect(throws: PacketFault.self) { try EnginePayload.packets(Array(text.utf8), .three) }
    }

    @Test(
        "what is no payload in bytes is refused",
        arguments: [
            [0], [0, 0xFF], [0, 1], [0, 1, 0xFF], [0, 2, 0xFF, 0x34], [0, 10, 0xFF, 0x34], [2, 1, 0xFF, 0x34],
            [0, 0, 0xFF], [1, 1, 0xFF, 2], [0, 1, 0xFF, 0xFF], [0, 2, 0xFF, 0x34, 0xFF],
            [0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0xFF], [0, 1, 0xFF, 0x36, 3],
        ] as [[UInt8]])
    func malformedBytes(body: [UInt8]) {
        #expect(throws: PacketFault.self) { try EnginePayload.packets(body, .three) }
    }

    @Test("the number of packets in a payload is bounded")
    func bounded() throws {
        let fits = Array(String(repeating: "6\u{1E}", count: EnginePayload.mostReceived - 1).utf8) + [0x36]
        #expect(try EnginePayload.packets(fits, .four).count == EnginePayload.mostReceived)
        #expect(throws: PacketFault.tooMany) { try EnginePayload.packets(fits + [0x1E, 0x36], .four) }
        let many = [UInt8](String(repeating: "1:6", count: EnginePayload.mostReceived + 1).utf8)
        #expect(throws: PacketFault.tooMany) { try EnginePayload.packets(many, .three) }
        let framed = [[UInt8]](repeating: [0, 1, 0xFF, 0x36], count: EnginePayload.mostReceived + 1).flatMap { $0 }
        #expect(throws: PacketFault.tooMany) { try EnginePayload.packets(framed, .three) }
    }

    @Test("damaged payloads never trap, and what is read is written again", arguments: 0..<32 as Range<UInt64>)
    func damage(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let form = [EnginePayload.Form.separated, .counted, .framed].randomElement(using: &random) ?? .counted
            let packets = (0..<3).map { _ in EnginePacket.any(using: &random) }
            var bytes = EnginePayload.bytes(packets, form)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[index] = .random(in: 0...255, using: &random)
                } else {
                    bytes.remove(at: index)
                }
            }
            let version: EngineVersion = form == .separated ? .four : .three
            guard let read = try? EnginePayload.packets(bytes, version) else { continue }
            #expect(try EnginePayload.packets(EnginePayload.bytes(read, form), version) == read)
        }
    }
}

extension EnginePacket {
    /// Any packet that can go both ways.
    static func any(using random: inout SplitMix64) -> EnginePacket {
        let alphabet: [Character] = ["a", "4", ":", "ñ", "€", "😀", "\"", "\u{0}"]
        let text = String(
            (0..<Int.random(in: 0..<12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .close
        case 1: return .ping(text)
        case 2: return .pong(text)
        case 3:
            return .binary(
                (0..<Int.random(in: 0..<9, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        case 4: return .noop
        default: return .message(text)
        }
    }
}
