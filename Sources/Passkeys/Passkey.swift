import Crypto

/// A passkey as a server keeps it.
public struct Passkey: Sendable {
    /// What names it, 1 to 1,023 bytes.
    public let id: [UInt8]
    /// Its public key, as COSE writes it.
    public let cose: [UInt8]
    /// Its public key.
    public let key: PasskeyKey
    /// How often its authenticator signed, as last told; 0 for one that does not count.
    public var counter: UInt32
    /// Whether it may be copied to the owner's other devices; it never changes.
    public let canBeBackedUp: Bool

    /// A passkey that was kept.
    public init(id: [UInt8], cose: [UInt8], counter: UInt32, canBeBackedUp: Bool) throws(PasskeyFault) {
        self.init(
            id: id, cose: cose, key: try PasskeyKey(cose: cose), counter: counter, canBeBackedUp: canBeBackedUp)
    }

    private init(id: [UInt8], cose: [UInt8], key: PasskeyKey, counter: UInt32, canBeBackedUp: Bool) {
        self.id = id
        self.cose = cose
        self.key = key
        self.counter = counter
        self.canBeBackedUp = canBeBackedUp
    }

    /// The new passkey that a browser sends, after every check of WebAuthn's section 7.1.
    ///
    /// No statement about the authenticator is asked for. The one kind that browsers let through all the same, a
    /// signature by the new key itself, is verified.
    ///
    /// - Parameters:
    ///   - clientData: What the browser says, JSON.
    ///   - attestation: What the authenticator says, CBOR.
    ///   - challenge: The random bytes that were sent for this, and for nothing else.
    public init(
        clientData: [UInt8], attestation: [UInt8], challenge: [UInt8], party: RelyingParty
    ) throws(PasskeyFault) {
        try ClientData(clientData).check(.create, challenge: challenge, party: party)
        guard let object = try? CBORValue(parsing: attestation), case .map(let entries) = object, entries.count == 3,
            case .text(let format)? = object["fmt"], let statement = object["attStmt"],
            let bytes = object["authData"]?.bytes
        else { throw .malformed }
        let data = try AuthenticatorData(bytes)
        try Self.check(data, for: party)
        guard let credential = data.credential else { throw .wrongCredential }
        let signed = bytes + SHA256.hash(data: clientData)
        guard Self.isAcceptable(format, statement, of: credential, signed: signed) else { throw .wrongAttestation }
        self.init(
            id: credential.id, cose: credential.cose, key: credential.key, counter: data.counter,
            canBeBackedUp: data.canBeBackedUp)
    }

    /// Checks a signature by this passkey as WebAuthn's section 7.2 has it, and gives the counter to be kept.
    ///
    /// The signature comes before the counter: only whoever has the key can make an owner believe that it was copied.
    public func check(
        clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], challenge: [UInt8], party: RelyingParty
    ) throws(PasskeyFault) -> UInt32 {
        let data = try Self.checked(
            clientData: clientData, authenticatorData: authenticatorData, challenge: challenge, party: party)
        guard key.isValid(signature, for: authenticatorData + SHA256.hash(data: clientData)) else {
            throw .wrongSignature
        }
        guard data.canBeBackedUp == canBeBackedUp else { throw .wrongBackup }
        guard data.counter > counter || (data.counter == 0 && counter == 0) else { throw .counterBack }
        return data.counter
    }

    /// What can be checked of a signature before anybody knows whose it is.
    private static func checked(
        clientData: [UInt8], authenticatorData: [UInt8], challenge: [UInt8], party: RelyingParty
    ) throws(PasskeyFault) -> AuthenticatorData {
        try ClientData(clientData).check(.get, challenge: challenge, party: party)
        let data = try AuthenticatorData(authenticatorData)
        try check(data, for: party)
        guard data.credential == nil else { throw .wrongCredential }
        return data
    }

    private static func check(_ data: AuthenticatorData, for party: RelyingParty) throws(PasskeyFault) {
        guard data.partyHash == party.idHash else { throw .wrongParty }
        guard data.isPresent else { throw .notPresent }
        guard data.isVerified else { throw .notVerified }
    }

    /// Nothing, or a signature by the new key from an authenticator that does not say of what kind it is.
    private static func isAcceptable(
        _ format: String, _ statement: CBORValue, of credential: AuthenticatorData.Credential, signed: [UInt8]
    ) -> Bool {
        guard case .map(let entries) = statement else { return false }
        switch format {
        case "none": return entries.isEmpty
        case "packed":
            guard entries.count == 2, credential.model.allSatisfy({ $0 == 0 }),
                statement["alg"] == .integer(credential.key.algorithm.rawValue),
                let signature = statement["sig"]?.bytes
            else { return false }
            return credential.key.isValid(signature, for: signed)
        default: return false
        }
    }
}
