import Strings
import Vault

/// The cost of key derivation that a person chose, measured on this machine where that is meant.
enum CalibratedCost {
    /// The cost; measuring it takes a second or two, which is told.
    static func cost(_ argument: CostArgument, quiet: Bool) -> KeyDerivationCost {
        switch argument {
        case .floor: return .floor
        case .standard:
            if !quiet, Terminal.showsProgress { VaultStrings.slotCalibrating.say() }
            let clock = ContinuousClock()
            return KeyDerivationCost.calibrated { cost in
                let start = clock.now
                guard (try? KeyDerivation.spend(cost)) != nil else { return nil }
                return (clock.now - start) / .seconds(1)
            }
        }
    }
}
