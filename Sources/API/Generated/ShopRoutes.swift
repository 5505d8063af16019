// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the offers of a shop, those of the venue file among them, the latest change first.
    package static let shopOffers = Endpoint<NoBody, ShopOffersBody>(
        "shopOffers", .get, "/api/merchant/{venue}/{major}/offers",
        "Lists the offers of a shop, those of the venue file among them, the latest change first.", needsRole: .merchant
    )
    /// Tells of one offer.
    package static let shopOffer = Endpoint<NoBody, ShopOfferBody>(
        "shopOffer", .get, "/api/merchant/{venue}/{major}/offers/{id}", "Tells of one offer.", needsRole: .merchant)
    /// Keeps a draft of an offer as its next version; with `If-Match` 0 it is a new offer, whose identifier is 32
    /// hexadecimal digits of your own.
    package static let saveShopOffer = Endpoint<ShopOfferTermsBody, ShopOfferBody>(
        "saveShopOffer", .put, "/api/merchant/{venue}/{major}/offers/{id}",
        "Keeps a draft of an offer as its next version; with `If-Match` 0 it is a new offer, whose identifier is 32 hexadecimal digits of your own.",
        needsRole: .merchant)
    /// Deletes an offer that was never published; `restoreShopOffer` undoes it.
    package static let deleteShopOffer = Endpoint<NoBody, ShopOfferBody>(
        "deleteShopOffer", .delete, "/api/merchant/{venue}/{major}/offers/{id}",
        "Deletes an offer that was never published; `restoreShopOffer` undoes it.", needsRole: .merchant)
    /// Restores an offer that was deleted.
    package static let restoreShopOffer = Endpoint<NoBody, ShopOfferBody>(
        "restoreShopOffer", .post, "/api/merchant/{venue}/{major}/offers/{id}/restore",
        "Restores an offer that was deleted.", needsRole: .merchant)
    /// Publishes the newest version, 10 seconds from now or later; coupons that were given stay as they are.
    package static let publishShopOffer = Endpoint<ShopOfferPublicationBody, ShopOfferBody>(
        "publishShopOffer", .post, "/api/merchant/{venue}/{major}/offers/{id}/publish",
        "Publishes the newest version, 10 seconds from now or later; coupons that were given stay as they are.",
        needsRole: .merchant)
    /// Takes back a publication that has not begun; what was given before goes on.
    package static let undoShopOffer = Endpoint<NoBody, ShopOfferBody>(
        "undoShopOffer", .post, "/api/merchant/{venue}/{major}/offers/{id}/undo",
        "Takes back a publication that has not begun; what was given before goes on.", needsRole: .merchant)
    /// Gives an offer to nobody any more; coupons that were given stay as they are.
    package static let endShopOffer = Endpoint<NoBody, ShopOfferBody>(
        "endShopOffer", .post, "/api/merchant/{venue}/{major}/offers/{id}/end",
        "Gives an offer to nobody any more; coupons that were given stay as they are.", needsRole: .merchant)
    /// Tells what was done to an offer and by whom, the newest first.
    package static let shopOfferVersions = Endpoint<NoBody, ShopOfferVersionsBody>(
        "shopOfferVersions", .get, "/api/merchant/{venue}/{major}/offers/{id}/versions",
        "Tells what was done to an offer and by whom, the newest first.", needsRole: .merchant)
    /// Redeems a coupon by the code that its owner shows, once for each key of the till.
    package static let redeemCoupon = Endpoint<CouponShownBody, RedemptionBody>(
        "redeemCoupon", .post, "/api/merchant/{venue}/{major}/redemptions",
        "Redeems a coupon by the code that its owner shows, once for each key of the till.", needsRole: .merchant)
    /// Lists what was redeemed from an instant on and until another, the newest first.
    package static let shopRedemptions = Endpoint<NoBody, ShopRedemptionsBody>(
        "shopRedemptions", .get, "/api/merchant/{venue}/{major}/redemptions",
        "Lists what was redeemed from an instant on and until another, the newest first.", query: ["from", "to"],
        needsRole: .merchant)
    /// Tells what was redeemed as a table for spreadsheets, in the time zone of the venue.
    package static let shopRedemptionsTable = Route(
        "shopRedemptionsTable", .get, "/api/merchant/{venue}/{major}/exports/redemptions",
        "Tells what was redeemed as a table for spreadsheets, in the time zone of the venue.",
        query: ["from", "to", "separator"], needsRole: .merchant, answer: .text(mediaType: "text/csv"))

    /// These, in the order in which documents list them.
    static let shopRoutes: [Route] = [
        shopOffers.route, shopOffer.route, saveShopOffer.route, deleteShopOffer.route, restoreShopOffer.route,
        publishShopOffer.route, undoShopOffer.route, endShopOffer.route, shopOfferVersions.route, redeemCoupon.route,
        shopRedemptions.route, shopRedemptionsTable,
    ]
}
