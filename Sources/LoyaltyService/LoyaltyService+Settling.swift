import Basics
import HTTPKit
import LedgerService
import Loyalty
import Presence
import ServiceKit
import Storage
import Synchronization

extension LoyaltyService {
    /// How long a visit's coupons and points wait among the fresh ones, in seconds.
    static let settlingSeconds: Int64 = 300

    /// How far back what is dated by the day is written anew, in seconds: a day of any time zone, and one more, so that
    /// the last batch of a day says nothing of its evening.
    private static let rewritingSeconds: Int64 = 2 * 86_400

    /// The tables in which rows that named an account have been changed or deleted.
    static let tablesToTidy = [
        "sightings", "recent_places", "last_places", "fresh_coupons", "coupons", "redemptions", "transfers", "postings",
        "balances",
    ]

    /// Moves what visits left of accounts to where it stays, for all visits of the last minutes at once.
    ///
    /// Whatever stays is dated by the day. It is written in a random order and in one transaction with everything else of
    /// its day (or in a few, by parts that are random themselves), so that neither the place of a row nor the number of
    /// its transaction tells at what time in the day it came. What is lost on the way is lost in no crash: the fresh rows
    /// are as durable as the visit, and go in the transaction that writes the others.
    func settle(at now: Timestamp) async throws(ServiceError) {
        try await settlePlaces(at: now)
        let random = random
        let day = Timestamp(day: now.day).advanced(bySeconds: -Self.rewritingSeconds)
        let counts = try await database.reading {
            try SettlementStore($0, random: random).couponCounts(since: day)
        }
        // A process that ended between the two halves left the second one to do.
        guard counts.fresh > 0 || !settling.isClean else { return }
        let parts = SettlementStore.Part.all(of: counts.fresh + counts.settled)
        settling.isClean = false
        let tell = tellOfOffer
        for part in parts {
            try await database.writingMarket { connection in
                let settled = try SettlementStore(connection, random: random).settleCoupons(part, since: day)
                guard let tell else { return }
                let shops = CouponStore(connection)
                for coupon in settled {
                    guard let shop = try shops.shop(ofOffer: coupon.offer, in: coupon.venue) else { continue }
                    try tell(coupon.account, shop, now, connection)
                }
            }
        }
        for part in parts {
            try await database.writingMarket { try SettlementStore($0, random: random).shufflePoints(part, since: day) }
        }
        settling.isClean = true
    }

    /// Forgets the metre and the millisecond of places whose quarter of an hour was over minutes ago.
    private func settlePlaces(at now: Timestamp) async throws(ServiceError) {
        let venues = try await directory.snapshot(at: now)
        let closed = PresencePolicy.quarter(of: now.advanced(bySeconds: -PresencePolicy.exactSeconds))
        let (random, policy, limit) = (random, policy, SettlementStore.Part.rows)
        var moved = limit
        while moved == limit {
            moved = try await database.writing { connection in
                try SettlementStore(connection, random: random).settlePlaces(before: closed, limit: limit) {
                    now < venues.end(ofPlaceIn: $0, quarter: $1, by: policy)
                }
            }
        }
    }

    /// Removes last places that exclude nothing any more: looks at some thousands of accounts, and goes on from there the
    /// next time.
    func pruneLastPlaces(at now: Timestamp) async throws(ServiceError) {
        let venues = try await directory.snapshot(at: now)
        let (random, policy, batchSize) = (random, policy, 500)
        for _ in 0..<20 {
            let cursor = settling.cursor
            let batch = try await database.reading {
                try SettlementStore($0, random: random).lastPlaces(after: cursor, limit: batchSize).map {
                    LastPlace(account: $0.account, venue: $0.venue, quarter: $0.quarter)
                }
            }
            let old = batch.filter { now >= venues.end(ofPlaceIn: $0.venue, quarter: $0.quarter, by: policy) }
            if !old.isEmpty {
                try await database.writing { connection in
                    let store = SettlementStore(connection, random: random)
                    for place in old { try store.deleteLastPlace(of: place.account, quarter: place.quarter) }
                }
            }
            settling.cursor = batch.count == batchSize ? batch.last?.account ?? [] : []
            if batch.count < batchSize { return }
        }
    }
}

extension VenueSnapshot {
    /// The instant from which somebody who was in `venue` in this quarter of an hour can be in any other venue.
    ///
    /// Where there is no other venue, that is long over: a last place would exclude nothing.
    func end(ofPlaceIn venue: UUID128, quarter: Timestamp, by policy: PresencePolicy) -> Timestamp {
        guard let here = self[venue] else { return Timestamp(milliseconds: .min) }
        let metres = all.filter { $0.venue.uuid != venue }.map { here.place.venueDistance(to: $0.place) }
        guard let farthest = metres.max() else { return Timestamp(milliseconds: .min) }
        return quarter.advanced(bySeconds: policy.horizonSeconds(metres: farthest))
    }
}

/// In which venue an account was last, and in which quarter of an hour.
private struct LastPlace: Sendable {
    let account: [UInt8]
    let venue: UUID128
    let quarter: Timestamp
}

/// How far settling has come.
final class SettlingProgress: Sendable {
    private struct State {
        var cursor: [UInt8] = []
        var isClean = false
        var last = Timestamp(milliseconds: .min)
    }

    private let state = Mutex(State())

    /// The account whose last place was looked at last; empty at the beginning.
    var cursor: [UInt8] {
        get { state.withLock { $0.cursor } }
        set { state.withLock { $0.cursor = newValue } }
    }

    /// Whether what was moved has been written anew as well, as far as this process knows.
    var isClean: Bool {
        get { state.withLock { $0.isClean } }
        set { state.withLock { $0.isClean = newValue } }
    }

    /// Whether it is time again at `now`; asking takes note of it.
    func isDue(at now: Timestamp) -> Bool {
        state.withLock { state in
            let elapsed = now.milliseconds(since: state.last)
            guard elapsed < 0 || elapsed >= LoyaltyService.settlingSeconds * 1000 else { return false }
            state.last = now
            return true
        }
    }

    /// Makes it due at once, because something was left to do.
    func again() {
        state.withLock { $0.last = Timestamp(milliseconds: .min) }
    }
}
