import Basics
import Beacons
import Testing

@Suite("An advertisement is a sequence of frames")
struct FrameSequenceTests {
    private static let identity = "3f8a51d20c6b4e779a415be2c7d9f01301410011c3"
    private static let iBeacon = "1aff4c000215" + identity
    private static let telemetry = "20000b1847110000146700002ac4"
    private static let findHub = "1816aafe40" + String(repeating: "5a", count: 20)

    private func kinds(_ hexadecimal: String) throws -> [String] {
        Frames(advertisement: try #require([UInt8](hexadecimal: hexadecimal))).map(\.kind.name)
    }

    @Test(
        "whatever stands behind, before or beside a whole frame leaves it whole",
        arguments: [
            // A battery byte behind the 21 that Apple's length announces, and another of Apple's messages there.
            ("0201061bff4c000215" + identity + "4e", ["ibeacon"]),
            ("1fff4c000215" + identity + "1003010203", ["ibeacon"]),
            // Telemetry with bytes of a later revision.
            ("0201060303aafe1316aafe" + telemetry + "0000", ["eddystone-tlm"]),
            // An identifier, an ephemeral one and a code with bytes behind them.
            ("1616aafe00e700010203040506070809010203040506" + "09", ["eddystone-uid"]),
            ("0e16aafe30e34549445f7465737455", ["eddystone-eid"]),
            ("1816aafe500100640007" + "0102030405060708090a0b0c0d0e" + "ff", ["security"]),
            // A name that does not fit, a name without a body, and a list of services that is cut.
            (iBeacon + "09095469", ["ibeacon"]), (iBeacon + "09", ["ibeacon"]), (iBeacon + "0503aa", ["ibeacon"]),
            // Tags of Google's Find Hub network and unknown Eddystone types around a frame.
            (findHub + iBeacon, ["ibeacon"]), (iBeacon + findHub, ["ibeacon"]), (findHub, []),
            ("0416aafe70" + iBeacon, ["ibeacon"]),
            // A malformed frame before and behind a whole one.
            ("0416aafe20" + iBeacon + "0416aafe50", ["ibeacon"]),
            // AltBeacon without its reserved byte.
            ("1aff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600050003be", ["altbeacon"]),
            // Android's scan record: the advertisement padded to 31 bytes, then the scan response.
            ("020106034231" + "00" + String(repeating: "00", count: 24) + iBeacon + "00000000", ["ibeacon"]),
            ("00" + iBeacon, ["ibeacon"]),
        ] as [(String, [String])])
    func surroundings(hexadecimal: String, expected: [String]) throws {
        #expect(try kinds(hexadecimal) == expected)
    }

    @Test("two formats in one extended advertisement are both there, in order")
    func several() throws {
        let uid = "1716aafe00e7000102030405060708090102030405060000"
        #expect(try kinds("020106" + Self.iBeacon + uid) == ["ibeacon", "eddystone-uid"])
        #expect(try kinds(uid + Self.iBeacon) == ["eddystone-uid", "ibeacon"])
        #expect(try kinds(Self.iBeacon + Self.iBeacon) == ["ibeacon", "ibeacon"])
    }

    @Test(
        "what is no whole frame stays none",
        arguments: [
            // One byte less than Apple's length announces, another length there, another company.
            "19ff4c000215" + String(identity.dropLast(2)), "1aff4c000214" + identity, "1bff4c000216" + identity + "00",
            "1aff59000215" + identity,
            // AltBeacon without its power, telemetry and ephemeral identifiers that are too short.
            "19ff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600050003", "1016aafe" + String(telemetry.dropLast(2)),
            "0c16aafe30e34549445f746573",
            // A structure that is cut within its frame, however much of the frame is there.
            "1bff4c000215" + identity,
        ])
    func none(hexadecimal: String) throws {
        #expect(try kinds(hexadecimal) == [])
    }

    @Test("only the advertisement's length decides where bytes end")
    func overlong() {
        let longest = [UInt8](repeating: 0, count: 1650)
        #expect(Array(Frames(advertisement: longest)).isEmpty)
        let frame = [UInt8](hexadecimal: Self.iBeacon)!
        #expect(Array(Frames(advertisement: longest.dropLast(27) + frame)).count == 1)
        #expect(Array(Frames(advertisement: longest + frame)).isEmpty)
    }

    /// The frames by the slow way: each structure of the copying reader alone.
    private static func reference(_ bytes: [UInt8]) -> [Frame] {
        let view = Advertisement(bytes)
        return view.structures.compactMap { structure in
            let alone = [UInt8(structure.data.count + 1), structure.type] + structure.data
            guard let frame = try? Frame(advertisement: alone) else { return nil }
            guard case .exposure(let exposure) = frame else { return frame }
            let power = view.structures.first { $0.type == 0x0A && $0.data.count == 1 }?.data.first
            return .exposure(
                ExposureFrame(identifier: exposure.identifier, transmitPower: power.map { Int8(bitPattern: $0) }))
        }
    }

    @Test(
        "frames, others' structures, zeros and damage in any order give what each structure gives alone",
        arguments: 0..<32 as Range<UInt64>)
    func sequences(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            var whole: [Frame] = []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes += [UInt8](repeating: 0, count: Int.random(in: 0...24, using: &random))
                case 1:
                    let data = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                        UInt8.random(in: .min ... .max, using: &random)
                    }
                    bytes += [UInt8(data.count + 1), [0x09, 0x03, 0x24].randomElement(using: &random)!] + data
                case 2: bytes += try #require([UInt8](hexadecimal: Self.findHub))
                default:
                    // Exposure frames would take the power of the first structure that has one.
                    let kind = FrameKind.allCases.filter { $0 != .exposure }.randomElement(using: &random)!
                    let frame = Frame.random(kind, using: &random)
                    bytes += frame.advertisement
                    whole.append(frame)
                }
            }
            #expect(Array(Frames(advertisement: bytes)) == whole)
            #expect(Self.reference(bytes) == whole)
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...min(bytes.count, 12), using: &random))
            let found = Array(Frames(advertisement: bytes))
            #expect(found == Self.reference(bytes), "\(bytes.hexadecimal)")
            #expect((try? Frame(advertisement: bytes)) == found.first)
        }
    }
}
