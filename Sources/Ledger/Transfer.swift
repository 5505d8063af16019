/// One line of a transfer: what happens to one account in one asset.
///
/// The account changes by `amount` − `fee`; the transfer's account of fees by + `fee`.
public struct Posting: Equatable, Sendable {
    /// Whose balance changes.
    public let account: LedgerAccount
    /// The number of the asset.
    public let asset: Int
    /// What the account receives before the fee, in minor units; below zero when it gives.
    public let amount: Int128
    /// What is kept of it as the fee, 0 to `amount`; 0 when the account gives.
    public let fee: Int128

    /// A posting of these parts.
    public init(account: LedgerAccount, asset: Int, amount: Int128, fee: Int128 = 0) {
        self.account = account
        self.asset = asset
        self.amount = amount
        self.fee = fee
    }
}

/// Why a ledger refuses an operation.
public enum LedgerFault: Error, Equatable, Sendable {
    /// The amounts of `asset` do not add up to zero.
    case unbalanced(asset: Int)
    /// A person's available balance would go below zero.
    case insufficient
    /// More would be released than is held.
    case notHeld
    /// A number would leave 128 bits.
    case overflow
    /// A fee is below zero or above what the account receives.
    case invalidFee
    /// An amount to hold or to release is below zero.
    case invalidAmount
    /// A transfer has more than 16 postings.
    case tooManyPostings
}

/// Postings that belong together: all of them happen, or none.
public struct Transfer: Equatable, Sendable {
    /// The lines, in the order in which they are written down; 16 at most.
    public let postings: [Posting]
    /// Who receives the fees.
    public let feeAccount: LedgerAccount

    /// The most postings of one transfer.
    public static let maximumPostings = 16

    /// A transfer of `postings`, whose amounts add up to zero in each asset.
    public init(_ postings: [Posting], feesTo feeAccount: LedgerAccount = .fees) throws(LedgerFault) {
        guard postings.count <= Self.maximumPostings else { throw .tooManyPostings }
        for posting in postings {
            guard posting.fee >= 0, posting.fee == 0 || posting.fee <= posting.amount else { throw .invalidFee }
        }
        for (index, posting) in postings.enumerated() {
            // Each asset is added up once, where it first appears; there are too few lines for a table to be quicker.
            if postings[..<index].contains(where: { $0.asset == posting.asset }) { continue }
            var sum: Int128 = 0
            for other in postings[index...] where other.asset == posting.asset {
                let (next, overflow) = sum.addingReportingOverflow(other.amount)
                if overflow { throw .overflow }
                sum = next
            }
            guard sum == 0 else { throw .unbalanced(asset: posting.asset) }
        }
        self.postings = postings
        self.feeAccount = feeAccount
    }
}
