import Strings
import Vault

extension FieldKind {
    /// What a kind of field is called.
    var phrase: Phrase {
        switch self {
        case .type: VaultStrings.fieldType
        case .user: VaultStrings.fieldUser
        case .password: VaultStrings.fieldPassword
        case .description: VaultStrings.fieldDescription
        case .url: VaultStrings.fieldUrl
        case .note: VaultStrings.fieldNote
        case .pin: VaultStrings.fieldPin
        case .secretNumber: VaultStrings.fieldSecretNumber
        case .email: VaultStrings.fieldEmail
        case .phone: VaultStrings.fieldPhone
        case .oneTimePassword: VaultStrings.fieldOneTimePassword
        case .text(let name), .concealed(let name): VaultStrings.fieldOwn(name: name)
        }
    }
}

extension OneTimePasswordFault {
    /// Why a secret gives no codes.
    var phrase: Phrase {
        switch self {
        case .noSecret: VaultStrings.otpNoSecret
        case .notBase32: VaultStrings.otpNotBase32
        case .tooLong: VaultStrings.otpTooLong
        case .unsupportedKind(let kind): VaultStrings.otpKind(kind: kind)
        case .unsupportedAlgorithm: VaultStrings.otpAlgorithm
        case .unsupportedDigits: VaultStrings.otpDigits
        case .unsupportedPeriod: VaultStrings.otpPeriod
        case .unsupportedCounter: VaultStrings.otpCounter
        }
    }
}
