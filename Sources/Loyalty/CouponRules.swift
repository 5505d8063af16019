import Basics

/// What has become of one offer so far, as far as the rules of giving need to know.
package struct OfferHistory: Hashable, Sendable {
    /// Coupons given to all visitors together, deleted ones included.
    package var given: Int
    /// Whether this visitor has had it, even if it was deleted since.
    package var isReceived: Bool

    /// The history of an offer.
    package init(given: Int = 0, isReceived: Bool = false) {
        self.given = given
        self.isReceived = isReceived
    }
}

/// Why a proved visit does not give an offer.
package enum OfferRefusal: String, Sendable, CaseIterable {
    /// Its validity has not begun.
    case notYetValid
    /// Its validity is over.
    case expired
    /// It is not given in this hour of the week.
    case closed
    /// This visitor has had it: each offer comes once.
    case received
    /// All of its coupons are given.
    case usedUp
}

extension Offer {
    /// Why a visit proved at `instant` does not give this offer, or nil when it does.
    package func refusal(at instant: Timestamp, localMinuteOfWeek: Int, history: OfferHistory) -> OfferRefusal? {
        if instant < validFrom { return .notYetValid }
        if instant >= givenUntil { return .expired }
        if !hours.contains(minuteOfWeek: localMinuteOfWeek) { return .closed }
        if history.isReceived { return .received }
        if let limit, history.given >= limit { return .usedUp }
        return nil
    }
}

extension Venue {
    /// The offers that a visit to the shop `major`, proved at `instant`, gives, in the order of the file.
    ///
    /// `history` is asked only for offers that are valid and open.
    package func offersGiven(
        major: UInt16, at instant: Timestamp, localMinuteOfWeek: Int, history: (Offer) throws -> OfferHistory
    ) rethrows -> [Offer] {
        try offers(major: major).filter { offer in
            guard offer.isOpen(at: instant, localMinuteOfWeek: localMinuteOfWeek) else { return false }
            let past = try history(offer)
            return offer.refusal(at: instant, localMinuteOfWeek: localMinuteOfWeek, history: past) == nil
        }
    }
}
