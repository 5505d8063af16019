/// How much one release may tell of one person: an epsilon as a fraction of whole numbers.
///
/// A fraction, because noise that hides people is drawn with whole numbers only; see ``DiscreteLaplace``.
package struct PrivacyBudget: Hashable, Sendable {
    /// The part above the line, 1 to 1,000,000.
    package let numerator: UInt64
    /// The part below the line, 1 to 1,000,000.
    package let denominator: UInt64

    /// An epsilon of `numerator` / `denominator`, both from 1 to 1,000,000.
    package init(_ numerator: UInt64, over denominator: UInt64) throws(StatisticsError) {
        guard (1...1_000_000).contains(numerator), (1...1_000_000).contains(denominator) else {
            throw .impossibleBudget
        }
        self.numerator = numerator
        self.denominator = denominator
    }

    private init(tenths: UInt64) {
        numerator = tenths
        denominator = 10
    }

    /// Three tenths: how long ago somebody was last here, and how long they stay.
    package static let threeTenths = PrivacyBudget(tenths: 3)
    /// Two tenths: passer-by or visitor, and what a campaign did.
    package static let twoTenths = PrivacyBudget(tenths: 2)

    /// The epsilon as a number, for what is only shown or reckoned with after the release.
    package var epsilon: Double { Double(numerator) / Double(denominator) }
}
