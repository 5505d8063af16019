import API

extension RouteHandlers {
    /// What happens to somebody, as it happens.
    mutating func addUserStreamRoute(_ services: ServerServices) {
        let events = services.events
        stream(Routes.userStream) { call in
            events.subscribe(account: try call.session.accountID).map { try ServerSentEvent($0) }
        }
    }
}

extension ServerSentEvent {
    fileprivate init(_ event: UserEvent) throws {
        switch event {
        case .sightingAccepted(let shop, let visit, let at, let isDisputed):
            try self.init(
                "sighting.accepted",
                SightingAcceptedBody(shop: ShopReferenceBody(shop), visit: visit, at: at, disputed: isDisputed))
        case .sightingRejected(let code, let at):
            try self.init("sighting.rejected", SightingRejectedBody(code: code, at: at))
        case .offerReceived(let coupon):
            try self.init("offer.received", CouponBody(coupon))
        case .notified(let notification):
            try self.init("notification", NotificationBody(notification))
        }
    }
}
