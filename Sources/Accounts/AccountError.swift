/// Why something about a person's account was refused.
public enum AccountError: Error, Equatable, Sendable, CaseIterable {
    /// The text is not an e-mail address.
    case invalidEmail
    /// The password has fewer than 8 bytes.
    case passwordTooShort
    /// The password has more than 256 bytes.
    case passwordTooLong
    /// The password is among the first that anybody would guess.
    case passwordGuessable
    /// An account with this e-mail address exists already.
    case emailTaken
    /// The e-mail address or the password is wrong; which of them is never said.
    case wrongCredentials
    /// There is no session, or it has ended.
    case notSignedIn
    /// This is for somebody who has shown within the last minutes who they are.
    case confirmationNeeded
    /// This is for an account whose address is proved, or for which an operator vouches.
    case unproved
    /// The account was entered by its mailbox alone a short time ago, and moves no money yet.
    case recentlyRecovered
    /// A stored password hash cannot be understood, or asks for more work than we would ever have asked for.
    case invalidPasswordHash
    /// The password could not be hashed, for want of memory.
    case hashingFailed
    /// The password is right, and a code of the second factor is asked for as well.
    case codeNeeded
    /// The code is wrong, or has been used.
    case wrongCode
    /// This is for somebody who has shown a passkey of the account within the last minutes.
    case passkeyNeeded
    /// The account asks for a second factor already.
    case factorOn
    /// The account asks for no second factor.
    case factorOff
    /// The challenge is unknown, too old, or has been tried too often.
    case challengeEnded
    /// A link from a mail is unknown, too old, or has been used.
    case linkEnded
    /// The operator of the server has stopped the account.
    case disabled
    /// Nobody can be called so.
    case invalidName
    /// The server sends no mail, without which a new device could never be approved.
    case noMail
    /// The account has no such device.
    case unknownDevice
    /// The account has no such session.
    case unknownSession
    /// The account has no such API key.
    case unknownKey
    /// The account has as many API keys as it may.
    case tooManyKeys
    /// An API key cannot have such a label, such scopes, such addresses or such an end.
    case invalidKey
    /// The account still has money, and its owner has not said that it may be lost.
    case moneyLeft
    /// Money of the account is still held, by a withdrawal or an order.
    case moneyHeld

    /// The stable name under which a client and the logs know the case.
    public var code: String {
        switch self {
        case .invalidEmail: "accounts.invalid_email"
        case .passwordTooShort: "accounts.password_too_short"
        case .passwordTooLong: "accounts.password_too_long"
        case .passwordGuessable: "accounts.password_guessable"
        case .emailTaken: "accounts.email_taken"
        case .wrongCredentials: "accounts.wrong_credentials"
        case .notSignedIn: "accounts.not_signed_in"
        case .confirmationNeeded: "accounts.confirmation_needed"
        case .unproved: "accounts.unproved"
        case .recentlyRecovered: "accounts.recently_recovered"
        case .invalidPasswordHash: "accounts.invalid_password_hash"
        case .hashingFailed: "accounts.hashing_failed"
        case .codeNeeded: "accounts.code_needed"
        case .wrongCode: "accounts.wrong_code"
        case .passkeyNeeded: "accounts.passkey_needed"
        case .factorOn: "accounts.factor_on"
        case .factorOff: "accounts.factor_off"
        case .challengeEnded: "accounts.challenge_ended"
        case .linkEnded: "accounts.link_ended"
        case .disabled: "accounts.disabled"
        case .invalidName: "accounts.invalid_name"
        case .noMail: "accounts.no_mail"
        case .unknownDevice: "accounts.unknown_device"
        case .unknownSession: "accounts.unknown_session"
        case .unknownKey: "accounts.unknown_key"
        case .tooManyKeys: "accounts.too_many_keys"
        case .invalidKey: "accounts.invalid_key"
        case .moneyLeft: "accounts.money_left"
        case .moneyHeld: "accounts.money_held"
        }
    }
}
