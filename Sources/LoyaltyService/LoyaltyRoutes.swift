import API
import Basics
import Beacons
import HTTPKit
import Loyalty
import Presence

extension RouteHandlers {
    /// What somebody who is signed in does with shops.
    package mutating func addLoyaltyRoutes(_ loyalty: LoyaltyService, _ figures: ServerMetrics) {
        let sightings = figures.outcomes("cerca_sightings_total", "Sightings by what they ended as.")
        on(Routes.choices) { call in
            ChoicesBody(try await loyalty.choices(of: try call.session))
        }
        on(Routes.setChoices) { call, body in
            let session = try call.session
            try await loyalty.setChoices(try body.shops.map { try $0.choice }, of: session)
            return ChoicesBody(try await loyalty.choices(of: session))
        }
        on(Routes.recordSighting) { call, body in
            let sighting = try body.sighting
            do {
                let receipt = try await loyalty.recordSighting(
                    sighting, session: try call.session, telemetry: body.telemetry?.frame)
                sightings.count(receipt.isDisputed ? "disputed" : "accepted")
                return SightingReceiptBody(receipt)
            } catch {
                // Only refusals for the proof are counted: what was not chosen leaves no trace, not even here.
                if case ServiceError.refused(let rejection as PresenceRejection) = error {
                    sightings.count(rejection.code)
                }
                throw error
            }
        }
        on(Routes.visits) { call in
            VisitsBody(
                visits: try await loyalty.visits(of: try call.session).map { visit in
                    VisitBody(
                        id: visit.id, shop: ShopReferenceBody(visit.shop), at: visit.stay.from,
                        until: visit.stay.until, proofs: visit.stay.proofs.map(\.id), disputed: visit.stay.isDisputed)
                })
        }
        on(Routes.coupons) { call in
            let now = loyalty.clock.now()
            return CouponsBody(
                coupons: try await loyalty.coupons(of: try call.session).map { CouponBody($0, at: now) })
        }
        on(Routes.deleteCoupon) { call in
            try await loyalty.deleteCoupon(try call.value(RouteParameters.id), of: try call.session)
        }
        on(Routes.restoreCoupon) { call in
            CouponBody(
                try await loyalty.restoreCoupon(try call.value(RouteParameters.id), of: try call.session),
                at: loyalty.clock.now())
        }
    }
}

extension SightingBody {
    /// The sighting that this body tells of.
    ///
    /// - Throws: `BodyError` for a number that no beacon has; the schema has refused all else already.
    package var sighting: PresenceSighting {
        get throws(BodyError) {
            guard let uuid = UUID128(uuid) else { throw .invalid([Fault(path: "$.uuid", message: "must be a UUID")]) }
            guard let code = SecurityCode(hexadecimal: code) else {
                throw .invalid([Fault(path: "$.code", message: "must be 28 hexadecimal digits")])
            }
            let identity = BeaconIdentity(
                uuid: uuid, major: UInt16(clamping: major), minor: UInt16(clamping: minor))
            return PresenceSighting(identity: identity, code: code, heardAt: heardAt)
        }
    }
}

extension BeaconTelemetryBody {
    fileprivate var frame: EddystoneTLM {
        EddystoneTLM(
            millivolts: UInt16(clamping: millivolts), temperature256: Int16(clamping: temperature256),
            advertisements: UInt32(clamping: advertisements), uptimeDeciseconds: UInt32(clamping: uptimeDeciseconds))
    }
}

extension ShopChoiceBody {
    fileprivate var choice: ShopChoice {
        get throws(ServiceError) {
            guard let venue = UUID128(venue) else { throw .loyalty(.unknownShop) }
            return ShopChoice(venue: venue, major: UInt16(clamping: major), term: term.map(Term.init))
        }
    }
}

extension ChoicesBody {
    fileprivate init(_ choices: [ShopChoice]) {
        self.init(
            shops: choices.map { choice in
                ShopChoiceBody(
                    venue: choice.venue.description, major: Int(choice.major), term: choice.term.map(ShopTerm.init))
            })
    }
}

extension Term {
    /// The term that this word names.
    init(_ word: ShopTerm) {
        self =
            switch word {
            case .coupons: .coupons
            case .visits: .visits
            case .habits: .habits
            }
    }
}

extension ShopTerm {
    /// A term as it travels.
    init(_ term: Term) {
        self =
            switch term {
            case .coupons: .coupons
            case .visits: .visits
            case .habits: .habits
            }
    }
}

extension SightingReceiptBody {
    fileprivate init(_ receipt: SightingReceipt) {
        self.init(
            shop: ShopReferenceBody(receipt.shop), visit: receipt.visit, at: receipt.at,
            disputed: receipt.isDisputed, offers: receipt.coupons.map { CouponBody($0, at: receipt.at) })
    }
}

extension ShopReferenceBody {
    /// A shop as it travels.
    init(_ shop: ShopReference) {
        self.init(venue: shop.venue.description, major: Int(shop.major), name: shop.name)
    }
}

extension CouponBody {
    /// A coupon as it travels to its owner, at `now`.
    init(_ coupon: Coupon, at now: Timestamp) {
        let state: CouponState = coupon.usedOn != nil ? .used : coupon.validUntil <= now ? .expired : .open
        self.init(
            id: coupon.id, shop: ShopReferenceBody(coupon.shop), text: coupon.text, points: coupon.points,
            receivedAt: coupon.receivedAt, validUntil: coupon.validUntil, state: state, usedOn: coupon.usedOn,
            pointsPaid: coupon.paysRedeemed ? .redeemed : .received,
            secret: state == .open ? coupon.secret.hexadecimal : nil)
    }
}
