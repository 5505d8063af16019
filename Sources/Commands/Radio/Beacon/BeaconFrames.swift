import ArgumentParser
import Basics
import Beacons
import Foundation
import Presence
import Strings

/// A member of a key file: a text, or a number.
private enum KeyFileValue: Decodable {
    case text(String)
    case number(Int64)
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = (try? container.decode(Int64.self)).map(Self.number) ?? .other
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var number: Int64? {
        switch self {
        case .text(let text): Int64(text)
        case .number(let number): number
        case .other: nil
        }
    }
}

/// The frames that the options of `cerca beacon` ask for.
struct BeaconFrames {
    /// The strength at 1 m that is said of a radio of which nothing else is known, in dBm.
    private static let usualPower: Int8 = -59
    /// The same at 0 m: Eddystone counts 41 dB for the first metre.
    private static let usualPowerAtZeroMetres: Int8 = -18
    /// Radius Networks, whose number AltBeacon's examples carry.
    private static let usualCompany: UInt16 = 0x0118

    private var fixed: [Frame] = []
    private var secured: BeaconIdentity?
    private var key: BeaconKey?
    /// The period in seconds that the key file states for the beacon.
    private(set) var periodSeconds: Int64?
    private var ephemeral: Ephemeral?

    private struct Ephemeral {
        let identityKey: [UInt8]
        let exponent: UInt8
    }

    /// Reads the options and throws what is wrong with them as wrong usage.
    ///
    /// A key is never repeated in a message.
    init(_ options: BeaconSendCommand) throws {
        if let text = options.ibeacon {
            let beacon = try Self.iBeacon(text)
            fixed.append(.iBeacon(beacon))
            secured = beacon.identity
        }
        if let text = options.eddystoneUid { fixed.append(.eddystoneUID(try Self.uid(text))) }
        if let text = options.eddystoneUrl { fixed.append(.eddystoneURL(try Self.url(text))) }
        if let text = options.eddystoneEid { ephemeral = try Self.ephemeral(text) }
        if let text = options.altbeacon { fixed.append(.altBeacon(try Self.altBeacon(text))) }
        if options.securityKey != nil || options.securityKeyFile != nil {
            guard secured != nil else { throw ValidationError("a security key goes with --ibeacon") }
            guard options.securityKey == nil || options.securityKeyFile == nil else {
                throw ValidationError("--security-key and --security-key-file exclude each other")
            }
        }
        if let text = options.securityKey {
            guard let key = [UInt8](hexadecimal: text).flatMap({ BeaconKey(bytes: $0) }) else {
                throw ValidationError("--security-key must be 64 hexadecimal digits")
            }
            self.key = key
        }
    }

    /// Whether no frame was asked for.
    var isEmpty: Bool { fixed.isEmpty && ephemeral == nil }

    /// The names of the frames, in the order in which they take turns.
    var kinds: [String] {
        let names = fixed.map(\.kind.name) + (ephemeral == nil ? [] : [FrameKind.eddystoneEID.name])
        return key == nil ? names : names + [FrameKind.security.name]
    }

    /// The beacon whose iBeacon frame is sent, or nil without one.
    var identity: BeaconIdentity? { secured }

    /// Reads the key file, if there is one.
    ///
    /// It holds the key in hexadecimal, or JSON: keys and periods by `MAJOR.MINOR` as the import of a venue writes them, or
    /// the configuration that a claim's page gives.
    mutating func addKey(from file: String?) throws {
        guard let file, let identity = secured else { return }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw CommandFailure(DeviceStrings.beaconKeyFile(file: file).text)
        }
        var digits = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if digits.hasPrefix("{") {
            let beacon = "\(identity.major).\(identity.minor)"
            let members = try? JSONDecoder().decode([String: KeyFileValue].self, from: Data(digits.utf8))
            let isClaim =
                members?["major"]?.number == Int64(identity.major)
                && members?["minor"]?.number == Int64(identity.minor)
            guard let members, let found = members[isClaim ? "key" : beacon]?.text else {
                throw CommandFailure(DeviceStrings.beaconNoKey(beacon: beacon, file: file).text)
            }
            digits = found
            if let period = members[isClaim ? "periodSeconds" : "\(beacon).period"] {
                guard let seconds = period.number, BeaconSendCommand.periods.contains(seconds) else {
                    throw CommandFailure(DeviceStrings.beaconBadPeriod(beacon: beacon, file: file).text)
                }
                periodSeconds = seconds
            }
        }
        guard let key = [UInt8](hexadecimal: digits).flatMap({ BeaconKey(bytes: $0) }) else {
            throw CommandFailure(DeviceStrings.beaconBadKey(file: file).text)
        }
        self.key = key
    }

    /// What to send at an instant.
    func payloads(periodSeconds: Int64) -> @Sendable (Timestamp) -> [[UInt8]] {
        let constant = fixed.map(\.advertisement)
        let key = key
        let secured = secured
        let ephemeral = ephemeral
        return { now in
            var payloads = constant
            if let ephemeral {
                let time = UInt32(truncatingIfNeeded: now.seconds)
                let identifier = try? EphemeralIdentifier.derive(
                    identityKey: ephemeral.identityKey, exponent: ephemeral.exponent, time: time,
                    encrypt: BlockCipher.encrypt)
                if let identifier {
                    let frame = EddystoneEID(powerAtZeroMetres: Self.usualPowerAtZeroMetres, identifier: identifier)
                    payloads.append(Frame.eddystoneEID(frame).advertisement)
                }
            }
            if let key, let secured {
                let window = SecurityWindow.index(at: now, periodSeconds: periodSeconds)
                let code = SecurityCode.make(key: key, identity: secured, window: window)
                let frame = SecurityFrame(major: secured.major, minor: secured.minor, code: code)
                payloads.append(Frame.security(frame).advertisement)
            }
            return payloads
        }
    }

    // MARK: Options

    private static func iBeacon(_ text: String) throws -> IBeacon {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (3...4).contains(parts.count), let uuid = UUID128(parts[0]), let major = UInt16(parts[1]),
            let minor = UInt16(parts[2]), let power = power(parts, at: 3, usual: usualPower)
        else { throw ValidationError("--ibeacon must be UUID,MAJOR,MINOR[,POWER]") }
        return IBeacon(identity: BeaconIdentity(uuid: uuid, major: major, minor: minor), measuredPower: power)
    }

    private static func uid(_ text: String) throws -> EddystoneUID {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let namespace = [UInt8](hexadecimal: parts[0]),
            let instance = [UInt8](hexadecimal: parts[1]),
            let power = power(parts, at: 2, usual: usualPowerAtZeroMetres),
            let frame = EddystoneUID(powerAtZeroMetres: power, namespace: namespace, instance: instance)
        else {
            throw ValidationError(
                "--eddystone-uid must be NAMESPACE,INSTANCE[,POWER] with 20 and 12 hexadecimal digits")
        }
        return frame
    }

    private static func url(_ text: String) throws -> EddystoneURL {
        do {
            return try EddystoneURL(powerAtZeroMetres: usualPowerAtZeroMetres, text: text)
        } catch {
            throw ValidationError(
                "--eddystone-url must be a web address that fits into 17 bytes once shortened (\(error.code))")
        }
    }

    private static func ephemeral(_ text: String) throws -> Ephemeral {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let key = [UInt8](hexadecimal: parts[0]), key.count == 16,
            let exponent = UInt8(parts[1]), exponent <= 15
        else {
            throw ValidationError("--eddystone-eid must be KEY,EXPONENT with 32 hexadecimal digits and 0 to 15")
        }
        return Ephemeral(identityKey: key, exponent: exponent)
    }

    private static func altBeacon(_ text: String) throws -> AltBeacon {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (1...4).contains(parts.count), let identifier = [UInt8](hexadecimal: parts[0]),
            let power = power(parts, at: 1, usual: usualPower),
            let company = parts.count > 2 ? UInt16(parts[2]) : usualCompany,
            let reserved = parts.count > 3 ? UInt8(parts[3]) : 0,
            let frame = AltBeacon(
                company: company, beaconID: identifier, referenceRSSI: power, manufacturerReserved: reserved)
        else {
            throw ValidationError(
                "--altbeacon must be ID[,POWER[,COMPANY[,RESERVED]]] with 40 hexadecimal digits")
        }
        return frame
    }

    private static func power(_ parts: [String], at index: Int, usual: Int8) -> Int8? {
        parts.count > index ? Int8(parts[index]) : usual
    }
}
