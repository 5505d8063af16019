extension VaultFault {
    /// Stable text for programs, such as `vault.locked_out`, without what the fault carries.
    public var code: String {
        switch self {
        case .damaged: "vault.damaged"
        case .truncated: "vault.truncated"
        case .foreign: "vault.foreign"
        case .newer: "vault.newer"
        case .older: "vault.older"
        case .noVault: "vault.no_vault"
        case .vaultExists: "vault.exists"
        case .busy: "vault.busy"
        case .storage: "vault.storage"
        case .full: "vault.full"
        case .doesNotOpen: "vault.does_not_open"
        case .lockedOut: "vault.locked_out"
        case .stopped: "vault.stopped"
        case .noDeviceKeys: "vault.no_device_keys"
        case .noLockoutRecord: "vault.no_lockout_record"
        case .place(let fault): fault.code
        case .missingFactor: "vault.missing_factor"
        case .locked: "vault.locked"
        case .unknownSlot: "vault.unknown_slot"
        case .lastSlot: "vault.last_slot"
        case .invalidSlot: "vault.invalid_slot"
        case .invalidPoint: "vault.invalid_point"
        case .invalidProof: "vault.invalid_proof"
        case .invalidCost: "vault.invalid_cost"
        case .derivationFailed: "vault.derivation_failed"
        case .weakCipher: "vault.weak_cipher"
        case .travelling: "vault.travelling"
        case .tooLarge: "vault.too_large"
        case .name(let fault): fault.code
        case .nameTaken: "vault.name_taken"
        case .unknownRecord: "vault.unknown_record"
        case .changedMeanwhile: "vault.changed_meanwhile"
        case .ambiguous: "vault.ambiguous"
        case .emptyItem: "vault.empty_item"
        case .protectedCategory: "vault.protected_category"
        }
    }
}

extension VaultFault: CustomStringConvertible {
    /// One line for people, in English; it holds no secret.
    public var description: String {
        switch self {
        case .damaged(let part): "the vault is damaged: \(part)"
        case .truncated: "the vault ends too early"
        case .foreign: "this is not a vault"
        case .newer(let format): "the vault is of format \(format), which a later version of this program made"
        case .older(let sequence, let seen):
            "this copy of the vault is at change \(sequence), and this device has seen change \(seen)"
        case .noVault: "there is no such vault"
        case .vaultExists: "there is a vault of that name already"
        case .busy: "another program is writing the vault"
        case .storage(let reason): "the vault could not be read or written: \(reason)"
        case .full: "there is no room left; nothing was changed"
        case .doesNotOpen: "that does not open the vault"
        case .lockedOut(let seconds): "the vault is locked for another \(seconds) s"
        case .stopped: "after \(LockoutRule.stop) failures only the recovery code opens the vault"
        case .noDeviceKeys: "this device does not have the vault's keys; the recovery code opens it"
        case .noLockoutRecord: "the record of failed attempts is missing or was changed; the recovery code opens it"
        case .place(let fault): fault.description
        case .missingFactor(let kind): "the slot asks for its \(kind.rawValue) factor"
        case .locked: "the vault is locked"
        case .unknownSlot(let id): "there is no slot \(id)"
        case .lastSlot: "the vault would be left with the recovery code alone"
        case .invalidSlot(let reason): reason
        case .invalidPoint: "the server's key is not a point of its curve"
        case .invalidProof: "the server did not prove that it answered with its key"
        case .invalidCost: "the cost of key derivation is out of bounds"
        case .derivationFailed: "the key could not be derived; there may not be enough memory"
        case .weakCipher(let cipher): "\(cipher.name) is weak, and is taken only when asked for as such"
        case .travelling: "the vault travels; open it at its place or with the recovery code first"
        case .tooLarge(let what): "too large: \(what)"
        case .name(let fault): fault.description
        case .nameTaken(let name): "there is already one called \(name)"
        case .unknownRecord: "there is no such category, item or attachment"
        case .changedMeanwhile: "somebody else has changed it meanwhile; nothing was written"
        case .ambiguous(let title): "more than one item is called \(title)"
        case .emptyItem: "an item needs at least one field that is not empty"
        case .protectedCategory: "a default category can be neither renamed nor removed"
        }
    }
}
