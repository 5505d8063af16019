import Crypto

/// The random key that everything in a vault hangs on; it is derived from nothing, and slots wrap it.
public struct DataKey: Equatable, Sendable {
    /// 32 bytes, overwritten when the last copy goes.
    public let secret: SymmetricKey

    /// A new key of random bytes.
    public init(using random: inout some RandomNumberGenerator) {
        secret = SymmetricKey.random(32, using: &random)
    }

    /// The key with these bytes, or nil unless there are 32.
    public init?(bytes: some Collection<UInt8>) {
        guard let key = SymmetricKey(secret: bytes, count: 32) else { return nil }
        secret = key
    }
}

/// The random key of what is taken off the device for a journey.
///
/// Slots of a place, a proved presence or the recovery code give it; a password alone does not.
public struct TravelKey: Equatable, Sendable {
    /// 32 bytes, overwritten when the last copy goes.
    public let secret: SymmetricKey

    /// A new key of random bytes.
    public init(using random: inout some RandomNumberGenerator) {
        secret = SymmetricKey.random(32, using: &random)
    }

    /// The key with these bytes, or nil unless there are 32.
    public init?(bytes: some Collection<UInt8>) {
        guard let key = SymmetricKey(secret: bytes, count: 32) else { return nil }
        secret = key
    }
}

/// The two keys that a device keeps outside the vault's file, and that never leave it.
///
/// With them a copy of the file is worth nothing elsewhere; a place alone, with a few hundred cells to a campus, would
/// be guessed in minutes (PLK-1 step 3).
public struct DeviceSecrets: Equatable, Sendable {
    /// 32 bytes of this device.
    public let device: SymmetricKey
    /// 32 bytes of this installation.
    public let install: SymmetricKey

    /// New keys.
    public init(using random: inout some RandomNumberGenerator) {
        device = SymmetricKey.random(32, using: &random)
        install = SymmetricKey.random(32, using: &random)
    }

    /// Keys that were kept, or nil unless each has 32 bytes.
    public init?(device: some Collection<UInt8>, install: some Collection<UInt8>) {
        guard let device = SymmetricKey(secret: device, count: 32),
            let install = SymmetricKey(secret: install, count: 32)
        else { return nil }
        self.device = device
        self.install = install
    }

    /// A key of 32 bytes that only this device has, for the use that `info` names.
    public func derived(for info: [UInt8]) -> SymmetricKey {
        var extract = KeyExtract(salt: [])
        extract.add(device)
        extract.add(install)
        return extract.key(info: info)
    }
}

extension DataKey: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the key.
    public var description: String { "[data key]" }

    /// A mark without the key.
    public var debugDescription: String { description }
}

extension TravelKey: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the key.
    public var description: String { "[travel key]" }

    /// A mark without the key.
    public var debugDescription: String { description }
}

extension DeviceSecrets: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the keys.
    public var description: String { "[device keys]" }

    /// A mark without the keys.
    public var debugDescription: String { description }
}
