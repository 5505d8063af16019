import Basics
import Radio
import Testing

@Suite("Capture files")
struct CaptureFileTests {
    private static let event = bytes(
        "043e2a02010301e6d5c4b3a2c11e0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5fb")
    private static let air = bytes(
        "d6be898e4024320cfb574d5a02011a1aff4c000c0e009c6b8f40440f1583ec895148b410050318c0b525b8f7d4")
    private static func bytes(_ hexadecimal: String) -> [UInt8] { [UInt8](hexadecimal: hexadecimal) ?? [] }

    private static let command: [UInt8] = [1, 3, 0x0C, 0]
    private static let time = Timestamp(milliseconds: 1_795_253_400_250)

    /// Numbers in a byte order.
    private struct Order: Sendable, CustomTestStringConvertible {
        let isLittleEndian: Bool
        var testDescription: String { isLittleEndian ? "little-endian" : "big-endian" }

        func word(_ value: UInt32) -> [UInt8] {
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
            return isLittleEndian ? bytes.reversed() : bytes
        }

        func half(_ value: UInt16) -> [UInt8] {
            let bytes = [UInt8(value >> 8), UInt8(value & 255)]
            return isLittleEndian ? bytes.reversed() : bytes
        }

        func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
            let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
            let length = word(UInt32(padded.count + 12))
            return word(type) + length + padded + length
        }
    }

    private static let orders = [Order(isLittleEndian: true), Order(isLittleEndian: false)]

    private static func btsnoop(_ link: UInt32, _ records: [(flags: UInt32, bytes: [UInt8])]) -> [UInt8] {
        let order = Order(isLittleEndian: false)
        let instant = UInt64(0x00DC_DDB3_0F2F_8000) + 1_795_253_400_250_000
        return records.reduce(Array("btsnoop\0".utf8) + order.word(1) + order.word(link)) { file, record in
            let length = order.word(UInt32(record.bytes.count))
            return file + length + length + order.word(record.flags) + order.word(0)
                + order.word(UInt32(instant >> 32)) + order.word(UInt32(truncatingIfNeeded: instant)) + record.bytes
        }
    }

    private static func pcap(_ link: UInt32, _ order: Order, nanoseconds: Bool, _ records: [[UInt8]]) -> [UInt8] {
        let header =
            order.word(nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4) + order.half(2) + order.half(4)
            + [0, 0, 0, 0, 0, 0, 0, 0] + order.word(65_535) + order.word(link)
        return records.reduce(header) { file, record in
            let length = order.word(UInt32(record.count))
            return file + order.word(1_795_253_400) + order.word(nanoseconds ? 250_000_000 : 250_000) + length + length
                + record
        }
    }

    private static func pcapng(_ link: UInt16, _ order: Order, _ records: [[UInt8]]) -> [UInt8] {
        let section = order.word(0x1A2B_3C4D) + order.half(1) + order.half(0) + [UInt8](repeating: 0xFF, count: 8)
        // Another link first, whose packets are none of ours; then ours with ticks of a nanosecond.
        let other = order.half(1) + order.half(0) + order.word(65_535)
        let ours = order.half(link) + order.half(0) + order.word(65_535) + order.half(9) + order.half(1) + [9, 0, 0, 0]
        let ticks: UInt64 = 1_795_253_400_250_000_000
        let beginning = order.block(0x0A0D_0D0A, section) + order.block(1, other) + order.block(1, ours)
        return records.reduce(beginning + order.block(4, [1, 2, 3])) { file, record in
            let times = order.word(UInt32(ticks >> 32)) + order.word(UInt32(truncatingIfNeeded: ticks))
            let lengths = order.word(UInt32(record.count)) + order.word(UInt32(record.count))
            return file + order.block(6, order.word(0) + times + lengths + record)
                + order.block(6, order.word(1) + times + lengths + record)
        }
    }

    private static func packets(_ bytes: [UInt8]) throws -> [CapturedPacket] {
        guard var file = try CaptureFile(bytes) else { return [] }
        var packets: [CapturedPacket] = []
        while let packet = try file.next() { packets.append(packet) }
        return packets
    }

    /// What is expected of each packet.
    private static func expect(_ packets: [CapturedPacket], _ layer: CapturedPacket.Layer, _ bytes: [[UInt8]]) {
        #expect(packets.map(\.bytes) == bytes)
        #expect(packets.allSatisfy { $0.layer == layer && $0.time == time })
    }

    @Test("events of btsnoop are read from H4, H1 and monitor records, and nothing else of them")
    func btsnoop() throws {
        let bare = Array(Self.event.dropFirst())
        let h4 = Self.btsnoop(1002, [(2, Self.command), (3, Self.event), (1, [2, 0, 0, 0, 0]), (3, Self.event)])
        Self.expect(try Self.packets(h4), .hci, [Self.event, Self.event])
        let h1 = Self.btsnoop(1001, [(2, [3, 0x0C, 0]), (3, bare), (1, [0, 0, 0, 0])])
        Self.expect(try Self.packets(h1), .hci, [Self.event])
        let monitor = Self.btsnoop(2001, [(2, [3, 0x0C, 0]), (0x1_0003, bare), (5, [0, 0]), (0, [1])])
        Self.expect(try Self.packets(monitor), .hci, [Self.event])
    }

    @Test("pcap and pcapng of HCI are read in both byte orders", arguments: orders)
    private func hci(order: Order) throws {
        let monitor: [UInt8] = [0, 0, 0, 3] + Self.event.dropFirst()
        for (link, record, other) in [
            (187, Self.event, Self.command), (201, [0, 0, 0, 1] + Self.event, [0, 0, 0, 0] + Self.command),
            (254, monitor, [0, 0, 0, 2, 3, 0x0C, 0]),
        ] as [(UInt32, [UInt8], [UInt8])] {
            for nanoseconds in [false, true] {
                let file = Self.pcap(link, order, nanoseconds: nanoseconds, [other, record, record, []])
                Self.expect(try Self.packets(file), .hci, [Self.event, Self.event])
            }
            let file = Self.pcapng(UInt16(link), order, [other, record, []])
            Self.expect(try Self.packets(file), .hci, [Self.event])
            // Sections follow each other, each in its own byte order.
            let swapped = Order(isLittleEndian: !order.isLittleEndian)
            let both = file + Self.pcapng(UInt16(link), swapped, [record])
            Self.expect(try Self.packets(both), .hci, [Self.event, Self.event])
        }
    }

    @Test("packets of the air are read with and without what a sniffer noted", arguments: orders)
    private func linkLayer(order: Order) throws {
        Self.expect(
            try Self.packets(Self.pcap(251, order, nanoseconds: false, [Self.air])), .linkLayer, [Self.air])
        let noted: [UInt8] = [37, 0xC4, 0x80, 0, 0xD6, 0xBE, 0x89, 0x8E]
        let heard = try Self.packets(
            Self.pcap(
                256, order, nanoseconds: true,
                [
                    noted + [0x13, 0x0C] + Self.air, noted + [0x11, 0x0C] + Self.air,
                    // The coded PHY, with the byte that names the coding.
                    noted + [0x13, 0x8C] + Self.air.prefix(4) + [1] + Self.air.dropFirst(4), [1, 2, 3],
                ]))
        Self.expect(heard, .linkLayer, [Self.air, Self.air, Self.air])
        #expect(heard.map(\.rssi) == [-60, nil, -60])
        Self.expect(try Self.packets(Self.pcapng(251, order, [Self.air])), .linkLayer, [Self.air])
    }

    @Test("other files are none, other links and versions are named")
    func refusals() throws {
        for text in ["", "b", "btsnoop", "{\"layer\":\"ad\"}", "043e2a02"] {
            #expect(try CaptureFile(Array(text.utf8)) == nil)
        }
        let order = Order(isLittleEndian: true)
        #expect(throws: CaptureError.unsupportedLink(1)) {
            try CaptureFile(Self.pcap(1, order, nanoseconds: false, []))
        }
        #expect(throws: CaptureError.unsupportedLink(1003)) { try CaptureFile(Self.btsnoop(1003, [])) }
        var newer = Self.btsnoop(1002, [])
        newer[11] = 2
        #expect(throws: CaptureError.unsupportedVersion(2)) { try CaptureFile(newer) }
        #expect(throws: CaptureError.truncated) { try CaptureFile(Array(newer.prefix(10))) }
        // A file of nothing but another link's packets is read, and has none.
        #expect(try Self.packets(Self.pcapng(1, order, [Self.event])).isEmpty)
    }

    @Test("a file that is cut anywhere gives the whole packets before the cut", arguments: 0..<3)
    func cut(format: Int) throws {
        let order = Order(isLittleEndian: true)
        let file =
            switch format {
            case 0: Self.btsnoop(1002, [(3, Self.event), (3, Self.event)])
            case 1: Self.pcap(187, order, nanoseconds: false, [Self.event, Self.event])
            default: Self.pcapng(187, order, [Self.event, Self.event])
            }
        for count in file.indices {
            guard var cut = try? CaptureFile(Array(file.prefix(count))) else { continue }
            var packets = 0
            do throws(CaptureError) {
                while let packet = try cut.next() {
                    packets += 1
                    #expect(packet.bytes == Self.event)
                }
            } catch {
                #expect(error == .truncated)
            }
            #expect(packets < 2)
            #expect(try cut.next() == nil, "after a fault there is nothing")
        }
    }

    @Test(
        "damaged files are read without harm, and give no more bytes than they have", arguments: 0..<16 as Range<UInt64>
    )
    func damaged(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let order = Order(isLittleEndian: Bool.random(using: &random))
            var file =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: Self.btsnoop([1001, 1002, 2001].randomElement(using: &random)!, [(3, Self.event)])
                case 1:
                    Self.pcap(
                        [187, 201, 251, 254, 256].randomElement(using: &random)!, order, nanoseconds: false,
                        [Self.event])
                default: Self.pcapng(256, order, [Self.air, Self.air])
                }
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: file.indices, using: &random)
                file[index] = [0, 0xFF, 0x80, UInt8.random(in: .min ... .max, using: &random)].randomElement(
                    using: &random)!
            }
            guard var read = try? CaptureFile(file) else { continue }
            var total = 0
            while let packet = try? read.next() { total += packet.bytes.count }
            #expect(total <= 2 * file.count)
        }
    }
}
