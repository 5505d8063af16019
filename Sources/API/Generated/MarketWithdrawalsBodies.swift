// Written by `make api` from the table in API/; edit that, not this.

/// What is asked for before money leaves.
package enum MarketMoneyProof: String, CaseIterable, Codable, Sendable {
    /// Nothing beyond a session that may trade.
    case none
    /// A code of the second factor, or a recovery code; or a passkey that was shown within the last 5 minutes.
    case code
    /// A passkey that was shown within the last 5 minutes.
    case passkey
    /// Nothing more: a passkey was shown within the last 5 minutes.
    case shown

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["none", "code", "passkey", "shown"])
}

/// What there is to know before money of an asset leaves.
package struct MarketWithdrawalTermsBody: APIBody {
    /// The asset.
    package var asset: String
    /// What is kept of each withdrawal.
    package var fee: String
    /// What is paid out is a whole number of these: a withdrawal is that and the fee.
    package var step: String
    /// The least that a withdrawal may be of, the fee included.
    package var least: String
    /// The most that may leave now: what is available, or less where the day's bound is nearer.
    package var most: String
    /// The most that you may send away in any 24 hours, by withdrawals, to other people and for invoices together;
    /// without it there is no bound.
    package var dailyLimit: String?
    /// What you have sent away in the last 24 hours.
    package var used: String
    /// What you may still send away now.
    package var left: String?
    /// What you will be asked for.
    package var proof: MarketMoneyProof

    /// What there is to know before money of an asset leaves.
    package init(
        asset: String, fee: String, step: String, least: String, most: String, dailyLimit: String? = nil, used: String,
        left: String? = nil, proof: MarketMoneyProof
    ) {
        self.asset = asset
        self.fee = fee
        self.step = step
        self.least = least
        self.most = most
        self.dailyLimit = dailyLimit
        self.used = used
        self.left = left
        self.proof = proof
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketWithdrawalTerms",
        [
            .required("asset", .text(20)),
            .required("fee", .decimal),
            .required("step", .decimal),
            .required("least", .decimal),
            .required("most", .decimal),
            .optional("dailyLimit", .decimal),
            .required("used", .decimal),
            .optional("left", .decimal),
            .required("proof", MarketMoneyProof.schema),
        ])
}
