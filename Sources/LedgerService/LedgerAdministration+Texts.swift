import HTTPKit
import Ledger
import Market
import TypedText

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

    /// The text of one line that a person wrote, as it is stored; nil for nil.
    ///
    /// Throws `invalidText` for one that is longer than 256 bytes or that ``ReadableText`` refuses.
    package static func read(_ text: String?) throws(ServiceError) -> String? {
        try text.map { text throws(ServiceError) in try read(text) }
    }

    /// The text of one line that a person wrote, as it is stored.
    package static func read(_ text: String) throws(ServiceError) -> String {
        guard text.utf8.count <= 256, let line = try? ReadableText.read(text), line.utf8.count <= 256 else {
            throw .market(.invalidText)
        }
        return line
    }
}
