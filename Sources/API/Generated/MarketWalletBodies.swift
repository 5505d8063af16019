// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// Why a balance changed.
package enum MarketTransactionKind: String, CaseIterable, Codable, Sendable {
    /// A trade.
    case trade
    /// Money came from outside.
    case deposit
    /// Money was paid out.
    case withdrawal
    /// Another person sent it.
    case received
    /// It was sent to another person.
    case sent
    /// Points for a visit.
    case points
    /// An invoice was paid.
    case invoice
    /// Points for time in a venue.
    case time

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "trade", "deposit", "withdrawal", "received", "sent", "points", "invoice", "time",
    ])
}

/// Whether money comes or goes.
package enum MarketRequestKind: String, CaseIterable, Codable, Sendable {
    /// Money comes.
    case deposit
    /// Money goes.
    case withdrawal

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["deposit", "withdrawal"])
}

/// What has become of a deposit or a withdrawal.
package enum MarketRequestStatus: String, CaseIterable, Codable, Sendable {
    /// Nobody has decided.
    case waiting
    /// The money has moved.
    case settled
    /// It has not, and will not.
    case refused
    /// You took it back.
    case cancelled

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["waiting", "settled", "refused", "cancelled"])
}

/// What you have of an asset.
package struct MarketBalanceBody: APIBody {
    /// The asset.
    package var asset: String
    /// All that you have.
    package var total: String
    /// What is not held by open orders and withdrawals.
    package var available: String

    /// What you have of an asset.
    package init(asset: String, total: String, available: String) {
        self.asset = asset
        self.total = total
        self.available = available
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketBalance",
        [
            .required("asset", .text(20)),
            .required("total", .decimal),
            .required("available", .decimal),
        ])
}

/// What you have.
package struct MarketBalancesBody: APIBody {
    /// One for each asset, zeros as well.
    package var balances: [MarketBalanceBody]

    /// What you have.
    package init(balances: [MarketBalanceBody]) {
        self.balances = balances
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketBalances",
        [
            .required("balances", .list(of: MarketBalanceBody.schema))
        ])
}

/// What you pay in a market.
package struct MarketTierBody: APIBody {
    /// The place of the tier among the market's, from 0.
    package var level: Int
    /// What you traded there in 30 days up to the last midnight (UTC), in the quote asset.
    package var traded: String
    /// The fees.
    package var tier: MarketFeeTierBody

    /// What you pay in a market.
    package init(level: Int, traded: String, tier: MarketFeeTierBody) {
        self.level = level
        self.traded = traded
        self.tier = tier
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketTier",
        [
            .required("level", .integer(0...31)),
            .required("traded", .decimal),
            .required("tier", MarketFeeTierBody.schema),
        ])
}

/// One line of your statement in an asset.
package struct MarketTransactionBody: APIBody {
    /// Its number.
    package var id: String
    /// What moved it.
    package var kind: MarketTransactionKind
    /// What came in before the fee; negative when it went out.
    package var amount: String
    /// The fee.
    package var fee: String
    /// The balance afterwards.
    package var balance: String
    /// When.
    package var at: Timestamp
    /// The address that it came to or went to.
    package var address: String?
    /// What the sender wrote; of points for time the day and the venue, as `2026-11-27 Galerías del Faro`.
    package var memo: String?

    /// One line of your statement in an asset.
    package init(
        id: String, kind: MarketTransactionKind, amount: String, fee: String, balance: String, at: Timestamp,
        address: String? = nil, memo: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.amount = amount
        self.fee = fee
        self.balance = balance
        self.at = at
        self.address = address
        self.memo = memo
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketTransaction",
        [
            .required("id", .text(24)),
            .required("kind", MarketTransactionKind.schema),
            .required("amount", .decimal),
            .required("fee", .decimal),
            .required("balance", .decimal),
            .required("at", .dateTime),
            .optional("address", .text(200)),
            .optional("memo", .text(256)),
        ])
}

/// A page of your statement in an asset.
package struct MarketTransactionsBody: APIBody {
    /// The lines, newest first.
    package var transactions: [MarketTransactionBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// A page of your statement in an asset.
    package init(transactions: [MarketTransactionBody], next: String? = nil) {
        self.transactions = transactions
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketTransactions",
        [
            .required("transactions", .list(of: MarketTransactionBody.schema)),
            .optional("next", .text(5200)),
        ])
}

/// Money on its way from or to a bank, as you say it.
package struct MarketMoneyDraftBody: APIBody {
    /// The asset.
    package var asset: String
    /// How much.
    package var amount: String
    /// The bank account, as you name it: needed unless `destination` says where a withdrawal goes, and then none.
    package var bankAccount: String?
    /// The entry of your address book where a withdrawal goes.
    package var destination: String?
    /// The day on which it was sent, as 21/11/2026 or 2026-11-21.
    package var date: String?
    /// The bank's number of the payment.
    package var trackingCode: String?
    /// The name of a voucher.
    package var voucher: String?
    /// A code of the second factor, or a recovery code, for a withdrawal from an account that asks for one.
    package var code: String?

    /// Money on its way from or to a bank, as you say it.
    package init(
        asset: String, amount: String, bankAccount: String? = nil, destination: String? = nil, date: String? = nil,
        trackingCode: String? = nil, voucher: String? = nil, code: String? = nil
    ) {
        self.asset = asset
        self.amount = amount
        self.bankAccount = bankAccount
        self.destination = destination
        self.date = date
        self.trackingCode = trackingCode
        self.voucher = voucher
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketMoneyDraft",
        [
            .required("asset", .text(20)),
            .required("amount", .decimal),
            .optional("bankAccount", .line(256)),
            .optional("destination", .text(32)),
            .optional("date", .line(256)),
            .optional("trackingCode", .line(256)),
            .optional("voucher", .line(256)),
            .optional("code", .text(100)),
        ])
}

/// A deposit or withdrawal that an operator settles or refuses.
package struct MarketMoneyRequestBody: APIBody {
    /// Its number.
    package var id: String
    /// Which way the money goes.
    package var kind: MarketRequestKind
    /// The asset.
    package var asset: String
    /// How much.
    package var amount: String
    /// The bank account, as you named it, or the entry of your address book in one line.
    package var bankAccount: String
    /// What is kept of a withdrawal when it is paid out; without it nothing is.
    package var fee: String?
    /// What arrives of a withdrawal.
    package var receives: String?
    /// What has become of it.
    package var status: MarketRequestStatus
    /// When it was made.
    package var createdAt: Timestamp
    /// When it was settled, refused or taken back.
    package var decidedAt: Timestamp?
    /// Why it was refused, in the words of whoever refused it.
    package var reason: String?

    /// A deposit or withdrawal that an operator settles or refuses.
    package init(
        id: String, kind: MarketRequestKind, asset: String, amount: String, bankAccount: String, fee: String? = nil,
        receives: String? = nil, status: MarketRequestStatus, createdAt: Timestamp, decidedAt: Timestamp? = nil,
        reason: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.asset = asset
        self.amount = amount
        self.bankAccount = bankAccount
        self.fee = fee
        self.receives = receives
        self.status = status
        self.createdAt = createdAt
        self.decidedAt = decidedAt
        self.reason = reason
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketMoneyRequest",
        [
            .required("id", .text(24)),
            .required("kind", MarketRequestKind.schema),
            .required("asset", .text(20)),
            .required("amount", .decimal),
            .required("bankAccount", .text(256)),
            .optional("fee", .decimal),
            .optional("receives", .decimal),
            .required("status", MarketRequestStatus.schema),
            .required("createdAt", .dateTime),
            .optional("decidedAt", .dateTime),
            .optional("reason", .text(200)),
        ])
}

/// A page of your deposits and withdrawals.
package struct MarketMoneyRequestsBody: APIBody {
    /// The requests, newest first.
    package var requests: [MarketMoneyRequestBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// A page of your deposits and withdrawals.
    package init(requests: [MarketMoneyRequestBody], next: String? = nil) {
        self.requests = requests
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketMoneyRequests",
        [
            .required("requests", .list(of: MarketMoneyRequestBody.schema)),
            .optional("next", .text(5200)),
        ])
}

/// Money for another person.
package struct MarketTransferBody: APIBody {
    /// The receiver's address for the asset.
    package var address: String
    /// The asset.
    package var asset: String
    /// How much.
    package var amount: String
    /// What the receiver reads.
    package var memo: String?
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    package var code: String?

    /// Money for another person.
    package init(address: String, asset: String, amount: String, memo: String? = nil, code: String? = nil) {
        self.address = address
        self.asset = asset
        self.amount = amount
        self.memo = memo
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketTransfer",
        [
            .required("address", .text(200)),
            .required("asset", .text(20)),
            .required("amount", .decimal),
            .optional("memo", .line(256)),
            .optional("code", .text(100)),
        ])
}

/// Where others send you an asset.
package struct MarketAddressBody: APIBody {
    /// The address.
    package var address: String

    /// Where others send you an asset.
    package init(address: String) {
        self.address = address
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAddress",
        [
            .required("address", .text(200))
        ])
}

/// What shows on a market's stream, for 24 hours, who you are.
package struct MarketSocketTicketBody: APIBody {
    /// Names the ticket.
    package var uid: String
    /// The secret that goes with it.
    package var socid: String
    /// A second secret, which may be left out.
    package var verify: String

    /// What shows on a market's stream, for 24 hours, who you are.
    package init(uid: String, socid: String, verify: String) {
        self.uid = uid
        self.socid = socid
        self.verify = verify
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketSocketTicket",
        [
            .required("uid", .text(64)),
            .required("socid", .text(64)),
            .required("verify", .text(64)),
        ])
}
