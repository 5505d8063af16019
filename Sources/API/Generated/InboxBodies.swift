// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// From which side a price is reached.
package enum AlertDirection: String, CaseIterable, Codable, Sendable {
    /// The price or a higher one.
    case above
    /// The price or a lower one.
    case below

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["above", "below"])
}

/// What an alert tells of.
package enum AlertKind: String, CaseIterable, Codable, Sendable {
    /// A price is reached.
    case price
    /// An order is executed.
    case orders

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["price", "orders"])
}

/// What a notification tells.
package enum NotificationKind: String, CaseIterable, Codable, Sendable {
    /// An order was executed to its last unit.
    case orderExecuted = "order.executed"
    /// A price was reached.
    case priceReached = "price.reached"
    /// A device was approved.
    case deviceApproved = "device.approved"
    /// A passkey was refused, since there may be a copy of it.
    case passkeyCopied = "passkey.copied"
    /// A deposit or withdrawal was settled.
    case requestSettled = "request.settled"
    /// A deposit or withdrawal was refused.
    case requestRefused = "request.refused"
    /// The payment of an invoice takes longer.
    case invoiceDelayed = "invoice.delayed"
    /// The payment of an invoice was changed into the currency.
    case invoiceChanged = "invoice.changed"
    /// The payment of an invoice was kept as it came.
    case invoiceKept = "invoice.kept"
    /// Somebody sent money.
    case paymentReceived = "payment.received"

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "order.executed", "price.reached", "device.approved", "passkey.copied", "request.settled", "request.refused",
        "invoice.delayed", "invoice.changed", "invoice.kept", "payment.received",
    ])
}

/// From which side a price was reached, or whether money comes or goes.
package enum NotificationDirection: String, CaseIterable, Codable, Sendable {
    /// The price or a higher one.
    case above
    /// The price or a lower one.
    case below
    /// Money comes.
    case deposit
    /// Money goes.
    case withdrawal

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["above", "below", "deposit", "withdrawal"])
}

/// What an account was told.
package struct InboxBody: APIBody {
    /// The newest first.
    package var notifications: [NotificationBody]
    /// How many have not been read.
    package var unread: Int

    /// What an account was told.
    package init(notifications: [NotificationBody], unread: Int) {
        self.notifications = notifications
        self.unread = unread
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Inbox",
        [
            .required("notifications", .list(of: NotificationBody.schema)),
            .required("unread", .count),
        ])
}

/// Something that an account was told, in an answer and as an event.
package struct NotificationBody: APIBody {
    /// What names it.
    package var id: String
    /// What it tells; the properties that follow depend on it.
    package var kind: NotificationKind
    /// When it happened; of a device, the beginning of the day.
    package var at: Timestamp
    /// Whether it was read.
    package var isRead: Bool
    /// The market, of an order or a price.
    package var market: String?
    /// The order that was executed.
    package var order: String?
    /// What the order did.
    package var side: MarketSide?
    /// The price that was reached, or the limit of the order when it has one.
    package var price: String?
    /// How much was executed or moved.
    package var amount: String?
    /// How the price was reached, or which way the money goes.
    package var direction: NotificationDirection?
    /// The asset of a request or an invoice.
    package var asset: String?
    /// The request that was decided.
    package var request: String?
    /// The invoice whose payment could not be changed at once.
    package var invoice: String?
    /// The device that was approved.
    package var label: String?

    /// Something that an account was told, in an answer and as an event.
    package init(
        id: String, kind: NotificationKind, at: Timestamp, isRead: Bool, market: String? = nil, order: String? = nil,
        side: MarketSide? = nil, price: String? = nil, amount: String? = nil, direction: NotificationDirection? = nil,
        asset: String? = nil, request: String? = nil, invoice: String? = nil, label: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.isRead = isRead
        self.market = market
        self.order = order
        self.side = side
        self.price = price
        self.amount = amount
        self.direction = direction
        self.asset = asset
        self.request = request
        self.invoice = invoice
        self.label = label
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Notification",
        [
            .required("id", .text(100)),
            .required("kind", NotificationKind.schema),
            .required("at", .dateTime),
            .required("isRead", .boolean),
            .optional("market", .text(20)),
            .optional("order", .text(100)),
            .optional("side", MarketSide.schema),
            .optional("price", .text(100)),
            .optional("amount", .text(100)),
            .optional("direction", NotificationDirection.schema),
            .optional("asset", .text(20)),
            .optional("request", .text(100)),
            .optional("invoice", .text(100)),
            .optional("label", .text(100)),
        ])
}

/// What an account wants to be told of markets.
package struct AlertsBody: APIBody {
    /// The oldest first.
    package var alerts: [AlertBody]

    /// What an account wants to be told of markets.
    package init(alerts: [AlertBody]) {
        self.alerts = alerts
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Alerts",
        [
            .required("alerts", .list(of: AlertBody.schema))
        ])
}

/// An alert to be made: of a price when it has one, else of own orders.
package struct AlertDraftBody: APIBody {
    /// The market; for own orders it may be missing, and means all of them.
    package var market: String?
    /// Whether prices at or above it count, or those at or below it.
    package var direction: AlertDirection?
    /// The price, a decimal number in the market's quote asset.
    package var price: String?

    /// An alert to be made: of a price when it has one, else of own orders.
    package init(market: String? = nil, direction: AlertDirection? = nil, price: String? = nil) {
        self.market = market
        self.direction = direction
        self.price = price
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AlertDraft",
        [
            .optional("market", .text(20)),
            .optional("direction", AlertDirection.schema),
            .optional("price", .decimal),
        ])
}

/// What an account wants to be told of a market.
package struct AlertBody: APIBody {
    /// What names it.
    package var id: String
    /// Whether it waits for a price, or for own orders to be executed.
    package var kind: AlertKind
    /// The market; all of them when it is missing.
    package var market: String?
    /// Whether prices at or above it count, or those at or below it.
    package var direction: AlertDirection?
    /// The price, a decimal number in the market's quote asset.
    package var price: String?

    /// What an account wants to be told of a market.
    package init(
        id: String, kind: AlertKind, market: String? = nil, direction: AlertDirection? = nil, price: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.market = market
        self.direction = direction
        self.price = price
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Alert",
        [
            .required("id", .text(100)),
            .required("kind", AlertKind.schema),
            .optional("market", .text(20)),
            .optional("direction", AlertDirection.schema),
            .optional("price", .decimal),
        ])
}
