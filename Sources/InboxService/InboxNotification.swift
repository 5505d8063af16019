import Basics

/// Something that an account is told, and finds in its inbox until it deletes it.
package struct InboxNotification: Hashable, Sendable {
    /// What names it; later ones have greater names.
    package let id: String
    /// What it tells.
    package let content: InboxContent
    /// When that happened; of a new device, the beginning of the day.
    package let at: Timestamp
    /// Whether its owner has read it.
    package var isRead: Bool
}

/// What a notification tells.
package enum InboxContent: Hashable, Sendable {
    /// An own order was executed to its last unit; `price` is its limit, nil for an order at any price.
    case orderExecuted(order: String, market: String, side: String, amount: String, price: String?)
    /// A market has traded at or beyond the price of an alert, which is gone with that.
    case priceReached(market: String, isAbove: Bool, price: String)
    /// A device was approved.
    case deviceApproved(label: String)
    /// A passkey was refused, since there may be a copy of it.
    case passkeyCopied(label: String)
    /// An operator has looked at a request to move money.
    case requestDecided(request: String, isDeposit: Bool, isSettled: Bool, asset: String, amount: String)
    /// What was paid of an own invoice could not be changed at once, or what came of that.
    case invoice(invoice: String, InvoiceOutcome, asset: String, amount: String)

    /// Somebody sent money; `transfer` is the number of what it came with.
    case paymentReceived(transfer: String, asset: String, amount: String)

    /// What came of changing what was paid for what an invoice asked for.
    package enum InvoiceOutcome: String, Hashable, Sendable, CaseIterable {
        /// It could not be changed into this amount yet, and is tried again.
        case delayed = "invoice.delayed"
        /// It was changed into at least this amount after all.
        case changed = "invoice.changed"
        /// It is tried no more: the merchant keeps what was paid, which is this amount.
        case kept = "invoice.kept"
    }

    /// The stable text that names the kind.
    package var kind: String {
        switch self {
        case .orderExecuted: "order.executed"
        case .priceReached: "price.reached"
        case .deviceApproved: "device.approved"
        case .passkeyCopied: "passkey.copied"
        case .requestDecided(_, _, let isSettled, _, _): isSettled ? "request.settled" : "request.refused"
        case .invoice(_, let outcome, _, _): outcome.rawValue
        case .paymentReceived: "payment.received"
        }
    }

    /// The text that is stored.
    var stored: String {
        var members = [JSONValue.Member("kind", .string(kind))]
        func add(_ name: String, _ text: String?) {
            if let text { members.append(JSONValue.Member(name, .string(text))) }
        }
        switch self {
        case .orderExecuted(let order, let market, let side, let amount, let price):
            add("order", order)
            add("market", market)
            add("side", side)
            add("amount", amount)
            add("price", price)
        case .priceReached(let market, let isAbove, let price):
            add("market", market)
            add("direction", isAbove ? "above" : "below")
            add("price", price)
        case .deviceApproved(let label), .passkeyCopied(let label):
            add("label", label)
        case .requestDecided(let request, let isDeposit, _, let asset, let amount):
            add("request", request)
            add("direction", isDeposit ? "deposit" : "withdrawal")
            add("asset", asset)
            add("amount", amount)
        case .invoice(let invoice, _, let asset, let amount):
            add("invoice", invoice)
            add("asset", asset)
            add("amount", amount)
        case .paymentReceived(let transfer, let asset, let amount):
            add("transfer", transfer)
            add("asset", asset)
            add("amount", amount)
        }
        return JSONValue.object(members).compactText
    }

    /// What a stored text tells, or nil when it is none of ours.
    init?(stored: String) {
        guard let value = try? JSONValue(parsing: Array(stored.utf8)) else { return nil }
        func text(_ name: String) -> String? {
            if case .string(let text)? = value[name] { text } else { nil }
        }
        switch (text("kind"), text("market"), text("price"), text("amount"), text("direction")) {
        case ("order.executed", let market?, let price, let amount?, _):
            guard let order = text("order"), let side = text("side") else { return nil }
            self = .orderExecuted(order: order, market: market, side: side, amount: amount, price: price)
        case ("price.reached", let market?, let price?, _, let direction?):
            self = .priceReached(market: market, isAbove: direction == "above", price: price)
        case ("device.approved", _, _, _, _):
            self = .deviceApproved(label: text("label") ?? "")
        case ("payment.received", _, _, let amount?, _):
            guard let transfer = text("transfer"), let asset = text("asset") else { return nil }
            self = .paymentReceived(transfer: transfer, asset: asset, amount: amount)
        case ("passkey.copied", _, _, _, _):
            self = .passkeyCopied(label: text("label") ?? "")
        case (let kind?, _, _, let amount?, let direction?) where kind.hasPrefix("request."):
            guard let request = text("request"), let asset = text("asset") else { return nil }
            self = .requestDecided(
                request: request, isDeposit: direction == "deposit", isSettled: kind == "request.settled",
                asset: asset, amount: amount)
        case (let kind?, _, _, let amount?, _):
            guard let outcome = InvoiceOutcome(rawValue: kind), let invoice = text("invoice"), let asset = text("asset")
            else { return nil }
            self = .invoice(invoice: invoice, outcome, asset: asset, amount: amount)
        default: return nil
        }
    }
}
