import API
import HTTPKit
import Passkeys

/// Why something about passkeys was refused.
package enum PasskeyError: Error, Hashable, Sendable {
    /// The server has no host name that passkeys could be bound to.
    case unavailable
    /// The challenge is unknown, was answered, or is older than five minutes.
    case challengeEnded
    /// What came cannot be read.
    case malformed
    /// A page of another origin asked, or something else was asked for.
    case wrongOrigin
    /// It is for another server.
    case wrongParty
    /// Nobody was there, or nobody checked who.
    case notVerified
    /// A kind of key that is not taken.
    case unsupported
    /// There is no such passkey, or it did not make the signature; which of them is never said.
    case refused
    /// The counter of the authenticator went back.
    case counterBack
    /// The passkey was added before.
    case registered
    /// The account has as many passkeys as it may.
    case tooMany
    /// A passkey cannot be called so.
    case invalidLabel
    /// The account has no such passkey.
    case unknown
    /// Without it nobody could sign in to the account.
    case lastWay

    /// A fault of the bytes, for somebody who adds a passkey.
    init(_ fault: PasskeyFault) {
        switch fault {
        case .malformed, .wrongCredential: self = .malformed
        case .wrongType, .wrongOrigin, .crossOrigin: self = .wrongOrigin
        case .wrongChallenge: self = .challengeEnded
        case .wrongParty: self = .wrongParty
        case .notPresent, .notVerified: self = .notVerified
        case .unsupportedKey, .wrongAttestation, .wrongBackup: self = .unsupported
        case .wrongSignature: self = .refused
        case .counterBack: self = .counterBack
        }
    }
}

extension PasskeyError: ServiceFault {
    /// What an answer calls it.
    package var problem: ProblemCode {
        switch self {
        case .unavailable: .passkeysUnavailable
        case .challengeEnded: .passkeysChallengeEnded
        case .malformed: .passkeysMalformed
        case .wrongOrigin: .passkeysWrongOrigin
        case .wrongParty: .passkeysWrongParty
        case .notVerified: .passkeysNotVerified
        case .unsupported: .passkeysUnsupported
        case .refused: .passkeysRefused
        case .counterBack: .passkeysCounterBack
        case .registered: .passkeysRegistered
        case .tooMany: .passkeysTooMany
        case .invalidLabel: .passkeysInvalidLabel
        case .unknown: .passkeysUnknown
        case .lastWay: .passkeysLastWay
        }
    }
}

extension ServiceError {
    /// What passkeys refuse.
    static func passkey(_ error: PasskeyError) -> ServiceError { .refused(error) }
}
