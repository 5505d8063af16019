import Ledger
import Market

extension MarketRules {
    /// The text of a sum of lots; one beyond what 128 bits hold is cut off there.
    package func volumeText(_ lots: Int128) -> String {
        let (units, overflow) = lots.multipliedReportingOverflow(by: lotUnits)
        return DecimalText.text(overflow ? .max : units, exponent: base.exponent)
    }
}
