// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells which shops may know of your visits.
    package static let choices = Endpoint<NoBody, ChoicesBody>(
        "choices", .get, "/api/choices", "Tells which shops may know of your visits.", needsSession: true)
    /// Replaces the shops that may know of your visits.
    package static let setChoices = Endpoint<ChoicesBody, ChoicesBody>(
        "setChoices", .put, "/api/choices", "Replaces the shops that may know of your visits.", needsSession: true)
    /// Proves a visit with a code that was heard.
    package static let recordSighting = Endpoint<SightingBody, SightingReceiptBody>(
        "recordSighting", .post, "/api/sightings", "Proves a visit with a code that was heard.", needsSession: true)
    /// Lists the visits of this session.
    package static let visits = Endpoint<NoBody, VisitsBody>(
        "visits", .get, "/api/visits", "Lists the visits of this session.", needsSession: true)
    /// Lists your coupons.
    package static let coupons = Endpoint<NoBody, CouponsBody>(
        "coupons", .get, "/api/coupons", "Lists your coupons.", needsSession: true)
    /// Deletes a coupon; `restoreCoupon` undoes it.
    package static let deleteCoupon = Endpoint<NoBody, NoBody>(
        "deleteCoupon", .delete, "/api/coupons/{id}", "Deletes a coupon; `restoreCoupon` undoes it.", needsSession: true
    )
    /// Restores a coupon that was deleted.
    package static let restoreCoupon = Endpoint<NoBody, CouponBody>(
        "restoreCoupon", .post, "/api/coupons/{id}/restore", "Restores a coupon that was deleted.", needsSession: true)
    /// Streams your own events as they happen.
    package static let userStream = Route(
        "userStream", .get, "/api/stream", "Streams your own events as they happen.", needsSession: true,
        answer: .events([
            .init("sighting.accepted", SightingAcceptedBody.self),
            .init("sighting.rejected", SightingRejectedBody.self), .init("offer.received", CouponBody.self),
            .init("notification", NotificationBody.self), .init("market.stale", MarketStaleBody.self),
            .init("market.changed", MarketOwnChangesBody.self),
        ]))

    /// These, in the order in which documents list them.
    static let loyaltyRoutes: [Route] = [
        choices.route, setChoices.route, recordSighting.route, visits.route, coupons.route, deleteCoupon.route,
        restoreCoupon.route, userStream,
    ]
}
