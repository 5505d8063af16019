import Strings
import VaultDevice

extension PositionFault {
    /// Why there is no position.
    var phrase: Phrase {
        VaultStrings.positionNone(reason: reason)
    }

    private var reason: Phrase {
        switch self {
        case .unreachable(let source, let reason):
            VaultStrings.positionUnreachable(source: source, reason: reason)
        case .notFound(let path): VaultStrings.positionNotFound(path: path)
        case .notPermitted(let path): VaultStrings.positionNotPermitted(path: path)
        case .notGPSD(let source): VaultStrings.positionNotGPSD(source: source)
        case .noFix(let source): VaultStrings.positionNoFix(source: source)
        case .flatFix(let source): VaultStrings.positionFlatFix(source: source)
        case .noAccuracy(let source): VaultStrings.positionNoAccuracy(source: source)
        case .broken(let source): VaultStrings.positionBroken(source: source)
        case .stopped: VaultStrings.serverInterrupted
        }
    }
}
