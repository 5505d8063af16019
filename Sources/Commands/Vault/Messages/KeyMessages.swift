import Strings
import VaultDevice

extension KeyProtection {
    /// What protects the keys that a device keeps for its vaults.
    var phrase: Phrase {
        switch self {
        case .tpm: VaultStrings.keysTpm
        case .secretService: VaultStrings.keysSecretService
        case .machine: VaultStrings.keysMachine
        case .none: VaultStrings.keysUnbound
        }
    }
}
