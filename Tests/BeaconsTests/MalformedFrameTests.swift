import Basics
import Beacons
import Testing

@Suite("Malformed advertisements")
struct MalformedFrameTests {
    @Test("every truncation of an advertisement is refused", arguments: FrameKind.allCases)
    func truncations(kind: FrameKind) {
        var random = SplitMix64(seed: 11)
        for _ in 0..<20 {
            let bytes = Self.whole(kind, using: &random)
            for count in bytes.indices {
                #expect(throws: FrameError.self) { try Frame(advertisement: Array(bytes.prefix(count))) }
            }
        }
    }

    @Test("a frame one byte too short for its format says so", arguments: FrameKind.allCases)
    func wrongLengths(kind: FrameKind) throws {
        var random = SplitMix64(seed: 12)
        let bytes: [UInt8]
        if kind == .eddystoneURL {
            // The one format of variable length: the limits are 1 and 17 bytes.
            let shortest = try EddystoneURL(powerAtZeroMetres: 0, scheme: 0, encoded: [0x61])
            #expect(throws: FrameError.truncated(kind)) {
                try Frame(advertisement: Self.resized(Frame.eddystoneURL(shortest).advertisement, by: -1))
            }
            let longest = try EddystoneURL(
                powerAtZeroMetres: 0, scheme: 0, encoded: [UInt8](repeating: 0x61, count: EddystoneURL.encodedLimit))
            bytes = Frame.eddystoneURL(longest).advertisement
        } else {
            bytes = Self.whole(kind, using: &random)
            #expect(throws: FrameError.truncated(kind)) { try Frame(advertisement: Self.resized(bytes, by: -1)) }
        }
        switch kind {
        // The formats that say nothing of where they end: their frame is the whole structure.
        case .eddystoneURL, .exposure:
            #expect(throws: FrameError.overlong(kind)) { try Frame(advertisement: Self.resized(bytes, by: 1)) }
        // What was left out may follow.
        case .altBeacon: #expect(try Frame(advertisement: Self.resized(bytes, by: 1)).kind == kind)
        default:
            #expect(try Frame(advertisement: Self.resized(bytes, by: 1)) == Frame(advertisement: bytes))
        }
    }

    /// A frame of which nothing can be left out: an exposure frame is one without the transmit power, too, an AltBeacon
    /// one without the reserved byte, and an Eddystone-UID one without the reserved two.
    private static func whole(_ kind: FrameKind, using random: inout SplitMix64) -> [UInt8] {
        switch Frame.random(kind, using: &random) {
        case .exposure(let frame): Frame.exposure(ExposureFrame(identifier: frame.identifier)).advertisement
        case .altBeacon(let frame):
            Frame.altBeacon(
                AltBeacon(
                    company: frame.company, organisation: frame.organisation, unit: frame.unit,
                    referenceRSSI: frame.referenceRSSI, manufacturerReserved: nil)
            ).advertisement
        case .eddystoneUID(let frame): resized(Frame.eddystoneUID(frame).advertisement, by: -2)
        case let frame: frame.advertisement
        }
    }

    @Test("versions that do not exist are refused")
    func versions() {
        let padding = [UInt8](repeating: 0, count: 18)
        #expect(throws: FrameError.undefinedVersion(.security, version: 2)) {
            try Frame(advertisement: [0x17, 0x16, 0xAA, 0xFE, 0x50, 2] + padding)
        }
        #expect(throws: FrameError.undefinedVersion(.eddystoneTLM, version: 9)) {
            try Frame(advertisement: [0x17, 0x16, 0xAA, 0xFE, 0x20, 9] + padding)
        }
    }

    @Test("an advertisement longer than the longest is refused, the longest is not")
    func overlong() {
        let longest = [UInt8](repeating: 0, count: 1650)
        #expect(throws: FrameError.notABeacon) { try Frame(advertisement: longest) }
        #expect(throws: FrameError.overlongAdvertisement) { try Frame(advertisement: longest + [0]) }
        #expect(Advertisement(longest + [0]).error == .overlongAdvertisement)
    }

    @Test("a structure that overruns the advertisement spoils itself, and nothing before it")
    func overrun() throws {
        var random = SplitMix64(seed: 13)
        let frame = Frame.random(.iBeacon, using: &random)
        #expect(try Frame(advertisement: frame.advertisement + [3, 0x09]) == frame)
        #expect(throws: FrameError.truncatedStructure) { try Frame(advertisement: [2, 0x01, 6, 3, 0x09]) }
        // Flags that claim the frame's first byte move all that follows.
        var bytes = frame.advertisement
        bytes[0] = 3
        #expect(throws: FrameError.self) { try Frame(advertisement: bytes) }
    }

    @Test(
        "service data without a frame are refused",
        arguments: [
            ([3, 0x16, 0xAA, 0xFE], FrameError.truncatedStructure),
            ([4, 0x16, 0xAA, 0xFE, 0x20], .truncated(.eddystoneTLM)),
            ([4, 0x16, 0xAA, 0xFE, 0x50], .truncated(.security)),
            ([3, 0x16, 0x68, 0xFD], .truncated(.exposure)),
            ([2, 0x16, 0xAA], .notABeacon), ([1, 0x16], .notABeacon), ([1, 0xFF], .notABeacon),
            // An unknown type of Eddystone's service, and a tag of Google's Find Hub network.
            ([4, 0x16, 0xAA, 0xFE, 0x60], .notABeacon),
            ([0x18, 0x16, 0xAA, 0xFE, 0x40] + [UInt8](repeating: 7, count: 20), .notABeacon),
            ([0x18, 0x16, 0xAA, 0xFE, 0x41] + [UInt8](repeating: 7, count: 20), .notABeacon),
            ([4, 0xFF, 0x4C, 0x00, 0x02], .notABeacon), ([], .notABeacon), ([0], .notABeacon), ([5], .notABeacon),
        ] as [([UInt8], FrameError)])
    func noFrame(bytes: [UInt8], error: FrameError) {
        #expect(throws: error) { try Frame(advertisement: bytes) }
    }

    @Test(
        "flipped bits give another frame or an error, and what parses is built again",
        arguments: 0..<32 as Range<UInt64>)
    func flippedBits(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for kind in FrameKind.allCases {
            for _ in 0..<40 {
                var bytes = Frame.random(kind, using: &random).advertisement
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                Self.checkConsistency(bytes)
            }
        }
    }

    @Test("random bytes are read without harm", arguments: 0..<32 as Range<UInt64>)
    func randomBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<400 {
            var bytes = (0..<Int.random(in: 0...64, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            // Half of them begin like a frame, so that more than the outermost checks are reached.
            let beginnings: [[UInt8]] = [
                [0x16, 0xAA, 0xFE], [0x16, 0x68, 0xFD], [0x16, 0x6F, 0xFD], [0xFF, 0x4C, 0, 2, 0x15],
                [0xFF, 1, 2, 0xBE, 0xAC],
            ]
            if Bool.random(using: &random), let beginning = beginnings.randomElement(using: &random) {
                bytes = [UInt8(min(255, beginning.count + bytes.count))] + beginning + bytes
            }
            Self.checkConsistency(bytes)
        }
    }

    /// Whatever `bytes` are, what is well-formed without a frame has no error, and a frame survives building.
    private static func checkConsistency(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let view = Advertisement(bytes)
        do throws(FrameError) {
            let frame = try Frame(advertisement: bytes)
            #expect((try? Frame(advertisement: frame.advertisement)) == frame, sourceLocation: sourceLocation)
        } catch {
            if error == .notABeacon { #expect(view.error == nil, sourceLocation: sourceLocation) }
        }
    }

    /// The advertisement with its last structure longer or shorter, the length byte kept right.
    private static func resized(_ bytes: [UInt8], by change: Int) -> [UInt8] {
        var start = 0
        while start + 1 + Int(bytes[start]) < bytes.count { start += 1 + Int(bytes[start]) }
        var bytes = bytes
        bytes[start] = UInt8(Int(bytes[start]) + change)
        if change < 0 { bytes.removeLast(-change) } else { bytes += [UInt8](repeating: 0x61, count: change) }
        return bytes
    }
}
