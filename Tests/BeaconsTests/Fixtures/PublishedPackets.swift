import Basics
import Beacons
import Testing

/// An advertisement that somebody else published, and what it says.
struct PublishedPacket: Sendable, CustomTestStringConvertible {
    let name: String
    let hexadecimal: String
    let expected: Expected

    enum Expected: Sendable {
        case frame(Frame)
        case refused(FrameError)
    }

    var testDescription: String { name }

    func bytes() throws -> [UInt8] { try #require([UInt8](hexadecimal: hexadecimal)) }
}

/// Facts (bytes and their meaning) of other projects' tests; the sources stand beside them.
enum PublishedPackets {
    static let all = iBeacons + eddystone + altBeacons + others

    /// Captures and examples of iBeacon.
    static let iBeacons = [
        // citruz/beacontools tests/test_parser.py @513e1c7 (MIT), synthetic.
        PublishedPacket(
            name: "iBeacon of beacontools",
            hexadecimal: "0201061aff4c0002154142434445464748494041424344454600010002f8",
            expected: iBeacon("41424344-4546-4748-4940-414243444546", 1, 2, -8)),
        // home-assistant/core tests/components/ibeacon/__init__.py @14df9f1 (Apache-2.0), captured; without flags.
        PublishedPacket(
            name: "iBeacon of a car", hexadecimal: "1aff4c00021574278bdab64445208f0c720eaf05993500005b24c5",
            expected: iBeacon("74278bda-b644-4520-8f0c-720eaf059935", 0, 23_332, -59)),
        PublishedPacket(
            name: "iBeacon of BlueCharm", hexadecimal: "1aff4c000215426c7565436861726d426561636f6e730efe1355c5",
            expected: iBeacon("426c7565-4368-6172-6d42-6561636f6e73", 3838, 4949, -59)),
        // Wikipedia, "iBeacon", by way of secdev/scapy test/contrib/ibeacon.uts @ac38b27; documented.
        PublishedPacket(
            name: "iBeacon of the encyclopaedia",
            hexadecimal: "02011a1aff4c000215fb0b57a2822844cd913a94a122ba120600010002d1",
            expected: iBeacon("fb0b57a2-8228-44cd-913a-94a122ba1206", 1, 2, -47)),
    ]

    /// citruz/beacontools tests/test_parser.py @513e1c7 (MIT), and AltBeacon/android-beacon-library @42e672e
    /// (Apache-2.0), GattBeaconTest.java and BeaconParserTest.java.
    static let eddystone = [
        PublishedPacket(
            name: "UID with reserved bytes",
            hexadecimal: "0201060303aafe1716aafe00e3123456789012346789010000000000010000",
            expected: .frame(
                .eddystoneUID(
                    EddystoneUID(
                        powerAtZeroMetres: -29,
                        identifier: Identifier128(high: 0x1234_5678_9012_3467, low: 0x8901_0000_0000_0001))))),
        PublishedPacket(
            name: "UID without reserved bytes",
            hexadecimal: "0201060303aafe1516aafe00e700010203040506070809010203040506",
            expected: .frame(
                .eddystoneUID(
                    EddystoneUID(
                        powerAtZeroMetres: -25,
                        identifier: Identifier128(high: 0x0001_0203_0405_0607, low: 0x0809_0102_0304_0506))))),
        PublishedPacket(
            name: "URL of RadBeacon G, captured, with its name",
            hexadecimal: "0201060303aafe0d16aafe10e702676f6f676c65000c09526164426561636f6e2047",
            expected: url(-25, scheme: 2, Array("google".utf8) + [0])),
        PublishedPacket(
            name: "TLM with a fraction of a degree", hexadecimal: "0201060303aafe1116aafe20000b1847110000146700002ac4",
            expected: telemetry(2840, 0x4711, 5223, 10_948)),
        PublishedPacket(
            name: "TLM before a length byte without a body",
            hexadecimal: "0201060303aafe1116aafe20000b1813000000146700002ac4e4",
            expected: telemetry(2840, 19 * 256, 5223, 10_948)),
        PublishedPacket(
            name: "TLM captured by BlueZ", hexadecimal: "0201060303aafe1116aafe20000c3c200000000fbc000049ba",
            expected: telemetry(3132, 32 * 256, 4028, 18_874)),
        PublishedPacket(
            name: "EID", hexadecimal: "0201060303aafe0d16aafe30e34549445f74657374",
            expected: .frame(
                .eddystoneEID(
                    EddystoneEID(
                        powerAtZeroMetres: -29, identifier: EphemeralIdentifier(word: 0x4549_445F_7465_7374))))),
        PublishedPacket(
            name: "encrypted TLM cut by its length byte",
            hexadecimal: "0201060303aafe1116aafe2001414141414141414141414141deadbeff",
            expected: .refused(.truncated(.eddystoneEncryptedTLM))),
        PublishedPacket(
            name: "undefined frame type 1",
            hexadecimal: "0201060303aafe1716aafe01e3123456789012346789010000000000010000",
            expected: .refused(.notABeacon)),
        PublishedPacket(
            name: "list of services without its body", hexadecimal: "0201060303",
            expected: .refused(.truncatedStructure)),
    ]

    /// AltBeacon/android-beacon-library AltBeaconParserTest.java @42e672e (Apache-2.0).
    static let altBeacons = [
        PublishedPacket(
            name: "AltBeacon of Radius",
            hexadecimal: "02011a1bff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600010002c509",
            expected: altBeacon(unit: 0x0001_0002, -59, 9)),
        PublishedPacket(
            name: "AltBeacon of RadBeacon USB, captured, scan response joined",
            hexadecimal: "02011a1bff1801beac2f234454cf6d4a0fadf2f4911ba9ffa600050003be02"
                + "0e09526164426561636f6e20555342020a03",
            expected: altBeacon(unit: 0x0005_0003, -66, 2)),
        PublishedPacket(
            name: "manufacturer data that are no AltBeacon",
            hexadecimal: "02011a1aff1801ffff2f234454cf6d4a0fadf2f4911ba9ffa600010002c509",
            expected: .refused(.notABeacon)),
    ]

    static let others = [
        // secdev/scapy test/contrib/exposure_notification.uts @ac38b27, captured.
        PublishedPacket(
            name: "Exposure Notification",
            hexadecimal: "02011a03036ffd17166ffde23f352fa09307a85d4194912443180d484dc151",
            expected: .frame(
                .exposureNotification(
                    ExposureNotificationFrame(
                        rollingProximityIdentifier: Identifier128(
                            high: 0xE23F_352F_A093_07A8, low: 0x5D41_9491_2443_180D),
                        associatedEncryptedMetadata: 0x484D_C151)))),
        // citruz/beacontools tests/test_parser.py @513e1c7 (MIT), captured; it holds the bytes `aa fe` by chance.
        PublishedPacket(
            name: "Estimote nearable",
            hexadecimal: "02010403030f1817ff5d01011efe427eb6f4bc2f040168a1aafe05c1452553",
            expected: .refused(.notABeacon)),
        // secdev/scapy test/contrib/ibeacon.uts @ac38b27, observed in the wild.
        PublishedPacket(
            name: "Apple's other messages",
            hexadecimal: "02011a1aff4c000c0e009c6b8f40440f1583ec895148b410050318c0b525", expected: .refused(.notABeacon)
        ),
    ]

    private static func iBeacon(
        _ uuid: String, _ major: UInt16, _ minor: UInt16, _ power: Int8
    ) -> PublishedPacket.Expected {
        guard let uuid = UUID128(uuid) else { return .refused(.notABeacon) }
        let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
        return .frame(.iBeacon(IBeacon(identity: identity, measuredPower: power)))
    }

    private static func url(_ power: Int8, scheme: UInt8, _ encoded: [UInt8]) -> PublishedPacket.Expected {
        do {
            return .frame(
                .eddystoneURL(try EddystoneURL(powerAtZeroMetres: power, scheme: scheme, encoded: encoded)))
        } catch {
            return .refused(error)
        }
    }

    private static func telemetry(
        _ millivolts: UInt16, _ temperature: Int16, _ count: UInt32, _ uptime: UInt32
    ) -> PublishedPacket.Expected {
        .frame(
            .eddystoneTLM(
                EddystoneTLM(
                    millivolts: millivolts, temperature256: temperature, advertisements: count,
                    uptimeDeciseconds: uptime)))
    }

    private static func altBeacon(unit: UInt32, _ power: Int8, _ reserved: UInt8) -> PublishedPacket.Expected {
        .frame(
            .altBeacon(
                AltBeacon(
                    company: 280, organisation: Identifier128(high: 0x2F23_4454_CF6D_4A0F, low: 0xADF2_F491_1BA9_FFA6),
                    unit: unit, referenceRSSI: power, manufacturerReserved: reserved)))
    }
}
