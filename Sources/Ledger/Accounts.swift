/// The number of an account in the ledger.
public struct LedgerAccount: RawRepresentable, Hashable, Sendable {
    /// The number; below 1,000 for the system's own accounts, from 1,000 up for people.
    public let rawValue: Int64

    /// The account of this number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The account that receives fees of no market, and before markets had accounts of their own received every fee.
    public static let fees = LedgerAccount(rawValue: 1)
    /// The world outside: deposits come from it and withdrawals go to it, so it owes what people hold.
    public static let world = LedgerAccount(rawValue: 2)
    /// The issuer of points.
    public static let points = LedgerAccount(rawValue: 3)
    /// The account that receives the fees of one market, whose number is 1 or more.
    ///
    /// Each has its own, because two markets that are written at once would wait for each other at every trade.
    public static func fees(ofMarket number: Int) -> LedgerAccount { LedgerAccount(rawValue: -Int64(number)) }
    /// The number of the first person's account.
    public static let firstPerson: Int64 = 1000

    /// Whether the account is a person's, whose available balance never goes below zero.
    public var isPerson: Bool { rawValue >= Self.firstPerson }
}

/// What an account has of one asset, in minor units.
public struct Balance: Equatable, Sendable {
    /// All that the account has; the system's accounts may be below zero.
    public var total: Int128
    /// The part of it that open orders and pending withdrawals hold, 0 or more.
    public var held: Int128

    /// A balance of `total`, of which `held` is held.
    public init(total: Int128 = 0, held: Int128 = 0) {
        self.total = total
        self.held = held
    }

    /// What may be spent: the total without what is held.
    ///
    /// It saturates, so that a damaged stored balance can be loaded and reported.
    public var available: Int128 {
        let (difference, overflow) = total.subtractingReportingOverflow(held)
        return overflow ? (total < 0 ? .min : .max) : difference
    }
}

/// Names one balance: an account and an asset.
public struct BalanceKey: Hashable, Sendable {
    /// Whose balance it is.
    public let account: LedgerAccount
    /// The number of the asset.
    public let asset: Int

    /// The balance of `asset` in `account`.
    public init(account: LedgerAccount, asset: Int) {
        self.account = account
        self.asset = asset
    }

    /// Mixes both numbers at once, because tables of balances are on the path of every order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(account.rawValue &<< 16 ^ Int64(asset))
    }
}
