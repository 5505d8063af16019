import Time

/// What you have of an asset.
public struct MarketBalanceBody: APIBody {
    /// The asset.
    public var asset: String
    /// All that you have.
    public var total: String
    /// What is not held by open orders and withdrawals.
    public var available: String

    /// What you have of an asset.
    public init(asset: String, total: String, available: String) {
        self.asset = asset
        self.total = total
        self.available = available
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketBalance", "What you have of an asset.",
        [
            .required("asset", .text(20), "The asset."),
            .required("total", .text(40), "All that you have."),
            .required("available", .text(40), "What is not held by open orders and withdrawals."),
        ])
    /// An example with every optional property present.
    public static let example = MarketBalanceBody(asset: "CLP", total: "735.98669", available: "700")
}

/// What you have.
public struct MarketBalancesBody: APIBody {
    /// One for each asset, zeros as well.
    public var balances: [MarketBalanceBody]

    /// What you have.
    public init(balances: [MarketBalanceBody]) {
        self.balances = balances
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketBalances", "What you have.",
        [
            .required("balances", .list(of: MarketBalanceBody.schema), "One for each asset, zeros as well.")
        ])
    /// An example with every optional property present.
    public static let example = MarketBalancesBody(balances: [.example])
}

/// What you pay in a market.
public struct MarketTierBody: APIBody {
    /// The place of the tier among the market's, from 0.
    public var level: Int
    /// What you traded there in 30 days up to the last midnight (UTC), in the quote asset.
    public var traded: String
    /// The fees.
    public var tier: MarketFeeTierBody

    /// What you pay in a market.
    public init(level: Int, traded: String, tier: MarketFeeTierBody) {
        self.level = level
        self.traded = traded
        self.tier = tier
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketTier", "What you pay in a market.",
        [
            .required("level", .integer(0...31), "The place of the tier among the market's, from 0."),
            .required(
                "traded", .text(40),
                "What you traded there in 30 days up to the last midnight (UTC), in the quote "
                    + "asset."),
            .required("tier", MarketFeeTierBody.schema, "The fees."),
        ])
    /// An example with every optional property present.
    public static let example = MarketTierBody(level: 0, traded: "0.07", tier: .example)
}

/// One line of your statement in an asset.
public struct MarketTransactionBody: APIBody {
    /// Its number.
    public var id: String
    /// What moved it.
    public var kind: String
    /// What came in before the fee; negative when it went out.
    public var amount: String
    /// The fee.
    public var fee: String
    /// The balance afterwards.
    public var balance: String
    /// When.
    public var at: Timestamp
    /// The address that it came to or went to.
    public var address: String?
    /// What the sender wrote.
    public var memo: String?

    /// One line of your statement in an asset.
    public init(
        id: String, kind: String, amount: String, fee: String, balance: String, at: Timestamp, address: String? = nil,
        memo: String? = nil
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
    public static let schema = Schema.object(
        "MarketTransaction", "One line of your statement in an asset.",
        [
            .required("id", .text(24), "Its number."),
            .required(
                "kind", .oneOf(["trade", "deposit", "withdrawal", "received", "sent", "points", "invoice"]),
                "What moved it."),
            .required("amount", .text(40), "What came in before the fee; negative when it went out."),
            .required("fee", .text(40), "The fee."),
            .required("balance", .text(40), "The balance afterwards."),
            .required("at", .dateTime, "When."),
            .optional("address", .text(200), "The address that it came to or went to."),
            .optional("memo", .text(256), "What the sender wrote."),
        ])
    /// An example with every optional property present.
    public static let example = MarketTransactionBody(
        id: "12", kind: "trade", amount: "43.45", fee: "0.29546", balance: "735.98669", at: Example.now,
        address: "c7f5", memo: "for lunch")
}

/// A page of your statement in an asset.
public struct MarketTransactionsBody: APIBody {
    /// The lines, newest first.
    public var transactions: [MarketTransactionBody]
    /// What the path says for the next page; without it this is the last one.
    public var next: String?

    /// A page of your statement in an asset.
    public init(transactions: [MarketTransactionBody], next: String? = nil) {
        self.transactions = transactions
        self.next = next
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketTransactions", "A page of your statement in an asset.",
        [
            .required("transactions", .list(of: MarketTransactionBody.schema), "The lines, newest first."),
            .optional("next", .text(5200), "What the path says for the next page; without it this is the last one."),
        ])
    /// An example with every optional property present.
    public static let example = MarketTransactionsBody(transactions: [.example], next: "1025")
}

/// Money on its way from or to a bank, as you say it.
public struct MarketMoneyDraftBody: APIBody {
    /// The asset.
    public var asset: String
    /// How much.
    public var amount: String
    /// The bank account, as you name it.
    public var bankAccount: String
    /// When it was sent.
    public var date: String?
    /// The bank's number of the payment.
    public var trackingCode: String?
    /// The name of a voucher.
    public var voucher: String?
    /// A code of the second factor, or a recovery code, for a withdrawal from an account that asks for one.
    public var code: String?

    /// Money on its way from or to a bank, as you say it.
    public init(
        asset: String, amount: String, bankAccount: String, date: String? = nil, trackingCode: String? = nil,
        voucher: String? = nil, code: String? = nil
    ) {
        self.asset = asset
        self.amount = amount
        self.bankAccount = bankAccount
        self.date = date
        self.trackingCode = trackingCode
        self.voucher = voucher
        self.code = code
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketMoneyDraft", "Money on its way from or to a bank, as you say it.",
        [
            .required("asset", .text(20), "The asset."),
            .required("amount", .text(40), "How much."),
            .required("bankAccount", .text(256), "The bank account, as you name it."),
            .optional("date", .text(256), "When it was sent."),
            .optional("trackingCode", .text(256), "The bank's number of the payment."),
            .optional("voucher", .text(256), "The name of a voucher."),
            .optional(
                "code", .text(100),
                "A code of the second factor, or a recovery code, for a withdrawal from an account that asks for one."),
        ])
    /// An example with every optional property present.
    public static let example = MarketMoneyDraftBody(
        asset: "CLP", amount: "50000", bankAccount: "Banco 1, 0001", date: "21/11/2026", trackingCode: "4711",
        voucher: "receipt.pdf", code: "287082")
}

/// A deposit or withdrawal that an operator settles or refuses.
public struct MarketMoneyRequestBody: APIBody {
    /// Its number.
    public var id: String
    /// Which way the money goes.
    public var kind: String
    /// The asset.
    public var asset: String
    /// How much.
    public var amount: String
    /// The bank account, as you named it.
    public var bankAccount: String
    /// What has become of it.
    public var status: String
    /// When it was made.
    public var createdAt: Timestamp
    /// When it was settled or refused.
    public var decidedAt: Timestamp?

    /// A deposit or withdrawal that an operator settles or refuses.
    public init(
        id: String, kind: String, asset: String, amount: String, bankAccount: String, status: String,
        createdAt: Timestamp, decidedAt: Timestamp? = nil
    ) {
        self.id = id
        self.kind = kind
        self.asset = asset
        self.amount = amount
        self.bankAccount = bankAccount
        self.status = status
        self.createdAt = createdAt
        self.decidedAt = decidedAt
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketMoneyRequest", "A deposit or withdrawal that an operator settles or refuses.",
        [
            .required("id", .text(24), "Its number."),
            .required("kind", .oneOf(["deposit", "withdrawal"]), "Which way the money goes."),
            .required("asset", .text(20), "The asset."),
            .required("amount", .text(40), "How much."),
            .required("bankAccount", .text(256), "The bank account, as you named it."),
            .required("status", .oneOf(["waiting", "settled", "refused"]), "What has become of it."),
            .required("createdAt", .dateTime, "When it was made."),
            .optional("decidedAt", .dateTime, "When it was settled or refused."),
        ])
    /// An example with every optional property present.
    public static let example = MarketMoneyRequestBody(
        id: "3", kind: "deposit", asset: "CLP", amount: "50000", bankAccount: "Banco 1, 0001", status: "waiting",
        createdAt: Example.now, decidedAt: Example.later)
}

/// A page of your deposits and withdrawals.
public struct MarketMoneyRequestsBody: APIBody {
    /// The requests, newest first.
    public var requests: [MarketMoneyRequestBody]
    /// What the path says for the next page; without it this is the last one.
    public var next: String?

    /// A page of your deposits and withdrawals.
    public init(requests: [MarketMoneyRequestBody], next: String? = nil) {
        self.requests = requests
        self.next = next
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketMoneyRequests", "A page of your deposits and withdrawals.",
        [
            .required("requests", .list(of: MarketMoneyRequestBody.schema), "The requests, newest first."),
            .optional("next", .text(5200), "What the path says for the next page; without it this is the last one."),
        ])
    /// An example with every optional property present.
    public static let example = MarketMoneyRequestsBody(requests: [.example], next: "1025")
}

/// Money for another person.
public struct MarketTransferBody: APIBody {
    /// The receiver's address for the asset.
    public var address: String
    /// The asset.
    public var asset: String
    /// How much.
    public var amount: String
    /// What the receiver reads.
    public var memo: String?
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    public var code: String?

    /// Money for another person.
    public init(address: String, asset: String, amount: String, memo: String? = nil, code: String? = nil) {
        self.address = address
        self.asset = asset
        self.amount = amount
        self.memo = memo
        self.code = code
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketTransfer", "Money for another person.",
        [
            .required("address", .text(200), "The receiver's address for the asset."),
            .required("asset", .text(20), "The asset."),
            .required("amount", .text(40), "How much."),
            .optional("memo", .text(256), "What the receiver reads."),
            .optional(
                "code", .text(100), "A code of the second factor, or a recovery code, for an account that asks for one."
            ),
        ])
    /// An example with every optional property present.
    public static let example = MarketTransferBody(
        address: "c7f5", asset: "CLP", amount: "1000", memo: "for lunch", code: "287082")
}

/// Where others send you an asset.
public struct MarketAddressBody: APIBody {
    /// The address.
    public var address: String

    /// Where others send you an asset.
    public init(address: String) {
        self.address = address
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketAddress", "Where others send you an asset.",
        [
            .required("address", .text(200), "The address.")
        ])
    /// An example with every optional property present.
    public static let example = MarketAddressBody(address: "c7f5")
}

/// What shows on a market's stream, for 24 hours, who you are.
public struct MarketSocketTicketBody: APIBody {
    /// Names the ticket.
    public var uid: String
    /// The secret that goes with it.
    public var socid: String
    /// A second secret, which may be left out.
    public var verify: String

    /// What shows on a market's stream, for 24 hours, who you are.
    public init(uid: String, socid: String, verify: String) {
        self.uid = uid
        self.socid = socid
        self.verify = verify
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketSocketTicket", "What shows on a market's stream, for 24 hours, who you are.",
        [
            .required("uid", .text(64), "Names the ticket."),
            .required("socid", .text(64), "The secret that goes with it."),
            .required("verify", .text(64), "A second secret, which may be left out."),
        ])
    /// An example with every optional property present.
    public static let example = MarketSocketTicketBody(uid: "5a5a", socid: "6b6b", verify: "7c7c")
}
