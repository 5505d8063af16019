import Ledger
import Market
import Time

/// What moved money.
public enum TransferKind: Int64, Sendable, CaseIterable {
    /// An order was executed; the posting is part of its fill.
    case trade = 1
    /// Money came from outside.
    case deposit = 2
    /// Money went outside.
    case withdrawal = 3
    /// Money came from another person.
    case received = 4
    /// Money went to another person.
    case sent = 5
    /// A shop gave points.
    case points = 6
    /// An invoice was paid.
    case invoice = 7
}

/// One line of an account's statement.
public struct TransactionRecord: Sendable, Equatable {
    /// A number that this account sees once in this asset.
    public let id: Int64
    /// The asset.
    public let asset: Asset
    /// What moved it.
    public let kind: TransferKind
    /// What came in, before the fee, in minor units; negative when it went out.
    public let amount: Int128
    /// The fee, in minor units of the same asset.
    public let fee: Int128
    /// The rate of that fee; nil when there is none.
    public let feeRate: FeeRate?
    /// The balance afterwards, in minor units.
    public let balanceAfter: Int128
    /// When.
    public let at: Timestamp
    /// The address that it came to or went to.
    public let address: String?
    /// What the sender wrote.
    public let memo: String?
}

/// Which way money is asked to go.
public enum MoneyRequestKind: Int64, Sendable, CaseIterable {
    /// Into the market: somebody says that money is on its way.
    case deposit = 1
    /// Out of the market; the amount is held meanwhile.
    case withdrawal = 2
}

/// What has become of a request.
public enum MoneyRequestStatus: Int64, Sendable, CaseIterable {
    /// An operator has to look at it.
    case waiting = 0
    /// The money was moved.
    case settled = 1
    /// It was refused, and what was held is free again.
    case refused = 2
}

/// What a person says about money on its way from or to a bank.
public struct MoneyRequestDraft: Sendable, Equatable {
    /// The asset.
    public var asset: AssetName
    /// How much, a decimal number.
    public var amount: String
    /// The bank account, as the person names it.
    public var bankAccount: String
    /// When it was sent, as the person wrote it.
    public var date: String?
    /// The bank's number of the payment.
    public var trackingCode: String?
    /// The name of a voucher.
    public var voucher: String?

    /// A draft; texts may have 256 bytes.
    public init(
        asset: AssetName, amount: String, bankAccount: String, date: String? = nil, trackingCode: String? = nil,
        voucher: String? = nil
    ) {
        self.asset = asset
        self.amount = amount
        self.bankAccount = bankAccount
        self.date = date
        self.trackingCode = trackingCode
        self.voucher = voucher
    }
}

/// A request for a deposit or a withdrawal, which an operator settles or refuses.
public struct MoneyRequest: Sendable, Equatable {
    /// Its number.
    public let id: Int64
    /// Whose it is, in the ledger.
    public let account: LedgerAccount
    /// The e-mail address of that person, for the operator.
    public let email: String
    /// Which way the money goes.
    public let kind: MoneyRequestKind
    /// The asset.
    public let asset: Asset
    /// How much, in minor units.
    public let amount: Int128
    /// The bank account, as the person named it.
    public let bankAccount: String
    /// When it was sent, as the person wrote it.
    public let date: String?
    /// The bank's number of the payment.
    public let trackingCode: String?
    /// The name of a voucher.
    public let voucher: String?
    /// What has become of it.
    public let status: MoneyRequestStatus
    /// When it was made.
    public let createdAt: Timestamp
    /// When it was settled or refused.
    public let decidedAt: Timestamp?
}

/// What an account may spend of an asset, and what it has traded lately.
public struct TradingTier: Sendable, Equatable {
    /// The tier's place, from 0.
    public let level: Int
    /// What was traded in 30 days up to the last midnight, in minor units of the market's quote asset.
    public let traded: Int128
    /// The tier.
    public let tier: FeeTier
}

/// What an audit of the whole ledger found.
public struct LedgerAuditReport: Sendable, Equatable {
    /// One asset over all accounts.
    public struct AssetSum: Sendable, Equatable {
        /// The asset.
        public let name: AssetName
        /// The sum of all balances, which must be zero, in minor units.
        public let sum: Int128
        /// What people own of it, in minor units.
        public let owned: Int128

        /// Whether the sum is zero.
        public var isBalanced: Bool { sum == 0 }
    }

    /// The assets, by number.
    public var assets: [AssetSum] = []
    /// How many balances were compared with their postings.
    public var balances = 0
    /// How many orders were compared with their fills.
    public var orders = 0
    /// How many fills were looked at.
    public var fills = 0
    /// What does not agree, one sentence each; at most a hundred.
    public var faults: [String] = []

    /// Whether everything agrees.
    public var isClean: Bool { faults.isEmpty && assets.allSatisfy(\.isBalanced) }
}
