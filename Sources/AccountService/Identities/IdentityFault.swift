import API
import HTTPKit
import OpenID

/// Why somebody's identity elsewhere does not open an account here.
package enum IdentityFault: ServiceFault, Hashable {
    /// No such provider is configured.
    case unknownProvider
    /// Nobody was sent to the provider with this state, or they came back already, or too late.
    case unknownState
    /// The answer came back in another browser than the one that was sent.
    case otherBrowser
    /// The provider, its answer or its token is not right.
    case provider(OpenIDFault)
    /// The provider tells no address, and a new account needs one.
    case noEmail
    /// Nobody has arrived in this browser, or it is too long ago, or was tried too often.
    case arrivalEnded
    /// There is an account with this address: its password, or a code that goes to the address, is asked for.
    case proofNeeded
    /// There is an account with this address that nobody has proved: only a code that goes to the address helps.
    case codeNeeded
    /// The server sends no mail, without which nobody can show that the address of the account is theirs.
    case noMail
    /// The identity is another account's.
    case taken
    /// The account could not be entered any more.
    case lastWay
    /// The account has no such identity.
    case unknownIdentity
    /// This notice of a sign-out was taken before.
    case repeatedNotice
    /// The provider does not ask people once more who they are, or does not say so.
    case cannotConfirm
    /// Whoever signed in at the provider is not whose account it is.
    case otherIdentity

    /// What an answer calls it.
    package var problem: ProblemCode {
        switch self {
        case .unknownProvider: .identitiesUnknownProvider
        case .unknownState: .identitiesUnknownState
        case .otherBrowser: .identitiesOtherBrowser
        case .provider(let fault): fault.problem
        case .noEmail: .identitiesNoEmail
        case .arrivalEnded: .identitiesArrivalEnded
        case .proofNeeded: .identitiesProofNeeded
        case .codeNeeded: .identitiesCodeNeeded
        case .noMail: .identitiesNoMail
        case .taken: .identitiesTaken
        case .lastWay: .identitiesLastWay
        case .unknownIdentity: .identitiesUnknownIdentity
        case .repeatedNotice: .identitiesRepeatedNotice
        case .cannotConfirm: .identitiesCannotConfirm
        case .otherIdentity: .identitiesOtherIdentity
        }
    }
}

extension OpenIDFault {
    /// What an answer calls it.
    var problem: ProblemCode {
        switch self {
        case .wrongDocument: .identitiesWrongDocument
        case .unreachable: .identitiesUnreachable
        case .refused: .identitiesRefused
        case .denied: .identitiesDenied
        case .wrongIssuer: .identitiesWrongIssuer
        case .malformedToken: .identitiesMalformedToken
        case .wrongAlgorithm: .identitiesWrongAlgorithm
        case .unknownKey: .identitiesUnknownKey
        case .wrongSignature: .identitiesWrongSignature
        case .wrongAudience: .identitiesWrongAudience
        case .wrongParty: .identitiesWrongParty
        case .expired: .identitiesExpired
        case .early: .identitiesEarly
        case .wrongNonce: .identitiesWrongNonce
        case .wrongAccessToken: .identitiesWrongAccessToken
        case .wrongSubject: .identitiesWrongSubject
        case .notRecent: .identitiesNotRecent
        case .wrongEvent: .identitiesWrongEvent
        }
    }
}

extension ServiceError {
    /// What an identity elsewhere is refused for.
    static func identity(_ fault: IdentityFault) -> ServiceError { .refused(fault) }
}
