// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What has become of a request for a payment.
package enum MarketPaymentStatus: String, CaseIterable, Codable, Sendable {
    /// Nobody has paid.
    case waiting
    /// It is paid, and what came has yet to be changed for what was asked.
    case processing
    /// It is paid.
    case paid
    /// It is paid, and what came could not be changed.
    case unconverted
    /// Nobody paid in time.
    case expired
    /// It was paid, and all or a part was sent back.
    case refunded

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["waiting", "processing", "paid", "unconverted", "expired", "refunded"])
}

/// With what calls to your programs are signed.
package struct MarketCallbackSecretBody: APIBody {
    /// The secret, when it has just been made.
    package var secret: String?
    /// When it was made; without it, there is none.
    package var madeAt: Timestamp?

    /// With what calls to your programs are signed.
    package init(secret: String? = nil, madeAt: Timestamp? = nil) {
        self.secret = secret
        self.madeAt = madeAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketCallbackSecret",
        [
            .optional("secret", .text(64)),
            .optional("madeAt", .dateTime),
        ])
}

/// A payment as you ask for it.
package struct MarketPaymentDraftBody: APIBody {
    /// The asset.
    package var asset: String
    /// How much.
    package var amount: String
    /// What you call yourself to whoever pays; your address is never shown.
    package var label: String?
    /// What it is for.
    package var memo: String?
    /// Where a program of yours is told what becomes of it, by a signed POST: a public address at port 80, 443, 8080 or
    /// 8443.
    package var callbackUrl: String?
    /// For how many minutes it can be paid; 15 without it.
    package var minutes: Int?

    /// A payment as you ask for it.
    package init(
        asset: String, amount: String, label: String? = nil, memo: String? = nil, callbackUrl: String? = nil,
        minutes: Int? = nil
    ) {
        self.asset = asset
        self.amount = amount
        self.label = label
        self.memo = memo
        self.callbackUrl = callbackUrl
        self.minutes = minutes
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPaymentDraft",
        [
            .required("asset", .text(20)),
            .required("amount", .decimal),
            .optional("label", .line(60)),
            .optional("memo", .line(120)),
            .optional("callbackUrl", .text(256)),
            .optional("minutes", .integer(1...10_080)),
        ])
}

/// What whoever has its number sees of a request for a payment.
package struct MarketPaymentRequestBody: APIBody {
    /// Its number, which is random.
    package var id: String
    /// The asset in which it is paid.
    package var asset: String
    /// How much.
    package var amount: String
    /// What the receiver calls themselves.
    package var label: String?
    /// What it is for.
    package var memo: String?
    /// What has become of it.
    package var status: MarketPaymentStatus
    /// When it was made.
    package var createdAt: Timestamp
    /// Until when it can be paid.
    package var expiresAt: Timestamp
    /// How much was sent back.
    package var refunded: String?

    /// What whoever has its number sees of a request for a payment.
    package init(
        id: String, asset: String, amount: String, label: String? = nil, memo: String? = nil,
        status: MarketPaymentStatus, createdAt: Timestamp, expiresAt: Timestamp, refunded: String? = nil
    ) {
        self.id = id
        self.asset = asset
        self.amount = amount
        self.label = label
        self.memo = memo
        self.status = status
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.refunded = refunded
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPaymentRequest",
        [
            .required("id", .text(32)),
            .required("asset", .text(20)),
            .required("amount", .decimal),
            .optional("label", .text(60)),
            .optional("memo", .text(120)),
            .required("status", MarketPaymentStatus.schema),
            .required("createdAt", .dateTime),
            .required("expiresAt", .dateTime),
            .optional("refunded", .decimal),
        ])
}

/// Payments that you have asked for.
package struct MarketPaymentRequestsBody: APIBody {
    /// The requests, newest first.
    package var requests: [MarketPaymentRequestBody]

    /// Payments that you have asked for.
    package init(requests: [MarketPaymentRequestBody]) {
        self.requests = requests
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPaymentRequests",
        [
            .required("requests", .list(of: MarketPaymentRequestBody.schema))
        ])
}

/// That you pay, and what you were shown: a request that asks for anything else is not paid.
package struct MarketPaymentConsentBody: APIBody {
    /// The asset.
    package var asset: String
    /// How much.
    package var amount: String
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    package var code: String?

    /// That you pay, and what you were shown: a request that asks for anything else is not paid.
    package init(asset: String, amount: String, code: String? = nil) {
        self.asset = asset
        self.amount = amount
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPaymentConsent",
        [
            .required("asset", .text(20)),
            .required("amount", .decimal),
            .optional("code", .text(100)),
        ])
}

/// What you have paid.
package struct MarketPaymentBody: APIBody {
    /// The request.
    package var request: MarketPaymentRequestBody
    /// The line of your statement.
    package var transaction: MarketTransactionBody

    /// What you have paid.
    package init(request: MarketPaymentRequestBody, transaction: MarketTransactionBody) {
        self.request = request
        self.transaction = transaction
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketPayment",
        [
            .required("request", MarketPaymentRequestBody.schema),
            .required("transaction", MarketTransactionBody.schema),
        ])
}

/// What is to be sent back.
package struct MarketRefundDraftBody: APIBody {
    /// How much, at most what was paid; all of it without it.
    package var amount: String?
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    package var code: String?

    /// What is to be sent back.
    package init(amount: String? = nil, code: String? = nil) {
        self.amount = amount
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketRefundDraft",
        [
            .optional("amount", .decimal),
            .optional("code", .text(100)),
        ])
}
