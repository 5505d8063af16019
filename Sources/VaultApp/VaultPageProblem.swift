import API
import HTTPKit
import HTTPTypes
import Vault
import VaultDevice

/// What the page answers when something is refused: the code of the fault, never a secret.
enum VaultPageProblem {
    /// The answer for a fault of the vault.
    static func answer(to fault: VaultFault) -> ProblemAnswer {
        if case .lockedOut(let seconds) = fault {
            return ProblemAnswer(
                ProblemCode.vaultLockedOut.problem(), headers: [.retryAfter: String(max(1, seconds))])
        }
        let code = code(of: fault)
        // Whether a name is known and what it would have needed is not told.
        return ProblemAnswer(code.problem(detail: code == .vaultWrongSecret ? nil : fault.description))
    }

    /// The answer for a position that could not be had.
    static func answer(to fault: PositionFault) -> ProblemAnswer {
        ProblemAnswer(ProblemCode.vaultNoPosition.problem(detail: fault.description))
    }

    /// The answer for a server on the network that gave no contribution.
    static func answer(to fault: NetworkFactorFault) -> ProblemAnswer {
        if case .vault(let fault) = fault { return answer(to: fault) }
        let code: ProblemCode = fault == .notAServer ? .vaultInvalidElement : .vaultUnreachable
        return ProblemAnswer(code.problem(detail: fault.description))
    }

    /// The answer for a name that cannot be one.
    static func answer(to fault: NameFault) -> ProblemAnswer {
        ProblemAnswer(ProblemCode.vaultInvalidName.problem(detail: fault.description))
    }

    /// A refusal by its code alone.
    static func answer(_ code: ProblemCode) -> ProblemAnswer { ProblemAnswer(code.problem()) }

    private static func code(of fault: VaultFault) -> ProblemCode {
        switch fault {
        case .doesNotOpen, .noVault, .missingFactor: .vaultWrongSecret
        case .lockedOut: .vaultLockedOut
        case .stopped, .noDeviceKeys, .noLockoutRecord: .vaultStopped
        case .place(.noFix): .vaultNoPosition
        case .place: .vaultCoarsePosition
        case .locked: .vaultLocked
        case .older: .vaultConflict
        case .changedMeanwhile: .vaultChangedMeanwhile
        case .name: .vaultInvalidName
        case .nameTaken, .vaultExists: .vaultNameTaken
        case .unknownRecord, .unknownSlot: .vaultUnknownRecord
        case .emptyItem: .vaultEmptyItem
        case .protectedCategory: .vaultProtectedCategory
        case .weakCipher: .vaultWeakCipher
        case .lastSlot: .vaultLastSlot
        case .full: .vaultFull
        case .busy: .requestOverloaded
        case .storage: .storageUnavailable
        case .damaged, .truncated, .foreign, .newer: .vaultDamaged
        default: .vaultInvalidElement
        }
    }
}
