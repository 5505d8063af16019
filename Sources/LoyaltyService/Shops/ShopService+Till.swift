import API
import Basics
import Beacons
import HTTPKit
import LedgerService
import Loyalty
import ServiceKit
import Storage

/// What a till asks.
struct TillQuestion: Sendable {
    let code: String
    let key: [UInt8]
    let till: String
    let shownAt: Timestamp
    let sentAt: Timestamp
}

/// What a till is answered.
struct TillAnswer: Sendable {
    let outcome: RedemptionOutcome
    let result: RedemptionResult?
    /// How far the till's clock is behind the server's, in seconds.
    let clockSeconds: Int64
}

extension ShopService {
    /// How long a till may wait until it asks, in milliseconds.
    private static let longestWait: Int64 = 3 * 86_400_000

    /// Redeems a coupon by its code, once for each key.
    ///
    /// The till's clock may be wrong: only how long ago the coupon was shown by it counts.
    func redeem(
        _ question: TillQuestion, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> TillAnswer {
        let now = clock.now()
        let wait = question.sentAt.milliseconds(since: question.shownAt)
        let behind = now.milliseconds(since: question.sentAt).flooredQuotient(by: 1000)
        let clockSeconds = min(max(behind, -86_400_000), 86_400_000)
        let place = try await loyalty.shopPlace(venue: shop.venue, major: shop.major)
        let key = try await loyalty.couponKey()
        let random = loyalty.random
        let result: RedemptionResult? = try await database.writingMarket { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            guard let place else { throw ServiceError.venueStaff(.notYours) }
            guard wait >= 0, wait <= Self.longestWait else { return nil }
            guard let code = CouponCode(question.code) else { return .unknown }
            let shownAt = now.advanced(byMilliseconds: -wait)
            let showing = CouponShowing(
                code: code, shop: place.reference, till: question.till, key: question.key, shownAt: shownAt,
                day: place.days.beginning(of: place.days.day(of: shownAt)))
            return try RedemptionStore(connection, key: key).redeem(showing, random: random)
        }
        let outcome: RedemptionOutcome
        switch result {
        case nil: outcome = wait < 0 ? .clock : .tooLate
        case .redeemed:
            outcome = .redeemed
            loyalty.noteRedemption()
        case .used: outcome = .used
        case .expired: outcome = .expired
        case .otherShop: outcome = .otherShop
        case .photographed: outcome = .photographed
        case .early: outcome = .early
        case .unknown: outcome = .unknown
        case .keyReused: throw .shop(.keyReused)
        }
        return TillAnswer(outcome: outcome, result: result, clockSeconds: clockSeconds)
    }

    /// What a shop has redeemed from an instant on and until another, the newest first, and how many there are.
    func redemptions(
        of shop: ShopKey, from: Timestamp, until: Timestamp, limit: Int, by account: [UInt8]
    ) async throws(ServiceError) -> (redeemed: [RedeemedCoupon], total: Int) {
        try await database.readingHistory { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            return (
                try RedemptionStore.redeemed(
                    in: shop.venue, shop.major, from: from, until: until, limit: limit, connection: connection),
                try RedemptionStore.count(in: shop.venue, shop.major, from: from, until: until, connection: connection)
            )
        }
    }

    /// What a shop has redeemed as a table for spreadsheets, of 100,000 lines at most: day and minute by the wall clock of
    /// the venue, and the offer.
    func redemptionsTable(
        of shop: ShopKey, from: Timestamp, until: Timestamp, separator: Character, by account: [UInt8]
    ) async throws(ServiceError) -> [UInt8] {
        let (redeemed, _) = try await redemptions(of: shop, from: from, until: until, limit: 100_000, by: account)
        let place = try await place(shop)
        let writer = DelimitedTextWriter(separator: separator, hasDecimalComma: separator == ";")
        var table = DelimitedTextWriter.byteOrderMark
        table += writer.line(["day", "minute", "offer", "text", "points", "till"].map { .word($0) })
        for coupon in redeemed {
            let wall = place.days.wallTime(at: coupon.at)
            let words = coupon.text.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            table += writer.line([
                .word(wall.dayText), .word(String(wall.rfc3339.dropFirst(11).prefix(5))),
                .word(coupon.offerID(in: shop.venue)), .text(words.joined(separator: " / ")),
                .number(String(coupon.points)), .text(coupon.till),
            ])
        }
        return table
    }
}

extension RedeemedCoupon {
    /// The offer as the console calls it, also when it is one of the venue file.
    func offerID(in venue: UUID128) -> String {
        guard let family, let dot = family.firstIndex(of: ".") else {
            return PublishedOffers.consoleID(ofFileOffer: offer, in: venue)
        }
        return String(family[family.index(after: dot)...])
    }
}
