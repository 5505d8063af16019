import Basics
import Beacons
import Radio

/// The workload that `cerca-bench beacons` measures when it is given no file: a busy room, made from a seed.
///
/// Of a hundred advertisements about 35 are iBeacons, 15 security frames, 10 each Eddystone-UID, URL, TLM and EID, 5
/// AltBeacons and 5 nobody's beacon (Apple's other messages, names). One event in four carries two to four reports, and
/// one in four is extended. No two advertisements are alike, and the kinds come in no order that a branch predictor
/// could learn.
struct BeaconWorkload {
    /// The events, without the H4 indicator.
    let events: [[UInt8]]

    /// Events with at least `count` advertisements in all.
    init(advertisements count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var events: [[UInt8]] = []
        var made = 0
        while made < count {
            let isExtended = Int.random(in: 0..<4, using: &random) == 0
            let reports = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...4, using: &random) : 1
            var parameters: [UInt8] = [isExtended ? 0x0D : 0x02, UInt8(reports)]
            for _ in 0..<reports {
                let data = Self.advertisement(&random)
                parameters += isExtended ? Self.extended(data, &random) : Self.legacy(data, &random)
            }
            events.append([0x3E, UInt8(parameters.count)] + parameters)
            made += reports
        }
        self.events = events
    }

    private static func legacy(_ data: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        [0x03, 0x01] + address(&random) + [UInt8(data.count)] + data + [rssi(&random)]
    }

    /// A legacy advertisement in an extended report, as a controller with the newer commands gives it.
    private static func extended(_ data: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        [0x10, 0x00, 0x01] + address(&random) + [0x01, 0x00, 0xFF, 0x7F, rssi(&random)]
            + [UInt8](repeating: 0, count: 9) + [UInt8(data.count)] + data
    }

    private static func address(_ random: inout SplitMix64) -> [UInt8] { bytes(6, &random) }

    private static func rssi(_ random: inout SplitMix64) -> UInt8 {
        UInt8(bitPattern: Int8.random(in: -98 ... -40, using: &random))
    }

    private static func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    private static func advertisement(_ random: inout SplitMix64) -> [UInt8] {
        let power = Int8.random(in: -80...4, using: &random)
        let identifier = Identifier128(high: random.next(), low: random.next())
        let major = UInt16.random(in: .min ... .max, using: &random)
        let minor = UInt16.random(in: .min ... .max, using: &random)
        let frame: Frame?
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<35:
            let identity = BeaconIdentity(
                uuid: UUID128(high: identifier.high, low: identifier.low), major: major, minor: minor)
            frame = .iBeacon(IBeacon(identity: identity, measuredPower: power))
        case 35..<50:
            let code = SecurityCode(high: identifier.high, low: identifier.low)
            frame = .security(SecurityFrame(major: major, minor: minor, code: code))
        case 50..<60:
            frame = .eddystoneUID(EddystoneUID(powerAtZeroMetres: power, identifier: identifier))
        case 60..<70:
            let length = Int.random(in: 1...17, using: &random)
            let encoded = (0..<length).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
            frame = (try? EddystoneURL(powerAtZeroMetres: power, scheme: 3, encoded: encoded)).map { .eddystoneURL($0) }
        case 70..<80:
            frame = .eddystoneTLM(
                EddystoneTLM(
                    millivolts: UInt16.random(in: 2000...3300, using: &random),
                    temperature256: Int16.random(in: 0...10_240, using: &random),
                    advertisements: UInt32.random(in: .min ... .max, using: &random),
                    uptimeDeciseconds: UInt32.random(in: .min ... .max, using: &random)))
        case 80..<90:
            let moment = EphemeralIdentifier(word: identifier.high)
            frame = .eddystoneEID(EddystoneEID(powerAtZeroMetres: power, identifier: moment))
        case 90..<95:
            frame = .altBeacon(
                AltBeacon(
                    company: 0x0118, organisation: identifier, unit: UInt32(major) << 16 | UInt32(minor),
                    referenceRSSI: power, manufacturerReserved: 0))
        default:
            frame = nil
        }
        if let frame { return frame.advertisement }
        return [2, 0x01, 0x1A, 0x0B, 0xFF, 0x4C, 0x00, 0x10, 0x06] + bytes(6, &random)
    }
}
