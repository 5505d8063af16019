import AccountService
import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage

// The draft: kept with all its faults, compared, thrown away.
extension PlanService {
    /// Keeps a draft that was made from draft `match` and version `base`.
    func saveDraft(
        _ document: String, onto base: Int64, of venue: UUID128, match: Int64, by account: [UInt8]
    ) async throws(ServiceError) -> (draft: PlanDraftRow, examination: Examination) {
        let now = clock.now()
        let draft = try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = PlanStore(connection, of: venue)
            let (version, number) = try store.numbers()
            guard number == match, base <= version else {
                throw ServiceError.plan(.changed(version: version, draft: number))
            }
            try store.setDraft(document, base: base, by: account, at: now)
            try store.removeUnusedPictures(before: now.day)
            return try store.draft()
        }
        return (draft, try await examine(document))
    }

    /// Throws away draft `match`.
    func discardDraft(of venue: UUID128, match: Int64, by account: [UInt8]) async throws(ServiceError) -> PlanDraftRow {
        let now = clock.now()
        return try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = PlanStore(connection, of: venue)
            let (version, number) = try store.numbers()
            guard number == match else { throw ServiceError.plan(.changed(version: version, draft: number)) }
            try store.setDraft(nil, base: version, by: account, at: now)
            try store.removeUnusedPictures(before: now.day)
            try AuditTrail.append(
                .planDraftDiscarded, subject: String(match), by: .account(account), at: now, to: .venue(venue),
                in: connection)
            return try store.draft()
        }
    }

    /// Something that ends with a shop or a beacon.
    struct Loss: Equatable, Sendable {
        /// What ends.
        enum Kind: String, Sendable {
            case choices, coupons, offers, keys
        }

        let kind: Kind
        let major: UInt16
        var minor: UInt16?
        var name: String?
        /// How many; of choices and coupons rounded down to tens.
        let atLeast: Int
    }

    /// What publishing the draft would change, and what would end.
    func differences(
        of venue: UUID128, for account: [UInt8]
    ) async throws(ServiceError) -> (base: Int64, changes: [VenueChange], losses: [Loss]) {
        let overview = try await overview(of: venue, for: account)
        guard overview.draft.document != nil else { throw .plan(.noDraft) }
        guard let new = overview.examination.venue else {
            throw .plan(.faulty(overview.examination.faults.map(\.fault)))
        }
        let old = try Self.whole { try overview.document.map { try Self.read($0) } }
        return (
            overview.version?.number ?? 0, new.changes(since: old),
            try await losses(from: old, to: new, for: account)
        )
    }

    private func losses(
        from old: Venue?, to new: Venue, for account: [UInt8]
    ) async throws(ServiceError) -> [Loss] {
        guard let old else { return [] }
        let now = clock.now()
        let gone = old.shops.filter { new.shop(major: $0.major) == nil }
        let (ties, offers) = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: new.uuid), of: account, in: connection)
            let inForce = try LoyaltyService.document(of: new.uuid, in: connection)
            return (
                try LoyaltyService.ties(of: gone.map(\.major), at: new.uuid, at: now, in: connection),
                try inForce.map { try Self.read($0.text).offers.filter { now < $0.validUntil } } ?? []
            )
        }
        let shops = gone.flatMap { shop in
            let own = offers.count { $0.major == shop.major }
            return [
                Loss(kind: .choices, major: shop.major, name: shop.name, atLeast: ties[shop.major]?.choices ?? 0),
                Loss(kind: .coupons, major: shop.major, name: shop.name, atLeast: ties[shop.major]?.coupons ?? 0),
            ] + (own == 0 ? [] : [Loss(kind: .offers, major: shop.major, name: shop.name, atLeast: own)])
        }
        let beacons = old.beacons.filter { new.beacon($0.reference) == nil }.map { beacon in
            Loss(kind: .keys, major: beacon.major, minor: beacon.minor, atLeast: 1)
        }
        return shops + beacons
    }
}
