import API
import Accounts
import HTTPKit

extension RouteHandlers {
    /// What people are told, and what they want to be told.
    package mutating func addInboxRoutes(_ inbox: InboxService, _ alerts: AlertService) {
        on(Routes.inbox) { call in
            let notifications = try await inbox.notifications(of: try call.session.accountID)
            return InboxBody(
                notifications: notifications.map(NotificationBody.init),
                unread: notifications.filter { !$0.isRead }.count)
        }
        on(Routes.readInbox) { call in
            try await inbox.markAllRead(of: try call.session.accountID)
        }
        on(Routes.readNotification) { call in
            try await inbox.markRead(try call.value(RouteParameters.id), of: try call.session.accountID)
        }
        on(Routes.deleteNotification) { call in
            try await inbox.delete(try call.value(RouteParameters.id), of: try call.session.accountID)
        }
        on(Routes.restoreNotification) { call in
            NotificationBody(
                try await inbox.restore(try call.value(RouteParameters.id), of: try call.session.accountID))
        }
        on(Routes.alerts) { call in
            AlertsBody(alerts: try await alerts.alerts(of: try call.session.accountID).map(AlertBody.init))
        }
        on(Routes.addAlert) { call, body in
            let account = try call.session.accountID
            switch (body.market, body.price, body.direction) {
            case (let market?, let price?, let direction?):
                return AlertBody(
                    try await alerts.addPriceAlert(
                        market: market, isAbove: direction == .above, price: price, of: account))
            case (let market, nil, nil):
                return AlertBody(try await alerts.addOrderAlert(market: market, of: account))
            default:
                throw ServiceError.inbox(.invalidAlert)
            }
        }
        on(Routes.deleteAlert) { call in
            try await alerts.delete(try call.value(RouteParameters.id), of: try call.session.accountID)
        }
    }
}

extension NotificationBody {
    /// A notification as it travels.
    init(_ notification: InboxNotification) {
        self.init(
            id: notification.id, kind: NotificationKind(notification.content), at: notification.at,
            isRead: notification.isRead)
        switch notification.content {
        case .orderExecuted(let order, let market, let side, let amount, let price):
            (self.order, self.market, self.amount, self.price) = (order, market, amount, price)
            self.side = MarketSide(rawValue: side)
        case .priceReached(let market, let isAbove, let price):
            (self.market, self.direction, self.price) = (market, isAbove ? .above : .below, price)
        case .deviceApproved(let label), .passkeyCopied(let label):
            self.label = label
        case .requestDecided(let request, let isDeposit, _, let asset, let amount):
            (self.request, self.asset, self.amount) = (request, asset, amount)
            direction = isDeposit ? .deposit : .withdrawal
        case .invoice(let invoice, _, let asset, let amount):
            (self.invoice, self.asset, self.amount) = (invoice, asset, amount)
        case .paymentReceived(_, let asset, let amount):
            (self.asset, self.amount) = (asset, amount)
        }
    }
}

extension NotificationKind {
    /// What a notification tells.
    fileprivate init(_ content: InboxContent) {
        switch content {
        case .orderExecuted: self = .orderExecuted
        case .priceReached: self = .priceReached
        case .deviceApproved: self = .deviceApproved
        case .passkeyCopied: self = .passkeyCopied
        case .requestDecided(_, _, let isSettled, _, _): self = isSettled ? .requestSettled : .requestRefused
        case .invoice(_, .delayed, _, _): self = .invoiceDelayed
        case .invoice(_, .changed, _, _): self = .invoiceChanged
        case .invoice(_, .kept, _, _): self = .invoiceKept
        case .paymentReceived: self = .paymentReceived
        }
    }
}

extension AlertBody {
    fileprivate init(_ alert: Alert) {
        self.init(
            id: alert.id, kind: alert.price == nil ? .orders : .price, market: alert.market,
            direction: alert.price.map { $0.isAbove ? .above : .below }, price: alert.price?.price)
    }
}
