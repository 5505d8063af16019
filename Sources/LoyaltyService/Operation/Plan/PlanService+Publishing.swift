import AccountService
import Basics
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

// Putting plans in force. Keys of beacons that stay are kept; those of new ones are made and told to nobody: a beacon gets
// its key by a claim.
extension PlanService {
    /// How often what others put in force meanwhile is looked at again.
    private static let mostTries = 5

    /// Puts draft `match` in force.
    func publish(
        _ venue: UUID128, match: Int64, note: String, by account: [UInt8]
    ) async throws(ServiceError) {
        let draft = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = PlanStore(connection, of: venue)
            let (version, number) = try store.numbers()
            let draft = try store.draft()
            guard number == match else { throw ServiceError.plan(.changed(version: version, draft: number)) }
            return draft
        }
        guard let document = draft.document else { throw .plan(.noDraft) }
        let examination = try await examine(document)
        guard let plan = examination.venue else { throw .plan(.faulty(examination.faults.map(\.fault))) }
        try await put(plan, by: account) { connection, now in
            let store = PlanStore(connection, of: venue)
            let (version, number) = try store.numbers()
            guard number == match, draft.base == version else {
                throw ServiceError.plan(.changed(version: version, draft: number))
            }
            let added = try store.add(plan, by: account, note: note, at: now)
            try store.setDraft(nil, base: added, by: account, at: now)
            try AuditTrail.append(
                .planPublished, subject: String(added), by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
    }

    /// Puts version `number` in force again, if version `match` is in force.
    func restore(
        _ number: Int64, of venue: UUID128, match: Int64, by account: [UInt8]
    ) async throws(ServiceError) {
        let (_, document) = try await version(number, of: venue, for: account)
        let examination = try await examine(document)
        guard let plan = examination.venue else { throw .plan(.faulty(examination.faults.map(\.fault))) }
        try await put(plan, by: account) { connection, now in
            let store = PlanStore(connection, of: venue)
            let (version, draft) = try store.numbers()
            guard version == match else { throw ServiceError.plan(.changed(version: version, draft: draft)) }
            let added = try store.add(plan, by: account, restored: number, at: now)
            try AuditTrail.append(
                .planRestored, subject: "\(added) \(number)", by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
    }

    /// Puts a plan in force with the offers that there are, in one transaction with what `note` checks and notes;
    /// the roles of merchants whose shops are gone end with it.
    ///
    /// The offers are read before it, since a large document is worked on outside of transactions; when somebody changed
    /// them meanwhile, once more.
    private func put(
        _ plan: Venue, by account: [UInt8],
        noting note: @escaping @Sendable (any Connection, Timestamp) throws -> Void
    ) async throws(ServiceError) {
        let now = clock.now()
        for _ in 0..<Self.mostTries {
            let before = try await database.reading { try LoyaltyService.document(of: plan.uuid, in: $0)?.text }
            let offers = try Self.whole { try before.map { try Self.read($0).offers } ?? [] }
            let venue = plan.offering(offers)
            let keys = loyalty.newKeys(for: venue)
            let ended = try await database.writing { connection -> [[UInt8]]? in
                try VenueStaffService.require(.operator(venue: plan.uuid), of: account, in: connection)
                guard try LoyaltyService.document(of: plan.uuid, in: connection)?.text == before else { return nil }
                try Self.settle(plan.uuid, at: now, in: connection)
                try note(connection, now)
                try LoyaltyService.put(venue, keys: keys, at: now, in: connection)
                try PlanStore(connection, of: plan.uuid).removeUnusedPictures(before: now.day)
                return try VenueStaffService.endMerchants(
                    of: plan.uuid, except: Set(plan.shops.map(\.major)), by: .account(account), at: now, in: connection)
            }
            if let ended {
                forget(ended)
                await loyalty.refreshVenues()
                return
            }
        }
        throw .request(.overloaded)
    }
}
