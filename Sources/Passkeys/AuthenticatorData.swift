/// What an authenticator says of itself and signs (WebAuthn, section 6.1).
public struct AuthenticatorData: Sendable {
    /// A key that was just made.
    public struct Credential: Sendable {
        /// The kind of authenticator, 16 bytes; zeros when it does not say.
        public let model: [UInt8]
        /// What names the key, 1 to 1,023 bytes.
        public let id: [UInt8]
        /// The key, as it came.
        public let cose: [UInt8]
        /// The key.
        public let key: PasskeyKey
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let present = Flags(rawValue: 0x01)
        static let verified = Flags(rawValue: 0x04)
        static let canBeBackedUp = Flags(rawValue: 0x08)
        static let isBackedUp = Flags(rawValue: 0x10)
        static let credential = Flags(rawValue: 0x40)
        static let extensions = Flags(rawValue: 0x80)
    }

    /// The longest name of a key, bytes.
    public static let longestID = 1023

    /// SHA-256 of the name of the server that it is for.
    public let partyHash: [UInt8]
    /// How often the authenticator signed; 0 for one that does not count.
    public let counter: UInt32
    /// The new key; nil when there is none.
    public let credential: Credential?
    private let flags: Flags

    /// Whether somebody was there.
    public var isPresent: Bool { flags.contains(.present) }
    /// Whether the authenticator checked who it was.
    public var isVerified: Bool { flags.contains(.verified) }
    /// Whether the key may be copied to the owner's other devices.
    public var canBeBackedUp: Bool { flags.contains(.canBeBackedUp) }
    /// Whether the key is on other devices as well.
    public var isBackedUp: Bool { flags.contains(.isBackedUp) }

    /// The data that the whole of `bytes` is.
    public init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count >= 37 else { throw .malformed }
        partyHash = Array(bytes[0..<32])
        flags = Flags(rawValue: bytes[32])
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        credential = flags.contains(.credential) ? try Self.credential(&rest) : nil
        if flags.contains(.extensions) {
            guard case .map = try Self.value(&rest) else { throw .malformed }
        }
        guard rest.isEmpty else { throw .malformed }
        if flags.contains(.isBackedUp), !flags.contains(.canBeBackedUp) { throw .wrongBackup }
    }

    private static func credential(_ rest: inout ArraySlice<UInt8>) throws(PasskeyFault) -> Credential {
        guard rest.count >= 18 else { throw .malformed }
        let model = Array(rest.prefix(16))
        let length = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(18)
        guard (1...longestID).contains(length), rest.count > length else { throw .malformed }
        let id = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        let before = rest
        let map = try value(&rest)
        return Credential(
            model: model, id: id, cose: Array(before.prefix(before.count - rest.count)), key: try PasskeyKey(map))
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) throws(PasskeyFault) -> CBORValue {
        var reader = CBORReader(rest)
        defer { rest = reader.rest }
        do { return try reader.value() } catch { throw .malformed }
    }
}
