import HTTPKit
import Ledger
import Market

// What people write, as the ledger takes it.
extension LedgerAdministration {
    /// The minor units that a text says, above zero.
    package static func amount(_ text: String, of asset: Asset) throws(ServiceError) -> Int128 {
        let units: Int128
        do throws(AmountFault) { units = try DecimalText.units(text, exponent: asset.exponent) } catch {
            throw .market(.amount(error))
        }
        guard units > 0 else { throw .market(.amount(.malformed)) }
        guard units < 1 << 120 else { throw .market(.amount(.tooLarge)) }
        return units
    }

    /// Whether a text that a person wrote can be kept.
    package static func check(_ text: String?) throws(ServiceError) {
        guard let text else { return }
        guard text.utf8.count <= 256, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw .market(.invalidText) }
    }
}
