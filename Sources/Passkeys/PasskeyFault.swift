/// Why what an authenticator or a browser sent about a passkey was refused.
public enum PasskeyFault: Error, Equatable, Sendable, CaseIterable {
    /// Bytes that cannot be read, or that have something left over.
    case malformed
    /// It was made for something else: signing in instead of adding, or the reverse.
    case wrongType
    /// It answers another challenge.
    case wrongChallenge
    /// A page of another origin asked for it.
    case wrongOrigin
    /// A page within a page of another origin asked for it.
    case crossOrigin
    /// It is for another server.
    case wrongParty
    /// Nobody was there.
    case notPresent
    /// The authenticator did not check whose finger, face or PIN it was.
    case notVerified
    /// It says that it is backed up and that it cannot be, or says otherwise than before whether it can be.
    case wrongBackup
    /// It has no key, or one where none belongs.
    case wrongCredential
    /// A kind of key, or a key, that we do not take.
    case unsupportedKey
    /// A statement about the authenticator that nobody asked for, or one that is wrong.
    case wrongAttestation
    /// The signature is not the key's.
    case wrongSignature
    /// The counter of the authenticator did not grow: there may be a copy of it.
    case counterBack
}
