import Basics
import Beacons
import Testing

@testable import Radio

@Suite("Long advertisements in pieces")
struct AdvertisementAssemblerTests {
    private let start = Timestamp(seconds: 1)
    private static let iBeacon =
        [UInt8](hexadecimal: "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5") ?? []

    /// One report that a controller hands over.
    private struct Piece {
        /// 0 complete, 1 more to come, 2 the rest is lost.
        var status: UInt16
        var data: [UInt8]
        var address: [UInt8] = [1, 2, 3, 4, 5, 6]
        var addressType: UInt8 = 1
        var set: UInt8 = 0
        /// The other bits of the event type: 8 is a scan response, 16 a legacy advertisement.
        var type: UInt16 = 0
        var rssi: Int8 = -60

        var packet: [UInt8] {
            let report = ReportEvents.extended(
                type: type | status << 5, addressType: addressType, address: address, set: set, data: data, rssi: rssi)
            return ReportEvents.packet(subevent: 0x0D, reports: [report])
        }
    }

    /// What an assembler makes of pieces, one a millisecond from `start` on.
    private func heard(_ pieces: [Piece]) -> [HeardAdvertisement] {
        var assembler = AdvertisementAssembler()
        return pieces.enumerated().flatMap { index, piece in
            take(piece, &assembler, at: start.advanced(byMilliseconds: Int64(index)))
        }
    }

    private func take(
        _ piece: Piece, _ assembler: inout AdvertisementAssembler, at now: Timestamp
    ) -> [HeardAdvertisement] {
        var heard: [HeardAdvertisement] = []
        piece.packet.withUnsafeBytes { packet in
            try? AdvertisingReports.visit(packet: packet, includingScanResponses: true) { report in
                if let advertisement = assembler.take(report, at: now) { heard.append(advertisement) }
            }
        }
        return heard
    }

    /// A long structure of a maker, in the middle of which an iBeacon stands that nobody sent.
    private static let hidden: [UInt8] = [218, 0xFF, 1, 2] + [UInt8](repeating: 9, count: 188) + iBeacon.dropFirst(3)

    @Test("an advertisement of 249 bytes in two reports is one, with the frame at its beginning")
    func two() throws {
        let whole = Self.iBeacon + Self.hidden
        let heard = heard([
            Piece(status: 1, data: Array(whole.prefix(202)), rssi: -50),
            Piece(status: 0, data: Array(whole.dropFirst(202)), rssi: 127),
        ])
        #expect(heard.map(\.data) == [whole] && heard.map(\.rssi) == [-50])
        #expect(heard.first?.time == start.advanced(byMilliseconds: 1))
        #expect(heard.first?.frames.map(\.kind) == [.iBeacon])
    }

    @Test("no piece is read as if it were an advertisement")
    func tail() {
        let tail = Array(Self.hidden.dropFirst(192))
        #expect(Frames(advertisement: tail).map(\.kind) == [.iBeacon], "the tail alone would be one")
        let pieces = [Piece(status: 1, data: Array(Self.hidden.prefix(192))), Piece(status: 0, data: tail)]
        #expect(heard(pieces).flatMap { Array($0.frames) }.isEmpty)
        #expect(heard([pieces[0]]).isEmpty)
    }

    @Test("what is whole in an advertisement that was cut off is used")
    func truncated() {
        let heard = heard([
            Piece(status: 1, data: Self.iBeacon), Piece(status: 2, data: [9, 0xFF, 1]),
            Piece(status: 2, data: Self.iBeacon + [30, 0xFF, 1]),
        ])
        #expect(heard.count == 2)
        #expect(heard.allSatisfy { $0.frames.map(\.kind) == [.iBeacon] })
    }

    @Test("sets, addresses, their kinds, anonymous senders and scan responses are put together apart")
    func interleaved() {
        let senders = [
            Piece(status: 1, data: [2]), Piece(status: 1, data: [2], set: 1),
            Piece(status: 1, data: [2], address: [9, 9, 9, 9, 9, 9]), Piece(status: 1, data: [2], addressType: 0),
            Piece(status: 1, data: [2], type: 8), Piece(status: 1, data: [2], addressType: 0xFF, set: 3),
        ]
        let ends = senders.enumerated().map { index, piece in
            var end = piece
            end.status = 0
            end.data = [1, UInt8(index)]
            // The bits of an anonymous sender's address mean nothing.
            if end.addressType == 0xFF { end.address = [7, 7, 7, 7, 7, 7] }
            return end
        }
        #expect(heard(senders + ends.reversed()).map(\.data) == (0..<6).reversed().map { [2, 1, UInt8($0)] })
    }

    @Test("legacy advertisements pass through, whatever is waited for and whatever their status says")
    func legacy() {
        let pieces = [
            Piece(status: 1, data: [2]), Piece(status: 0, data: Self.iBeacon, set: 0, type: 0x10),
            Piece(status: 1, data: Self.iBeacon, type: 0x10), Piece(status: 0, data: [1, 6]),
        ]
        #expect(heard(pieces).map(\.data) == [Self.iBeacon, Self.iBeacon, [2, 1, 6]])
    }

    @Test("more than 1650 bytes are no advertisement, nor is the end of them")
    func overlong() {
        let piece = Piece(status: 1, data: [UInt8](repeating: 0, count: 200))
        let full = [Piece](repeating: piece, count: 8)
        let end = Piece(status: 0, data: [UInt8](repeating: 0, count: 50))
        #expect(heard(full + [end]).map(\.data.count) == [1650])
        #expect(heard(full + [piece, piece, Piece(status: 0, data: Self.iBeacon)]).isEmpty)
        // The next one is heard again.
        #expect(heard(full + [piece, end, Piece(status: 0, data: Self.iBeacon)]).map(\.data) == [Self.iBeacon])
    }

    @Test("what comes too late is not put together, and the set is heard again afterwards")
    func late() {
        for jump in [3001, -3001, Int64.max / 4, Int64.min / 4] {
            var assembler = AdvertisementAssembler()
            #expect(take(Piece(status: 1, data: [2]), &assembler, at: start).isEmpty)
            let later = start.advanced(byMilliseconds: jump)
            #expect(take(Piece(status: 0, data: [1, 6]), &assembler, at: later).isEmpty)
            #expect(take(Piece(status: 0, data: [1, 6]), &assembler, at: later).map(\.data) == [[1, 6]])
        }
        var assembler = AdvertisementAssembler()
        #expect(take(Piece(status: 1, data: [2]), &assembler, at: start).isEmpty)
        assembler.shift(byMilliseconds: -3_600_000)
        let end = take(Piece(status: 0, data: [1, 6]), &assembler, at: start.advanced(bySeconds: -3599))
        #expect(end.map(\.data) == [[2, 1, 6]], "the clock was set back meanwhile")
    }

    @Test("of a crowd of unfinished ones 64 are stored, the ends of the others are not taken for advertisements")
    func crowd() {
        var assembler = AdvertisementAssembler()
        func piece(_ number: Int, _ status: UInt16, _ data: [UInt8]) -> Piece {
            Piece(status: status, data: data, address: [UInt8(number & 255), UInt8(number >> 8), 0, 0, 0, 9])
        }
        for number in 0..<200 { #expect(take(piece(number, 1, [2]), &assembler, at: start).isEmpty) }
        let soon = start.advanced(byMilliseconds: 100)
        let ended = (0..<200).flatMap { take(piece($0, 0, [1, 6]), &assembler, at: soon) }
        #expect(ended.count == 64 && ended.allSatisfy { $0.data == [2, 1, 6] })
        // Legacy ones are heard all the while, and everything again once no lost end can come.
        let legacy = Piece(status: 0, data: Self.iBeacon, type: 0x10)
        #expect(take(legacy, &assembler, at: soon).count == 1)
        #expect(take(piece(300, 0, [1, 6]), &assembler, at: start.advanced(byMilliseconds: 3001)).count == 1)
        // Those that never end make room.
        for number in 0..<64 { _ = take(piece(number, 1, [2]), &assembler, at: start.advanced(bySeconds: 10)) }
        let later = start.advanced(bySeconds: 20)
        #expect(take(piece(400, 1, [2]), &assembler, at: later).isEmpty)
        #expect(take(piece(400, 0, [1, 6]), &assembler, at: later).map(\.data) == [[2, 1, 6]])
    }

    @Test(
        "advertisements in random pieces, interleaved at random, are the same as in one piece each",
        arguments: 0..<32 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            // Up to twelve senders, each with a queue of advertisements.
            var queues: [[Piece]] = []
            var sent: [DeviceAddress: [[UInt8]]] = [:]
            for sender in 0..<Int.random(in: 1...12, using: &random) {
                let address: [UInt8] = [UInt8(sender), 0, 0, 0, 0, 9]
                var queue: [Piece] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let bytes = (0..<Int.random(in: 0...500, using: &random)).map { _ in
                        UInt8.random(in: .min ... .max, using: &random)
                    }
                    sent[DeviceAddress(littleEndian: address, kind: .random)!, default: []].append(bytes)
                    var rest = bytes[...]
                    let last: UInt16 = Bool.random(using: &random) ? 0 : 2
                    while rest.count > 229 || Int.random(in: 0..<3, using: &random) > 0 {
                        let count = min(rest.count, Int.random(in: 0...229, using: &random))
                        queue.append(Piece(status: 1, data: Array(rest.prefix(count)), address: address))
                        rest = rest.dropFirst(count)
                    }
                    queue.append(Piece(status: last, data: Array(rest), address: address))
                }
                queues.append(queue)
            }
            var pieces: [Piece] = []
            while let index = queues.indices.filter({ !queues[$0].isEmpty }).randomElement(using: &random) {
                pieces.append(queues[index].removeFirst())
            }
            #expect(Dictionary(grouping: heard(pieces), by: \.address).mapValues { $0.map(\.data) } == sent)
        }
    }
}
