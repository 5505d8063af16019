import API
import Basics
import HTTPKit
import Loyalty
import ServiceKit

extension OfferTerms {
    /// What a body says.
    ///
    /// - Parameter earlier: What the offer said before; its languages may stay.
    /// - Throws: `request.invalid` for a day that is none and a stretch that ends before it begins.
    init(_ body: ShopOfferTermsBody, after earlier: ShopOfferTermsBody) throws(ServiceError) {
        var faults: [VenueFault] = []
        func day(_ text: String?, _ path: String) -> Int64? {
            guard let text else { return nil }
            guard let day = Timestamp(dayText: text)?.day,
                (1970...9998).contains(CivilDate(daysSinceEpoch: day).year)
            else {
                faults.append(VenueFault(path: path, message: "is no day such as 2026-12-24"))
                return nil
            }
            return day
        }
        let (first, last) = (day(body.validFrom, "validFrom"), day(body.validUntil, "validUntil"))
        var hours: [WeeklyStretch] = []
        for (index, written) in body.hours.enumerated() {
            if let weekday = Weekday(key: written.day.rawValue),
                let stretch = WeeklyStretch(day: weekday, from: written.from, to: written.to)
            {
                hours.append(stretch)
            } else {
                faults.append(
                    VenueFault(path: "hours[\(index)]", message: "does not end after it begins, or a day later"))
            }
        }
        guard faults.isEmpty else { throw .shop(.invalidOffer(faults)) }
        self.init(
            text: body.text, firstDay: first, lastDay: last, hours: hours, points: body.points, limit: body.limit,
            otherLanguages: Set(earlier.text.keys))
    }
}

extension ShopOfferBody {
    init(_ offer: ShopOffer) {
        self.init(
            id: offer.head.id, version: Int(offer.head.version), state: offer.state, isFromFile: offer.isFromFile,
            terms: offer.head.terms, isChanged: offer.isChanged, running: offer.running.map(ShopOfferRunBody.init),
            planned: offer.planned.map(ShopOfferRunBody.init), savedAt: offer.head.changedAt, savedBy: offer.savedBy,
            redeemed: offer.redeemed,
            faults: offer.faults.map { ShopOfferFaultBody(path: $0.path, message: $0.message) })
    }
}

extension ShopOfferRunBody {
    fileprivate init(_ given: ShopOffer.Given) {
        self.init(
            version: Int(given.run.version), from: given.run.from, until: given.run.until, terms: given.terms)
    }
}

extension TillQuestion {
    /// What a body asks.
    ///
    /// - Throws: `request.invalid` for a till whose name cannot be shown.
    init(_ body: CouponShownBody) throws {
        guard let key = [UInt8](hexadecimal: body.key) else {
            throw BodyError.invalid([Fault(path: "$.key", message: "must be 32 hexadecimal digits")])
        }
        let isShown =
            body.till.unicodeScalars.allSatisfy { !$0.properties.isWhitespace || $0 == " " }
            && !body.till.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isShown else {
            throw BodyError.invalid([Fault(path: "$.till", message: "must be a name of one line")])
        }
        self.init(code: body.code, key: key, till: body.till, shownAt: body.shownAt, sentAt: body.sentAt)
    }
}

extension RedemptionBody {
    init(_ answer: TillAnswer) {
        self.init(outcome: answer.outcome, clockSeconds: Int(answer.clockSeconds))
        switch answer.result {
        case .redeemed(let text, let points, let at): (self.text, self.points, usedAt) = (text, points, at)
        case .used(let text, let at, let till): (self.text, usedAt, self.till) = (text, at, till)
        case .expired(let text, let at): (self.text, validUntil) = (text, at)
        case .photographed(let count), .early(let count): halfMinutes = Int(count)
        case .otherShop, .unknown, .keyReused, nil: break
        }
    }
}

extension ShopRedemptionBody {
    init(_ coupon: RedeemedCoupon, of shop: ShopKey) {
        self.init(
            offer: coupon.offerID(in: shop.venue), text: coupon.text, points: coupon.points, at: coupon.at,
            till: coupon.till)
    }
}
