import Basics
import Beacons
import Radio
import Testing

@Suite("Link-layer advertising packets")
struct LinkLayerAdvertisementTests {
    /// Observed in the wild: secdev/scapy test/contrib/ibeacon.uts @ac38b27.
    private let captured = "d6be898e4024320cfb574d5a02011a1aff4c000c0e009c6b8f40440f1583ec895148b410050318c0b525b8f7d4"

    private func bytes() throws -> [UInt8] { try #require([UInt8](hexadecimal: captured)) }

    @Test("a captured packet is taken apart, and its check sum is right")
    func capture() throws {
        let packet = try LinkLayerAdvertisement(packet: bytes())
        #expect(packet.type == 0)
        #expect(packet.length == 36)
        #expect(packet.address == DeviceAddress("5a:4d:57:fb:0c:32", kind: .random))
        #expect(packet.data.hexadecimal == "02011a1aff4c000c0e009c6b8f40440f1583ec895148b410050318c0b525")
        #expect(packet.checksum.hexadecimal == "b8f7d4")
        #expect(packet.isIntact)
    }

    @Test("any flipped bit of header and payload breaks the check sum")
    func damage() throws {
        for index in 6..<42 {
            for bit in 0..<8 {
                var changed = try bytes()
                changed[index] ^= 1 << bit
                #expect(try !LinkLayerAdvertisement(packet: changed).isIntact)
            }
        }
    }

    @Test("a packet cut anywhere, or with a byte too many, is refused")
    func cuts() throws {
        let bytes = try bytes()
        for count in bytes.indices {
            #expect(throws: ReportError.truncated) {
                try LinkLayerAdvertisement(packet: Array(bytes.prefix(count)))
            }
        }
        #expect(throws: ReportError.overlong) { try LinkLayerAdvertisement(packet: bytes + [0]) }
    }

    @Test("another access address is another's packet")
    func accessAddress() throws {
        var bytes = try bytes()
        bytes[0] = 0xD7
        #expect(throws: ReportError.notAdvertisingAccessAddress(0x8E89_BED7)) {
            try LinkLayerAdvertisement(packet: bytes)
        }
    }

    @Test("only the types that carry data have data", arguments: 0..<16 as Range<UInt8>)
    func types(type: UInt8) throws {
        var bytes = try bytes()
        bytes[4] = 0x40 | type
        let packet = try LinkLayerAdvertisement(packet: bytes)
        #expect(packet.data.isEmpty == ![0, 2, 4, 6].contains(type))
        #expect((packet.address == nil) == (type == 7))
    }

    @Test("a payload that is too short for an address or too long for its data is refused")
    func lengths() {
        let start: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E, 0x00]
        #expect(throws: ReportError.truncated) {
            try LinkLayerAdvertisement(packet: start + [5] + [UInt8](repeating: 0, count: 8))
        }
        #expect(throws: ReportError.overlong) {
            try LinkLayerAdvertisement(packet: start + [38] + [UInt8](repeating: 0, count: 41))
        }
    }

    @Test("random packets are read without harm", arguments: 0..<32 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let length = Int.random(in: 0...60, using: &random)
            let rest = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let packet =
                [0xD6, 0xBE, 0x89, 0x8E, UInt8(truncatingIfNeeded: random.next()), UInt8(max(0, length - 3))] + rest
            if let read = try? LinkLayerAdvertisement(packet: packet) {
                #expect(read.length + 9 == packet.count)
                #expect(read.data.count <= 31)
            }
        }
    }
}
