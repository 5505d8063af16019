import Time

/// What an account was told.
public struct InboxBody: APIBody {
    /// The newest first.
    public var notifications: [NotificationBody]
    /// How many have not been read.
    public var unread: Int

    /// What an account was told.
    public init(notifications: [NotificationBody], unread: Int) {
        self.notifications = notifications
        self.unread = unread
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Inbox", "What an account was told.",
        [
            .required("notifications", .list(of: NotificationBody.schema), "The newest first."),
            .required("unread", .count, "How many have not been read."),
        ])
    /// An example with every optional property present.
    public static let example = InboxBody(notifications: [.example], unread: 1)
}

/// Something that an account was told, in an answer and as an event.
public struct NotificationBody: APIBody {
    /// What names it.
    public var id: String
    /// What it tells; the properties that follow depend on it.
    public var kind: String
    /// When it happened; of a device, the beginning of the day.
    public var at: Timestamp
    /// Whether it was read.
    public var isRead: Bool
    /// The market, of an order or a price.
    public var market: String?
    /// The order that was executed.
    public var order: String?
    /// What the order did.
    public var side: String?
    /// The price that was reached, or the limit of the order when it has one.
    public var price: String?
    /// How much was executed or moved.
    public var amount: String?
    /// How the price was reached, or which way the money goes.
    public var direction: String?
    /// The asset of a request or an invoice.
    public var asset: String?
    /// The request that was decided.
    public var request: String?
    /// The invoice whose payment could not be changed at once.
    public var invoice: String?
    /// The device that was approved.
    public var label: String?

    /// Something that an account was told, in an answer and as an event.
    public init(
        id: String, kind: String, at: Timestamp, isRead: Bool, market: String? = nil, order: String? = nil,
        side: String? = nil, price: String? = nil, amount: String? = nil, direction: String? = nil,
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
    public static let schema = Schema.object(
        "Notification", "Something that an account was told, in an answer and as an event.",
        [
            .required("id", .text(100), "What names it."),
            .required(
                "kind",
                .oneOf([
                    "order.executed", "price.reached", "device.approved", "request.settled", "request.refused",
                    "invoice.delayed", "invoice.changed", "invoice.kept",
                ]),
                "What it tells; the properties that follow depend on it."),
            .required("at", .dateTime, "When it happened; of a device, the beginning of the day."),
            .required("isRead", .boolean, "Whether it was read."),
            .optional("market", .text(20), "The market, of an order or a price."),
            .optional("order", .text(100), "The order that was executed."),
            .optional("side", .oneOf(["buy", "sell"]), "What the order did."),
            .optional("price", .text(100), "The price that was reached, or the limit of the order when it has one."),
            .optional("amount", .text(100), "How much was executed or moved."),
            .optional(
                "direction", .oneOf(["above", "below", "deposit", "withdrawal"]),
                "How the price was reached, or which way the money goes."),
            .optional("asset", .text(20), "The asset of a request or an invoice."),
            .optional("request", .text(100), "The request that was decided."),
            .optional("invoice", .text(100), "The invoice whose payment could not be changed at once."),
            .optional("label", .text(100), "The device that was approved."),
        ])
    /// An example with every optional property present.
    public static let example = NotificationBody(
        id: "0193a1b2c3d4", kind: "price.reached", at: Example.now, isRead: false, market: "ETHCLP", order: "O6572150",
        side: "buy", price: "10000", amount: "0.3", direction: "above", asset: "CLP", request: "12",
        invoice: "P123456789012345", label: "Firefox, Linux")
}

/// What an account wants to be told of markets.
public struct AlertsBody: APIBody {
    /// The oldest first.
    public var alerts: [AlertBody]

    /// What an account wants to be told of markets.
    public init(alerts: [AlertBody]) {
        self.alerts = alerts
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Alerts", "What an account wants to be told of markets.",
        [
            .required("alerts", .list(of: AlertBody.schema), "The oldest first.")
        ])
    /// An example with every optional property present.
    public static let example = AlertsBody(alerts: [.example])
}

/// An alert to be made: of a price when it has one, else of own orders.
public struct AlertDraftBody: APIBody {
    /// The market; for own orders it may be missing, and means all of them.
    public var market: String?
    /// Whether prices at or above it count, or those at or below it.
    public var direction: String?
    /// The price, a decimal number in the market's quote asset.
    public var price: String?

    /// An alert to be made: of a price when it has one, else of own orders.
    public init(market: String? = nil, direction: String? = nil, price: String? = nil) {
        self.market = market
        self.direction = direction
        self.price = price
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "AlertDraft", "An alert to be made: of a price when it has one, else of own orders.",
        [
            .optional("market", .text(20), "The market; for own orders it may be missing, and means all of them."),
            .optional(
                "direction", .oneOf(["above", "below"]), "Whether prices at or above it count, or those at or below it."
            ),
            .optional("price", .text(40), "The price, a decimal number in the market's quote asset."),
        ])
    /// An example with every optional property present.
    public static let example = AlertDraftBody(market: "ETHCLP", direction: "above", price: "10000")
}

/// What an account wants to be told of a market.
public struct AlertBody: APIBody {
    /// What names it.
    public var id: String
    /// Whether it waits for a price, or for own orders to be executed.
    public var kind: String
    /// The market; all of them when it is missing.
    public var market: String?
    /// Whether prices at or above it count, or those at or below it.
    public var direction: String?
    /// The price, a decimal number in the market's quote asset.
    public var price: String?

    /// What an account wants to be told of a market.
    public init(id: String, kind: String, market: String? = nil, direction: String? = nil, price: String? = nil) {
        self.id = id
        self.kind = kind
        self.market = market
        self.direction = direction
        self.price = price
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Alert", "What an account wants to be told of a market.",
        [
            .required("id", .text(100), "What names it."),
            .required(
                "kind", .oneOf(["price", "orders"]), "Whether it waits for a price, or for own orders to be executed."),
            .optional("market", .text(20), "The market; all of them when it is missing."),
            .optional(
                "direction", .oneOf(["above", "below"]), "Whether prices at or above it count, or those at or below it."
            ),
            .optional("price", .text(40), "The price, a decimal number in the market's quote asset."),
        ])
    /// An example with every optional property present.
    public static let example = AlertBody(
        id: "0193a1b2c3d4", kind: "price", market: "ETHCLP", direction: "above", price: "10000")
}
