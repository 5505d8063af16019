import Basics
import Beacons
import Testing

@Suite("Frames built and parsed again")
struct FrameBuildingTests {
    @Test("what is built is parsed to the same frame and fits into 31 bytes", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for kind in FrameKind.allCases {
            for _ in 0..<20 {
                let frame = Frame.random(kind, using: &random)
                let bytes = frame.advertisement
                #expect(bytes.count <= 31)
                #expect(try Frame(advertisement: bytes) == frame)
                #expect(frame.kind == kind)
            }
        }
    }

    @Test("a frame is found among other structures", arguments: 0..<32 as Range<UInt64>)
    func amongOthers(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for kind in FrameKind.allCases {
            let frame = Frame.random(kind, using: &random)
            // An exposure frame's transmit power stands in a structure of its own, and of two the first counts.
            let power: [UInt8] = kind == .exposure ? [] : [0x0A]
            let bytes = Self.structures(&random, power) + frame.advertisement + Self.structures(&random)
            #expect(try Frame(advertisement: bytes) == frame)
            #expect(try Frame(advertisement: bytes + [UInt8.random(in: .min ... .max, using: &random)]) == frame)
            #expect(try Frame(advertisement: bytes + [0, 0, 0, 0]) == frame)
        }
    }

    @Test("of two frames the first counts")
    func firstOfTwo() throws {
        var random = SplitMix64(seed: 1)
        let first = Frame.random(.eddystoneUID, using: &random)
        let second = Frame.random(.iBeacon, using: &random)
        #expect(try Frame(advertisement: first.advertisement + second.advertisement) == first)
        #expect(try Frame(advertisement: second.advertisement + first.advertisement) == second)
    }

    @Test("every bit of a frame's own structure matters", arguments: FrameKind.allCases)
    func everyBit(kind: FrameKind) throws {
        var random = SplitMix64(seed: 7)
        let frame = Frame.random(kind, using: &random)
        let bytes = frame.advertisement
        // The flags and the list of services before the frame, and the two reserved bytes that end a UID, say nothing;
        // a UID's length byte may leave those out.
        let start =
            switch kind {
            case .iBeacon, .altBeacon: 3
            case .eddystoneUID: 8
            default: 7
            }
        let end = bytes.count - (kind == .eddystoneUID ? 2 : 0)
        for index in start..<end {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect((try? Frame(advertisement: changed)) != frame, "byte \(index), bit \(bit)")
            }
        }
    }

    /// Up to three structures of types that carry no frames.
    private static func structures(_ random: inout SplitMix64, _ more: [UInt8] = [0x0A]) -> [UInt8] {
        let types: [UInt8] = [0x01, 0x02, 0x09, 0x21] + more
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let length = Int.random(in: 1...12, using: &random)
            bytes += [UInt8(length), types[Int.random(in: types.indices, using: &random)]]
            bytes += (1..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
        return bytes
    }
}
