import Strings
import Vault

extension VaultFault {
    /// Why the vault refused something, on one line.
    var phrase: Phrase {
        switch self {
        case .damaged(let part): VaultStrings.faultDamaged(part: part)
        case .truncated: VaultStrings.faultTruncated
        case .foreign: VaultStrings.faultForeign
        case .newer(let format): VaultStrings.faultNewer(format: "\(format)")
        case .older: VaultStrings.faultOlder
        case .noVault: VaultStrings.faultNoVault
        case .vaultExists: VaultStrings.faultVaultExists
        case .busy: VaultStrings.faultBusy
        case .storage(let reason): VaultStrings.faultStorage(reason: reason)
        case .full: VaultStrings.faultFull
        case .doesNotOpen: VaultStrings.faultDoesNotOpen
        // Minutes from two on, since nobody counts 900 seconds.
        case .lockedOut(let seconds) where seconds >= 120:
            VaultStrings.faultLockedOutMinutes(seconds: seconds, minutes: (seconds + 59) / 60)
        case .lockedOut(let seconds): VaultStrings.faultLockedOut(seconds: seconds)
        case .stopped: VaultStrings.faultStopped(count: "\(LockoutRule.stop)")
        case .noDeviceKeys: VaultStrings.faultNoDeviceKeys
        case .noLockoutRecord: VaultStrings.faultNoLockoutRecord
        case .place(let fault): fault.phrase
        case .missingFactor(let kind): VaultStrings.faultMissingFactor(factor: kind.phrase)
        case .locked: VaultStrings.faultLocked
        case .unknownSlot(let id): VaultStrings.faultUnknownSlot(slot: "\(id)")
        case .lastSlot: VaultStrings.faultLastSlot
        case .invalidSlot(let reason): VaultStrings.faultInvalidSlot(reason: reason)
        case .invalidPoint: VaultStrings.faultInvalidPoint
        case .invalidProof: VaultStrings.faultInvalidProof
        case .invalidCost: VaultStrings.faultInvalidCost
        case .derivationFailed: VaultStrings.faultDerivationFailed
        case .weakCipher(let cipher): VaultStrings.faultWeakCipher(cipher: cipher.name)
        case .travelling: VaultStrings.faultTravelling
        case .tooLarge(let what): VaultStrings.faultTooLarge(what: Self.named(what))
        case .name(let fault): fault.phrase
        case .nameTaken(let name): VaultStrings.faultNameTaken(name: name)
        case .unknownRecord: VaultStrings.faultUnknownRecord
        case .changedMeanwhile: VaultStrings.faultChangedMeanwhile
        case .ambiguous(let title): VaultStrings.faultAmbiguous(title: title)
        case .emptyItem: VaultStrings.faultEmptyItem
        case .protectedCategory: VaultStrings.faultProtectedCategory
        }
    }

    /// The part that is too large, in the person's language; as the vault calls it when it isn't a part of an item.
    private static func named(_ part: String) -> any Speakable {
        switch part {
        case "attachment": VaultImportStrings.whatAttachment
        case "item": VaultImportStrings.whatItem
        case "fields": VaultImportStrings.whatFields
        case "field": VaultImportStrings.whatField
        case "history": VaultImportStrings.whatHistory
        case "attachments": VaultImportStrings.whatAttachments
        case "categories": VaultImportStrings.whatCategories
        case "template": VaultImportStrings.whatTemplate
        case "page": VaultImportStrings.whatPage
        case "root": VaultImportStrings.whatRoot
        default: part
        }
    }

    /// The fault as the command's end: one line, and 3 for a vault that is locked out.
    func failure(_ subject: String? = nil) -> CommandFailure {
        let reason = phrase.text
        let code: Int32 =
            switch self {
            case .lockedOut, .stopped: 3
            default: 1
            }
        return CommandFailure(subject.map { "\(TerminalText.harmless($0)): \(reason)" } ?? reason, exitCode: code)
    }
}
