import Strings
import Vault

extension NameFault {
    /// Why a name cannot be one.
    var phrase: Phrase {
        switch self {
        case .empty: VaultStrings.nameEmpty
        case .blank: VaultStrings.nameBlank
        case .tooLong(let limit): VaultStrings.nameTooLong(limit: limit)
        case .controlCharacter: VaultStrings.nameControlCharacter
        }
    }
}

extension PlaceFault {
    /// Why a position was refused.
    var phrase: Phrase {
        switch self {
        case .noFix: VaultStrings.placeNoFix
        case .tooCoarse(let accuracy, let limit):
            VaultStrings.placeTooCoarse(
                accuracy: DecimalNumber(tenths: accuracy), limit: DecimalNumber(tenths: limit))
        case .scattered(let distance, let limit):
            VaultStrings.placeScattered(
                distance: DecimalNumber(tenths: distance), limit: DecimalNumber(tenths: limit))
        }
    }
}

extension FactorKind {
    /// What opens a slot.
    var phrase: Phrase {
        switch self {
        case .place: VaultStrings.factorPlace
        case .presence: VaultStrings.factorPresence
        case .password: VaultStrings.factorPassword
        case .recovery: VaultStrings.factorRecovery
        case .tang: VaultStrings.factorTang
        case .passkey: VaultStrings.factorPasskey
        }
    }
}
