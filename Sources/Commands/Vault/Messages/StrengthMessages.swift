import Strings
import Vault

extension PasswordStrength {
    /// How strong a password is, in words.
    var phrase: Phrase {
        switch score {
        case ...0: VaultStrings.strengthVeryWeak
        case 1: VaultStrings.strengthWeak
        case 2: VaultStrings.strengthFair
        case 3: VaultStrings.strengthGood
        default: VaultStrings.strengthVeryGood
        }
    }
}

extension PasswordStrength.Reason {
    /// Why a password is not stronger.
    var phrase: Phrase {
        switch self {
        case .commonPassword: VaultStrings.strengthCommonPassword
        case .commonWord: VaultStrings.strengthCommonWord
        case .knownWord: VaultStrings.strengthKnownWord
        case .keyboard: VaultStrings.strengthKeyboard
        case .sequence: VaultStrings.strengthSequence
        case .repeated: VaultStrings.strengthRepeated
        case .date: VaultStrings.strengthDate
        case .short: VaultStrings.strengthShort
        }
    }
}
