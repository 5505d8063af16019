import Ledger
import Market

/// A piece of an audit, in the order in which they are looked at.
package enum LedgerAuditPiece: Sendable, Hashable {
    /// The orders, trades and trails of a market.
    case market(MarketName)
    /// What transfers moved.
    case postings
    /// Each balance against what moved it and what holds it.
    case balances
}

/// What an audit of the whole ledger found.
package struct LedgerAuditReport: Sendable, Equatable {
    /// One asset over all accounts.
    package struct AssetSum: Sendable, Equatable {
        /// The asset.
        package let name: AssetName
        /// The sum of all balances, which must be zero, in minor units.
        package let sum: Int128
        /// What people own of it, in minor units.
        package let owned: Int128

        /// Whether the sum is zero.
        package var isBalanced: Bool { sum == 0 }
    }

    /// The assets, by number.
    package var assets: [AssetSum] = []
    /// How many balances were compared with their postings.
    package var balances = 0
    /// How many orders were compared with their fills.
    package var orders = 0
    /// How many fills were looked at.
    package var fills = 0
    /// What does not agree, one sentence each; at most a hundred.
    package var faults: [String] = []

    /// Whether everything agrees.
    package var isClean: Bool { faults.isEmpty && assets.allSatisfy(\.isBalanced) }
}
