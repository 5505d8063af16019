/// Why something about a person's account was refused.
public enum AccountError: Error, Equatable, Sendable, CaseIterable {
    /// The text is no e-mail address.
    case invalidEmail
    /// The password has fewer than 8 bytes.
    case passwordTooShort
    /// The password has more than 256 bytes.
    case passwordTooLong
    /// An account with this e-mail address exists already.
    case emailTaken
    /// The e-mail address or the password is wrong; which of them is never said.
    case wrongCredentials
    /// There is no session, or it has ended.
    case notSignedIn
    /// A stored password hash cannot be understood, or asks for more work than we would ever have asked for.
    case invalidPasswordHash
    /// The password could not be hashed, for want of memory.
    case hashingFailed

    /// The stable name under which a client and the logs know the case.
    public var code: String {
        switch self {
        case .invalidEmail: "accounts.invalid_email"
        case .passwordTooShort: "accounts.password_too_short"
        case .passwordTooLong: "accounts.password_too_long"
        case .emailTaken: "accounts.email_taken"
        case .wrongCredentials: "accounts.wrong_credentials"
        case .notSignedIn: "accounts.not_signed_in"
        case .invalidPasswordHash: "accounts.invalid_password_hash"
        case .hashingFailed: "accounts.hashing_failed"
        }
    }
}
