import Basics
import Beacons
import Testing

@Suite("Frames of other projects")
struct FrameParsingTests {
    @Test("a published packet says what its publisher says", arguments: PublishedPackets.all)
    func published(packet: PublishedPacket) throws {
        let bytes = try packet.bytes()
        switch packet.expected {
        case .frame(let frame):
            #expect(try Frame(advertisement: bytes) == frame)
        case .refused(let error):
            #expect(throws: error) { try Frame(advertisement: bytes) }
        }
    }

    @Test("fields have the units of their formats")
    func units() throws {
        guard
            case .eddystoneTLM(let telemetry) = try Frame(
                advertisement: [UInt8](hexadecimal: "0201060303aafe1116aafe20000b1847110000146700002ac4")!)
        else {
            Issue.record("no telemetry")
            return
        }
        #expect(telemetry.millivolts == 2840)
        #expect(telemetry.celsius == 71.06640625)
        #expect(telemetry.uptime == 1094.8)
    }

    @Test(
        "a temperature below zero is signed, and the lowest means that there is none",
        arguments: [
            (0xFF80 as UInt16, -0.5 as Double?), (0x8001, -127.99609375), (0x8000, nil),
        ])
    func temperature(bits: UInt16, celsius: Double?) throws {
        let bytes: [UInt8] = [
            0x11, 0x16, 0xAA, 0xFE, 0x20, 0, 0, 0, UInt8(bits >> 8), UInt8(bits & 0xFF), 0, 0, 0, 0, 0, 0, 0, 0,
        ]
        guard case .eddystoneTLM(let telemetry) = try Frame(advertisement: bytes) else {
            Issue.record("no telemetry")
            return
        }
        #expect(telemetry.celsius == celsius)
    }

    @Test("salt and integrity check of encrypted telemetry are big-endian")
    func encryptedTelemetry() throws {
        let bytes = [UInt8](hexadecimal: "1516aafe2001" + "000102030405060708090a0b" + "1234" + "abcd")!
        let expected = EddystoneEncryptedTLM(ciphertext: Array(0..<12), salt: 0x1234, integrityCheck: 0xABCD)
        #expect(try Frame(advertisement: bytes) == .eddystoneEncryptedTLM(try #require(expected)))
    }

    @Test("a security frame is twenty bytes: type, version, major, minor and code")
    func security() throws {
        let code = "0102030405060708090a0b0c0d0e"
        let bytes = [UInt8](hexadecimal: "1716aafe" + "5001" + "0064" + "0007" + code)!
        let expected = SecurityFrame(major: 100, minor: 7, code: try #require(SecurityCode(hexadecimal: code)))
        #expect(try Frame(advertisement: bytes) == .security(expected))
        #expect(Frame.security(expected).advertisement == [UInt8](hexadecimal: "0201060303aafe")! + bytes)
    }

    @Test("the identifier of DP-3T is the whole of its service data")
    func exposure() throws {
        let bytes = [UInt8](hexadecimal: "131668fd" + "000102030405060708090a0b0c0d0e0f")!
        let identifier = try #require(Identifier128(bytes: Array(0..<16)))
        #expect(try Frame(advertisement: bytes) == .exposure(ExposureFrame(identifier: identifier)))
    }

    @Test("the transmit power beside the identifier is part of the frame, wherever it stands")
    func exposurePower() throws {
        let identifier = try #require(Identifier128(bytes: Array(0..<16)))
        let frame = Frame.exposure(ExposureFrame(identifier: identifier, transmitPower: -21))
        let service = "131668fd" + "000102030405060708090a0b0c0d0e0f"
        // As Android puts them: flags, list of services, service data, power; 30 of the 31 bytes.
        #expect(frame.advertisement.hexadecimal == "020106" + "030368fd" + service + "020aeb")
        #expect(try Frame(advertisement: [UInt8](hexadecimal: "020aeb" + service)!) == frame)
        // Three bytes are no power level, and a second one says nothing.
        #expect(try Frame(advertisement: [UInt8](hexadecimal: "030aeb00" + service + "020aeb" + "020a04")!) == frame)
        #expect(
            try Frame(advertisement: [UInt8](hexadecimal: service + "030aeb00")!)
                == .exposure(ExposureFrame(identifier: identifier)))
    }

    @Test("the iBeacon that HCI hosts send in their examples is built byte for byte")
    func builtIBeacon() throws {
        let identity = BeaconIdentity(
            uuid: try #require(UUID128("e2c56db5-dffb-48d2-b060-d0f5a71096e0")), major: 100, minor: 7)
        #expect(
            Frame.iBeacon(IBeacon(identity: identity, measuredPower: -59)).advertisement.hexadecimal
                == "0201061aff4c000215e2c56db5dffb48d2b060d0f5a71096e000640007c5")
    }

    @Test("Exposure Notification is sent with the flags that it demands")
    func exposureNotificationFlags() throws {
        let packet = "02011a03036ffd17166ffde23f352fa09307a85d4194912443180d484dc151"
        #expect(try Frame(advertisement: [UInt8](hexadecimal: packet)!).advertisement.hexadecimal == packet)
    }

    @Test("the names of formats and the codes of errors, on which others rely, stay as they are")
    func stableTexts() {
        #expect(
            FrameKind.allCases.map(\.name) == [
                "ibeacon", "eddystone-uid", "eddystone-url", "eddystone-tlm", "eddystone-etlm", "eddystone-eid",
                "altbeacon", "security", "exposure", "exposure-notification",
            ])
        let errors: [FrameError] = [
            .truncatedStructure, .overlongAdvertisement, .truncated(.iBeacon), .overlong(.iBeacon), .notABeacon,
            .undefinedVersion(.security, version: 2), .reservedURLByte(14),
        ]
        #expect(
            errors.map(\.code) == [
                "frame.truncated_structure", "frame.overlong_advertisement", "frame.truncated", "frame.overlong",
                "frame.not_a_beacon", "frame.undefined_version", "frame.reserved_url_byte",
            ])
    }
}
