import Crypto

extension LockoutRecord {
    /// How many bytes a record is at most.
    public static let byteLimit = 256

    private static let version: UInt8 = 2
    /// The version that had the start of the system alone, and the wall clock.
    private static let formerVersion: UInt8 = 1
    private static let formerClockLimit = 36
    private static let codeCount = 32

    /// The record as it is kept, with a code under the device's keys; it holds for this vault alone, so that another
    /// vault's fresh record cannot be put in its place.
    public func encoded(for vault: RecordID, under device: DeviceSecrets) -> [UInt8] {
        var writer = HeaderWriter()
        writer.append(Self.version)
        writer.append(UInt32(failures))
        writer.append(highestSequence)
        writer.append(UInt64(bitPattern: sinceBoot))
        writer.append(UInt64(bitPattern: served))
        writer.append(part: clock)
        let key = Self.key(for: vault, under: device)
        return writer.bytes + HMAC<SHA256>.authenticationCode(for: writer.bytes, using: key)
    }

    /// A record that was kept, or nil when it is not exactly what this device wrote for this vault.
    public init?(bytes: [UInt8], for vault: RecordID, under device: DeviceSecrets) {
        guard bytes.count <= Self.byteLimit, bytes.count > Self.codeCount else { return nil }
        let content = Array(bytes.dropLast(Self.codeCount))
        let key = Self.key(for: vault, under: device)
        guard HMAC<SHA256>.isValidAuthenticationCode(bytes.suffix(Self.codeCount), authenticating: content, using: key)
        else { return nil }
        var reader = HeaderReader(content)
        do throws(VaultFault) {
            let version = try reader.uint8()
            guard version == Self.version || version == Self.formerVersion else { return nil }
            let failures = Int(try reader.uint32())
            let highestSequence = try reader.uint64()
            if version == Self.formerVersion { _ = try reader.uint64() }
            let sinceBoot = Int64(bitPattern: try reader.uint64())
            let served = Int64(bitPattern: try reader.uint64())
            // Which namespace a former record was reckoned in is not known: what is left of its wait begins again.
            let isFormer = version == Self.formerVersion
            let clock = try reader.part(
                upTo: isFormer ? Self.formerClockLimit : LockoutMoment.clockLimit, of: "lock-out record")
            self.init(
                failures: failures, highestSequence: highestSequence, sinceBoot: isFormer ? 0 : sinceBoot,
                served: served, clock: isFormer ? [] : clock)
        } catch {
            return nil
        }
        guard reader.isAtEnd, failures <= LockoutRule.stop, sinceBoot >= 0, served >= 0 else { return nil }
    }

    private static func key(for vault: RecordID, under device: DeviceSecrets) -> SymmetricKey {
        device.derived(for: Array("cerca.vault/lockout".utf8) + vault.bytes)
    }
}
