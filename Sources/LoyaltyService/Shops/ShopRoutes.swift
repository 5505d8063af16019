import API
import Basics
import Beacons
import HTTPKit
import HTTPTypes
import Hummingbird
import Loyalty
import NIOCore

extension RouteHandlers {
    /// What merchants do with their offers and tills; the table of routes asks for the role at each of them.
    package mutating func addShopRoutes(_ shops: ShopService) {
        on(Routes.shopOffers) { call in
            let (place, offers) = try await shops.offers(of: try call.ownShop, by: try call.session.accountID)
            return ShopOffersBody(
                offers: offers.map(ShopOfferBody.init), shop: place.reference.name, timeZone: place.timeZone)
        }
        on(Routes.shopOffer) { call in
            ShopOfferBody(
                try await shops.offer(try call.offer, of: try call.ownShop, by: try call.session.accountID))
        }
        on(Routes.saveShopOffer) { call, body in
            ShopOfferBody(
                try await shops.save(
                    body, as: try call.offer, from: try call.matchedNumber, in: try call.ownShop,
                    by: try call.session.accountID))
        }
        on(Routes.deleteShopOffer) { call in
            ShopOfferBody(
                try await shops.delete(
                    try call.offer, from: try call.matchedNumber, in: try call.ownShop, by: try call.session.accountID))
        }
        on(Routes.restoreShopOffer) { call in
            ShopOfferBody(
                try await shops.restore(
                    try call.offer, from: try call.matchedNumber, in: try call.ownShop, by: try call.session.accountID))
        }
        on(Routes.publishShopOffer) { call, body in
            ShopOfferBody(
                try await shops.publish(
                    try call.offer, at: body.at, from: try call.matchedNumber, in: try call.ownShop,
                    by: try call.session.accountID))
        }
        on(Routes.undoShopOffer) { call in
            ShopOfferBody(
                try await shops.undo(
                    try call.offer, from: try call.matchedNumber, in: try call.ownShop, by: try call.session.accountID))
        }
        on(Routes.endShopOffer) { call in
            ShopOfferBody(
                try await shops.end(
                    try call.offer, from: try call.matchedNumber, in: try call.ownShop, by: try call.session.accountID))
        }
        on(Routes.shopOfferVersions) { call in
            let changes = try await shops.changes(
                of: try call.offer, in: try call.ownShop, by: try call.session.accountID)
            return ShopOfferVersionsBody(
                versions: changes.map { change, by in
                    ShopOfferVersionBody(
                        version: Int(change.version), change: change.change, at: change.at, by: by, terms: change.terms)
                })
        }
        addTillRoutes(shops)
    }

    private mutating func addTillRoutes(_ shops: ShopService) {
        on(Routes.redeemCoupon) { call, body in
            let answer = try await shops.redeem(
                try TillQuestion(body), in: try call.ownShop, by: try call.session.accountID)
            return RedemptionBody(answer)
        }
        on(Routes.shopRedemptions) { call in
            let (shop, period) = (try call.ownShop, try call.period)
            let (redeemed, total) = try await shops.redemptions(
                of: shop, from: period.lowerBound, until: period.upperBound, limit: ShopService.mostListed,
                by: try call.session.accountID)
            return ShopRedemptionsBody(redemptions: redeemed.map { ShopRedemptionBody($0, of: shop) }, total: total)
        }
        respond(Routes.shopRedemptionsTable) { call in
            let period = try call.period
            let separator: Character =
                switch try call.optional(RouteParameters.separator) {
                case .semicolon: ";"
                case .tab: "\t"
                case .comma, nil: ","
                }
            let table = try await shops.redemptionsTable(
                of: try call.ownShop, from: period.lowerBound, until: period.upperBound, separator: separator,
                by: try call.session.accountID)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/csv;charset=UTF-8", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"redemptions.csv\"",
                ], body: .init(byteBuffer: ByteBuffer(bytes: table)))
        }
    }
}

extension RouteCall {
    /// The offer that the path names: 32 hexadecimal digits.
    fileprivate var offer: String {
        get throws(ServiceError) {
            let unknown = ServiceError.shop(.unknownOffer)
            let id = try value(RouteParameters.id, or: unknown)
            guard id.utf8.count == 32, let bytes = [UInt8](hexadecimal: id), bytes.hexadecimal == id else {
                throw unknown
            }
            return id
        }
    }

    /// From when until when; for all times when the query does not say.
    fileprivate var period: Range<Timestamp> {
        get throws {
            let from = Timestamp(milliseconds: Int64(try optional(RouteParameters.from) ?? 0))
            let until = try optional(RouteParameters.to).map { Timestamp(milliseconds: Int64($0)) }
            return from..<max(from, until ?? Timestamp(milliseconds: .max))
        }
    }
}
