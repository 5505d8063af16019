import API
import AccountService
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// What merchants do with the offers of their shop, and what their tills do with coupons.
///
/// Each use case asks for the role of whoever acts within the transaction that acts, before it reads anything else: a role
/// that has just ended is worth nothing, and no row of another shop is read.
package struct ShopService: Sendable {
    /// How long a publication waits, so that a slip can be taken back before anybody has a coupon of it, in seconds.
    static let undoSeconds: Int64 = 10
    /// How many offers a shop may have, and how many versions an offer.
    static let mostOffers = 200
    static let mostVersions: Int64 = 500
    /// How many redemptions are listed.
    static let mostListed = 1000

    let database: any Database
    let clock: ServerClock
    let loyalty: LoyaltyService

    /// The shops of the venues that `loyalty` has.
    package init(loyalty: LoyaltyService) {
        self.database = loyalty.database
        self.clock = loyalty.clock
        self.loyalty = loyalty
    }

    /// The shop and its calendar; what is no shop is nobody's.
    func place(_ shop: ShopKey) async throws(ServiceError) -> ShopPlace {
        guard let place = try await loyalty.shopPlace(venue: shop.venue, major: shop.major) else {
            throw .venueStaff(.notYours)
        }
        return place
    }
}

/// An offer as its shop has it.
struct ShopOffer: Sendable {
    /// A version that is or will be given.
    struct Given: Sendable {
        let run: OfferRun
        let terms: ShopOfferTermsBody
    }

    let head: OfferHead
    let state: ShopOfferState
    /// Whether it is as the venue file has it.
    let isFromFile: Bool
    let isChanged: Bool
    let running: Given?
    let planned: Given?
    let savedBy: String?
    let redeemed: Int
    let faults: [VenueFault]
}

extension AuditAction {
    /// What was done to an offer; the subject is the shop's major, the offer and its version.
    fileprivate static func offer(_ change: ShopOfferChange) -> AuditAction {
        AuditAction(rawValue: "offer.\(change.rawValue)")
    }
}

// MARK: - Offers

extension ShopService {
    /// The offers of a shop, those with the latest change first.
    func offers(of shop: ShopKey, by account: [UInt8]) async throws(ServiceError) -> (ShopPlace, [ShopOffer]) {
        let now = clock.now()
        // Whether there is such a shop is told to its merchants alone.
        let place = try await loyalty.shopPlace(venue: shop.venue, major: shop.major)
        let offers: [ShopOffer] = try await database.reading { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            guard let place else { throw ServiceError.venueStaff(.notYours) }
            let counts = try RedemptionStore.counts(in: shop.venue, shop.major, connection: connection)
            let own = try ShopOfferStore(connection, of: shop).heads(limit: Self.mostOffers + VenueLimits.offers)
            let known = Set(own.map(\.id))
            let importedAt = try LoyaltyService.importedAt(of: shop.venue, in: connection) ?? now
            let offers = try own.map { try Self.offer($0, of: shop, place, counts, at: now, connection) }
            let ofFile = try place.fileOffers.filter { !known.contains(place.consoleID(of: $0)) }.map { file in
                try Self.offer(
                    place.head(of: file, importedAt: importedAt), file: file, of: shop, place, counts, at: now,
                    connection)
            }
            return (offers + ofFile).sorted {
                ($1.head.changedAt, $0.head.id) < ($0.head.changedAt, $1.head.id)
            }
        }
        guard let place else { throw .venueStaff(.notYours) }
        return (place, offers)
    }

    /// One offer of a shop.
    func offer(_ id: String, of shop: ShopKey, by account: [UInt8]) async throws(ServiceError) -> ShopOffer {
        let now = clock.now()
        let place = try await place(shop)
        return try await database.reading { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            if let head = try ShopOfferStore(connection, of: shop).head(id) {
                return try Self.offer(head, of: shop, place, nil, at: now, connection)
            }
            guard let file = place.fileOffer(id) else { throw ServiceError.shop(.unknownOffer) }
            let head = place.head(
                of: file, importedAt: try LoyaltyService.importedAt(of: shop.venue, in: connection) ?? now)
            return try Self.offer(head, file: file, of: shop, place, nil, at: now, connection)
        }
    }

    /// What was done to an offer, the newest first, with the address of who did it.
    func changes(
        of id: String, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> [(change: OfferChange, by: String?)] {
        let now = clock.now()
        let place = try await loyalty.shopPlace(venue: shop.venue, major: shop.major)
        return try await database.reading { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            let store = ShopOfferStore(connection, of: shop)
            guard try store.head(id) != nil else {
                guard let place, let file = place.fileOffer(id) else { throw ServiceError.shop(.unknownOffer) }
                let head = place.head(
                    of: file, importedAt: try LoyaltyService.importedAt(of: shop.venue, in: connection) ?? now)
                return [
                    (
                        OfferChange(
                            version: head.version, change: .imported, terms: head.terms, at: head.changedAt, by: nil),
                        nil
                    )
                ]
            }
            let accounts = AccountStore(connection)
            return try store.changes(of: id, limit: Int(Self.mostVersions)).map { change in
                (change, try change.by.flatMap { try accounts.email(ofAccount: $0) })
            }
        }
    }

    /// Keeps what an offer is to say as its next version; a new offer has the version 0 before.
    func save(
        _ terms: ShopOfferTermsBody, as id: String, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShopOffer {
        try await change(id, in: shop, from: version, .saved, by: account, mayBeNew: true) { head, _ in
            let faults = try OfferTerms(terms, after: head.terms).faults
            guard !head.isDeleted else { throw ServiceError.shop(.deleted) }
            guard faults.isEmpty else { throw ServiceError.shop(.invalidOffer(faults)) }
            head.terms = terms
        }
    }

    /// Deletes an offer that was never published, or is not any more because that was taken back.
    func delete(
        _ id: String, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShopOffer {
        try await change(id, in: shop, from: version, .deleted, by: account) { head, work in
            guard try work.runs.isEmpty else { throw ServiceError.shop(.published) }
            head.isDeleted = true
        }
    }

    /// Restores an offer that was deleted.
    func restore(
        _ id: String, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShopOffer {
        try await change(id, in: shop, from: version, .restored, by: account) { head, _ in head.isDeleted = false }
    }

    /// Publishes the newest version, at `instant` or as soon as it can no longer be taken back.
    func publish(
        _ id: String, at instant: Timestamp?, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShopOffer {
        let earliest = clock.now().advanced(bySeconds: Self.undoSeconds)
        let offer = try await change(id, in: shop, from: version, .published, by: account) { head, work in
            guard !head.isDeleted else { throw ServiceError.shop(.deleted) }
            let terms = try OfferTerms(head.terms, after: head.terms)
            let gaps = terms.gaps(on: work.place.days.day(of: work.now))
            guard gaps.isEmpty, let firstDay = terms.firstDay, let lastDay = terms.lastDay else {
                throw ServiceError.shop(.invalidOffer(gaps))
            }
            let until = work.place.days.beginning(of: lastDay + 1)
            let from = max(earliest, instant ?? earliest, work.place.days.beginning(of: firstDay))
            guard from < until else {
                throw ServiceError.shop(
                    .invalidOffer([VenueFault(path: "at", message: "is after the last day")]))
            }
            // One publication waits at a time: a new one takes the place of the other.
            if let planned = try work.runs.first(where: { $0.from > work.now }) {
                try work.published.remove(planned, of: work.family, in: shop.venue)
            }
            let offer = Offer(
                id: PublishedOffers.id(work.family, version: head.version), major: shop.major,
                text: terms.publishedText, validFrom: from, validUntil: until,
                hours: WeeklyHours(stretches: terms.hours), points: terms.points, limit: terms.limit,
                family: work.family, paysRedeemed: true)
            try work.published.add(offer, version: head.version, of: work.place.reference)
        }
        await loyalty.readOffersAgain()
        return offer
    }

    /// Takes back a publication that has not begun.
    func undo(
        _ id: String, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShopOffer {
        let offer = try await change(id, in: shop, from: version, .undone, by: account) { _, work in
            guard let planned = try work.runs.first(where: { $0.from > work.now }) else {
                throw ServiceError.shop(.begun)
            }
            try work.published.remove(planned, of: work.family, in: shop.venue)
        }
        await loyalty.readOffersAgain()
        return offer
    }

    /// Gives an offer to nobody any more.
    func end(
        _ id: String, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShopOffer {
        let offer = try await change(id, in: shop, from: version, .ended, by: account) { _, work in
            let runs = try work.runs
            guard runs.contains(where: { $0.until > work.now }) else { throw ServiceError.shop(.notRunning) }
            if let planned = runs.first(where: { $0.from > work.now }) {
                try work.published.remove(planned, of: work.family, in: shop.venue)
            }
            try work.published.end(work.family, in: shop.venue, at: work.now)
        }
        await loyalty.readOffersAgain()
        return offer
    }

    /// What a change has to work with.
    private struct Work {
        let published: PublishedOffers
        let family: String
        let place: ShopPlace
        let now: Timestamp

        var runs: [OfferRun] { get throws { try published.runs(of: family, in: place.reference.venue) } }
    }

    /// Makes the next version of an offer out of `version`, if that is still the newest, with an entry of the journal.
    private func change(
        _ id: String, in shop: ShopKey, from version: Int64, _ kind: ShopOfferChange, by account: [UInt8],
        mayBeNew: Bool = false, _ body: @escaping @Sendable (inout OfferHead, Work) throws -> Void
    ) async throws(ServiceError) -> ShopOffer {
        let now = clock.now()
        let place = try await place(shop)
        let file = place.fileOffer(id)
        let offer = try await database.writing { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            let store = ShopOfferStore(connection, of: shop)
            let published = PublishedOffers(connection)
            var head: OfferHead
            var imported: OfferHead?
            if let known = try store.head(id) {
                head = known
            } else if let file {
                head = place.head(
                    of: file, importedAt: try LoyaltyService.importedAt(of: shop.venue, in: connection) ?? now)
                imported = head
            } else {
                guard mayBeNew else { throw ServiceError.shop(.unknownOffer) }
                guard try store.count() < Self.mostOffers else { throw ServiceError.shop(.tooManyOffers) }
                head = OfferHead(
                    id: id, version: 0, terms: ShopOfferTermsBody(text: [:], hours: [], points: 0), isDeleted: false,
                    changedAt: now)
            }
            guard head.version == version else { throw ServiceError.shop(.changed(version: head.version)) }
            guard head.version < Self.mostVersions else { throw ServiceError.shop(.tooManyVersions) }
            let family = PublishedOffers.family(id, major: shop.major)
            if let imported { try store.put(imported, .imported) }
            if let file { try published.adopt(file, as: family, in: shop.venue) }
            head.version += 1
            head.changedAt = now
            head.changedBy = account
            try body(&head, Work(published: published, family: family, place: place, now: now))
            try store.put(head, kind)
            try AuditTrail.append(
                .offer(kind), subject: "\(shop.major) \(id) \(head.version)", by: .account(account), at: now,
                to: .venue(shop.venue), in: connection)
            return try Self.offer(head, of: shop, place, nil, at: now, connection)
        }
        // It is the shop's own from now on, and this server is to know.
        if file != nil { await loyalty.readOffersAgain() }
        return offer
    }

    /// An offer with what is given of it; of an offer that is as the venue file has it, what the file says.
    private static func offer(
        _ head: OfferHead, file: Offer? = nil, of shop: ShopKey, _ place: ShopPlace, _ counts: [String: Int]?,
        at now: Timestamp,
        _ connection: any Connection
    ) throws -> ShopOffer {
        let store = ShopOfferStore(connection, of: shop)
        let family = PublishedOffers.family(head.id, major: shop.major)
        let runs =
            try file.map { [OfferRun(version: head.version, from: $0.validFrom, until: $0.validUntil)] }
            ?? PublishedOffers(connection).runs(of: family, in: shop.venue)
        func given(_ run: OfferRun?) throws -> ShopOffer.Given? {
            try run.map { run in
                let terms = try file == nil ? store.terms(of: head.id, version: run.version) : head.terms
                return ShopOffer.Given(run: run, terms: terms)
            }
        }
        let running = try given(runs.first { $0.from <= now && now < $0.until })
        let planned = try given(runs.first { $0.from > now })
        let newest = try planned ?? running ?? given(runs.last)
        let state: ShopOfferState =
            head.isDeleted
            ? .deleted : running != nil ? .running : planned != nil ? .planned : runs.isEmpty ? .draft : .ended
        let redeemed =
            try counts ?? RedemptionStore.counts(in: shop.venue, shop.major, connection: connection)
        return ShopOffer(
            head: head, state: state, isFromFile: file != nil, isChanged: newest.map { $0.terms != head.terms } ?? true,
            running: running,
            planned: planned, savedBy: try head.changedBy.flatMap { try AccountStore(connection).email(ofAccount: $0) },
            redeemed: redeemed[file?.id ?? family] ?? 0,
            faults: try OfferTerms(head.terms, after: head.terms).gaps(on: place.days.day(of: now)))
    }
}
