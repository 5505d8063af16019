/// The parameters of a passkey: which one, and the salt that its authenticator evaluates.
///
/// Both are as good as public: without the authenticator, and its owner's finger, face or PIN, they give nothing.
public struct PasskeyFactor: Equatable, Sendable {
    /// The most bytes that the identifier of a passkey may have (WebAuthn Level 3, section 4, "credential ID").
    public static let credentialLimit = 1023
    /// How many bytes the salt has.
    public static let saltCount = 32

    /// What names the passkey on its authenticator.
    public let credential: [UInt8]
    /// The vault's own random salt, which no other slot has.
    public let salt: [UInt8]

    /// The parameters of a passkey that was just made.
    ///
    /// Throws ``VaultFault/tooLarge(_:)`` for an identifier that is empty or too long, ``VaultFault/damaged(_:)`` for a
    /// salt that has not its 32 bytes.
    public init(credential: [UInt8], salt: [UInt8]) throws(VaultFault) {
        guard (1...Self.credentialLimit).contains(credential.count) else { throw .tooLarge("passkey") }
        guard salt.count == Self.saltCount else { throw .damaged("passkey") }
        self.credential = credential
        self.salt = salt
    }
}
