import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit

extension LoyaltyService {
    /// How many shops one person may choose.
    package static let choiceLimit = 1000
    /// How many visits, and how many coupons, are listed.
    package static let listLimit = 500
    /// How many proofs of a shop are looked at for its visits: a day at one beacon a minute, and more.
    static let proofLimit = 2000

    /// The shops that the session's owner lets know of their visits.
    package func choices(of session: Session) async throws(ServiceError) -> [ShopChoice] {
        try await database.reading { try ChoiceStore($0).choices(of: session.accountID) }
    }

    /// Replaces the chosen shops, all or none.
    ///
    /// From the moment that this returns, no sighting that is sent reaches a shop that is not among `shops`, and none
    /// leaves more than its term allows. A choice without a term leaves that of its shop as it is, so that a program which
    /// knows nothing of terms raises none; a new one is for visits. Of a shop that is there twice the lower term holds.
    /// Throws `LoyaltyError.unknownShop` when one of them does not exist, and `tooManyChoices`.
    package func setChoices(_ shops: [ShopChoice], of session: Session) async throws(ServiceError) {
        let wanted = Dictionary(shops.map { ($0.shop, $0.term) }) { one, other in
            guard let one, let other else { return one ?? other }
            return min(one, other)
        }
        guard wanted.count <= Self.choiceLimit else { throw .loyalty(.tooManyChoices) }
        let venues = try await directory.snapshot(
            at: clock.now(), having: { venues in wanted.keys.allSatisfy { venues.shop($0.venue, $0.major) != nil } })
        guard wanted.keys.allSatisfy({ venues.shop($0.venue, $0.major) != nil }) else { throw .loyalty(.unknownShop) }
        try await database.writing { connection in
            let store = ChoiceStore(connection)
            let known = try store.choices(of: session.accountID)
            for choice in known where wanted[choice.shop] == nil {
                try store.delete(choice, of: session.accountID)
            }
            let terms = Dictionary(known.map { ($0.shop, $0.term) }) { one, _ in one }
            for (choice, asked) in wanted {
                let (before, term) = (terms[choice] ?? nil, asked ?? (terms[choice] ?? nil) ?? Term.visits)
                if before != term { try store.put(choice, term, of: session.accountID) }
            }
        }
    }

    /// The visits of this session in the shops that its owner chooses now, the newest first: stays, not proofs.
    ///
    /// They are found by the pseudonyms of the session alone. Those of earlier sessions cannot be found by anybody.
    package func visits(of session: Session) async throws(ServiceError) -> [Visit] {
        let venues = try await directory.snapshot(at: clock.now())
        let visits = try await database.reading { connection in
            let store = SightingStore(connection)
            var visits: [Visit] = []
            for choice in try ChoiceStore(connection).choices(of: session.accountID) {
                guard let shop = venues.shop(choice.venue, choice.major) else { continue }
                let pseudonym = session.pseudonymKey.pseudonym(venue: choice.venue.bytes, shop: choice.major)
                let proofs = try store.proofs(of: pseudonym, in: shop, limit: Self.proofLimit)
                visits += Stay.stays(of: proofs).map { Visit(shop: shop, stay: $0) }
            }
            return visits
        }
        return Array(visits.sorted { ($0.stay.from, $0.id) > ($1.stay.from, $1.id) }.prefix(Self.listLimit))
    }

    /// The coupons that the session's owner has and did not delete, those of the last day first.
    package func coupons(of session: Session) async throws(ServiceError) -> [Coupon] {
        let key = try await couponKey()
        let venues = try await directory.snapshot(at: clock.now())
        return try await database.reading { connection in
            let coupons = try CouponStore(connection).coupons(of: session.accountID, limit: Self.listLimit, key: key)
            return try RedemptionStore(connection, key: key).marked(coupons, in: venues)
        }
    }

    /// Deletes a coupon; its offer does not come again.
    ///
    /// Throws `LoyaltyError.unknownCoupon` when the session's owner has no such coupon; one that is deleted already stays
    /// so.
    package func deleteCoupon(_ id: String, of session: Session) async throws(ServiceError) {
        let today = Timestamp(day: clock.now().day)
        try await database.writing { connection in
            guard try CouponStore(connection).setDeleted(id, of: session.accountID, on: today) else {
                throw ServiceError.loyalty(.unknownCoupon)
            }
        }
    }

    /// Undoes the deletion of a coupon.
    ///
    /// Throws `LoyaltyError.unknownCoupon` when the session's owner has no such coupon; one that is not deleted stays so.
    package func restoreCoupon(_ id: String, of session: Session) async throws(ServiceError) -> Coupon {
        let key = try await couponKey()
        let venues = try await directory.snapshot(at: clock.now())
        return try await database.writing { connection in
            let store = CouponStore(connection)
            guard try store.setDeleted(id, of: session.accountID, on: nil),
                let coupon = try store.coupon(id, of: session.accountID, key: key)
            else { throw ServiceError.loyalty(.unknownCoupon) }
            return try RedemptionStore(connection, key: key).marked([coupon], in: venues).first ?? coupon
        }
    }
}
