import Basics
import Ledger
import Market

/// What moved money.
package enum TransferKind: Int64, Sendable, CaseIterable {
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
    /// A venue gave points for time; the memo has the day and the venue, as `2026-11-27 Galerías del Faro`.
    case time = 8
}

/// One line of an account's statement.
package struct TransactionRecord: Sendable, Equatable {
    /// A number that this account sees once in this asset.
    package let id: Int64
    /// The asset.
    package let asset: Asset
    /// What moved it.
    package let kind: TransferKind
    /// What came in, before the fee, in minor units; negative when it went out.
    package let amount: Int128
    /// The fee, in minor units of the same asset.
    package let fee: Int128
    /// The rate of that fee; nil when there is none.
    package let feeRate: FeeRate?
    /// The balance afterwards, in minor units.
    package let balanceAfter: Int128
    /// When.
    package let at: Timestamp
    /// The address that it came to or went to.
    package let address: String?
    /// What the sender wrote.
    package let memo: String?

    /// A line of these parts.
    package init(
        id: Int64, asset: Asset, kind: TransferKind, amount: Int128, fee: Int128, feeRate: FeeRate?,
        balanceAfter: Int128, at: Timestamp, address: String?, memo: String?
    ) {
        self.id = id
        self.asset = asset
        self.kind = kind
        self.amount = amount
        self.fee = fee
        self.feeRate = feeRate
        self.balanceAfter = balanceAfter
        self.at = at
        self.address = address
        self.memo = memo
    }
}

/// Which way money is asked to go.
package enum MoneyRequestKind: Int64, Sendable, CaseIterable {
    /// Into the market: somebody says that money is on its way.
    case deposit = 1
    /// Out of the market; the amount is held meanwhile.
    case withdrawal = 2
}

/// What has become of a request.
package enum MoneyRequestStatus: Int64, Sendable, CaseIterable {
    /// An operator has to look at it.
    case waiting = 0
    /// The money was moved.
    case settled = 1
    /// It was refused, and what was held is free again.
    case refused = 2
    /// Its owner took it back, and what was held is free again.
    case cancelled = 3
}

/// What a person says about money on its way from or to a bank.
package struct MoneyRequestDraft: Sendable, Equatable {
    /// The asset.
    package var asset: AssetName
    /// How much, a decimal number.
    package var amount: String
    /// The bank account, as the person names it.
    package var bankAccount: String
    /// The entry of the address book where a withdrawal goes; nil for what ``bankAccount`` says.
    package var destination: String?
    /// When it was sent, as the person wrote it.
    package var date: String?
    /// The bank's number of the payment.
    package var trackingCode: String?
    /// The name of a voucher.
    package var voucher: String?

    /// A draft; texts may have 256 bytes.
    package init(
        asset: AssetName, amount: String, bankAccount: String, destination: String? = nil, date: String? = nil,
        trackingCode: String? = nil, voucher: String? = nil
    ) {
        self.asset = asset
        self.amount = amount
        self.bankAccount = bankAccount
        self.destination = destination
        self.date = date
        self.trackingCode = trackingCode
        self.voucher = voucher
    }
}

/// A request for a deposit or a withdrawal, which an operator settles or refuses.
package struct MoneyRequest: Sendable, Equatable {
    /// Its number.
    package let id: Int64
    /// Whose it is, in the ledger.
    package let account: LedgerAccount
    /// The e-mail address of that person, for the operator.
    package let email: String
    /// Which way the money goes.
    package let kind: MoneyRequestKind
    /// The asset.
    package let asset: Asset
    /// How much, in minor units.
    package let amount: Int128
    /// What is kept of it when it is paid out, in minor units, below the amount.
    package let fee: Int128
    /// The bank account, as the person named it.
    package let bankAccount: String
    /// When it was sent, as the person wrote it.
    package let date: String?
    /// The bank's number of the payment.
    package let trackingCode: String?
    /// The name of a voucher.
    package let voucher: String?
    /// What has become of it.
    package let status: MoneyRequestStatus
    /// When it was made.
    package let createdAt: Timestamp
    /// When it was settled or refused.
    package let decidedAt: Timestamp?
    /// Why it was refused, in the words of whoever did.
    package let reason: String?
}

/// Why an operator ends orders; the numbers are those of the orders' reasons.
package enum EndingReason: Int64, Sendable {
    /// The operator wants it.
    case `operator` = 11
    /// The market is paused.
    case paused = 12
    /// The account is disabled.
    case account = 13
}
