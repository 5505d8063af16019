/// Why a text is no one-time password's secret.
public enum OneTimePasswordFault: Error, Equatable, Sendable {
    /// There is no secret.
    case noSecret
    /// The secret is not in Base32.
    case notBase32
    /// The text is longer than any such address.
    case tooLong
    /// Codes of a kind that is not known, or an address that stands for several, such as `otpauth-migration`.
    case unsupportedKind(String)
    /// An algorithm other than SHA1, SHA256 and SHA512.
    case unsupportedAlgorithm
    /// A number of digits other than 6 to 8.
    case unsupportedDigits
    /// A period other than 1 to 3,600 seconds.
    case unsupportedPeriod
    /// A counter that is not a whole number from 0 up.
    case unsupportedCounter

    /// The stable name of the reason.
    public var code: String {
        switch self {
        case .noSecret: "vault.otp_no_secret"
        case .notBase32: "vault.otp_not_base32"
        case .tooLong: "vault.otp_too_long"
        case .unsupportedKind: "vault.otp_kind"
        case .unsupportedAlgorithm: "vault.otp_algorithm"
        case .unsupportedDigits: "vault.otp_digits"
        case .unsupportedPeriod: "vault.otp_period"
        case .unsupportedCounter: "vault.otp_counter"
        }
    }
}

extension OneTimePasswordFault: CustomStringConvertible {
    /// The reason in one line, without the secret.
    public var description: String {
        switch self {
        case .noSecret: "the one-time password has no secret"
        case .notBase32: "the one-time password's secret is not in Base32"
        case .tooLong: "the one-time password's address is too long"
        case .unsupportedKind(let kind): "one-time passwords of the kind \(kind) are not supported"
        case .unsupportedAlgorithm: "the one-time password's algorithm is not SHA1, SHA256 or SHA512"
        case .unsupportedDigits: "the one-time password does not have 6 to 8 digits"
        case .unsupportedPeriod: "the one-time password's period is not 1 to 3600 seconds"
        case .unsupportedCounter: "the one-time password's counter is not a whole number from 0 up"
        }
    }
}
