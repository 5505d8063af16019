import Basics
import Beacons

extension Frame {
    /// A frame of `kind` whose fields may take any value that the format allows.
    static func random(_ kind: FrameKind, using random: inout SplitMix64) -> Frame {
        let power = Int8(truncatingIfNeeded: random.next())
        let identifier = Identifier128(high: random.next(), low: random.next())
        let major = UInt16(truncatingIfNeeded: random.next())
        let minor = UInt16(truncatingIfNeeded: random.next())
        let word = UInt32(truncatingIfNeeded: random.next())
        switch kind {
        case .iBeacon:
            let uuid = UUID128(high: identifier.high, low: identifier.low)
            return .iBeacon(
                IBeacon(identity: BeaconIdentity(uuid: uuid, major: major, minor: minor), measuredPower: power))
        case .eddystoneUID:
            return .eddystoneUID(EddystoneUID(powerAtZeroMetres: power, identifier: identifier))
        case .eddystoneURL:
            let allowed = Array(0...13 as ClosedRange<UInt8>) + Array(0x21...0x7E)
            let encoded = (0..<Int.random(in: 1...17, using: &random)).map { _ in
                allowed[Int.random(in: allowed.indices, using: &random)]
            }
            let scheme = UInt8.random(in: 0...3, using: &random)
            guard let url = try? EddystoneURL(powerAtZeroMetres: power, scheme: scheme, encoded: encoded) else {
                preconditionFailure("only allowed bytes were drawn")
            }
            return .eddystoneURL(url)
        case .eddystoneTLM:
            return .eddystoneTLM(
                EddystoneTLM(
                    millivolts: major, temperature256: Int16(bitPattern: minor), advertisements: word,
                    uptimeDeciseconds: UInt32(truncatingIfNeeded: random.next())))
        case .eddystoneEncryptedTLM:
            return .eddystoneEncryptedTLM(
                EddystoneEncryptedTLM(
                    ciphertextHigh: identifier.high, ciphertextLow: word, salt: major, integrityCheck: minor))
        case .eddystoneEID:
            let moment = EphemeralIdentifier(word: identifier.high)
            return .eddystoneEID(EddystoneEID(powerAtZeroMetres: power, identifier: moment))
        case .altBeacon:
            return .altBeacon(
                AltBeacon(
                    company: major, organisation: identifier, unit: word, referenceRSSI: power,
                    manufacturerReserved: Bool.random(using: &random) ? UInt8(truncatingIfNeeded: minor) : nil))
        case .security:
            let code = SecurityCode(high: identifier.high, low: identifier.low)
            return .security(SecurityFrame(major: major, minor: minor, code: code))
        case .exposure:
            return .exposure(ExposureFrame(identifier: identifier, transmitPower: power))
        case .exposureNotification:
            return .exposureNotification(
                ExposureNotificationFrame(rollingProximityIdentifier: identifier, associatedEncryptedMetadata: word))
        }
    }
}
