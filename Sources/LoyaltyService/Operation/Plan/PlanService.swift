import AccountService
import Basics
import Foundation
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// Venues' plans as their operators edit them: versions, a draft, and what putting it in force changes.
///
/// The use cases are in extensions, one file for each kind of them. A draft may have any faults; what is in force has none.
package struct PlanService: Sendable {
    let database: any Database
    let clock: ServerClock
    let loyalty: LoyaltyService
    let forget: @Sendable (_ tokenDigests: [[UInt8]]) -> Void
    /// Looks at documents: a large one takes longer than anybody should wait for behind it.
    let workers = BoundedWorkers(
        label: "cerca.plans", width: min(2, ProcessInfo.processInfo.activeProcessorCount), waitingLimit: 32)

    /// The plans of the venues of `loyalty`.
    ///
    /// - Parameter forget: Is told the sessions whose role has ended with a shop, by the digests of their tokens.
    package init(
        loyalty: LoyaltyService, forget: @escaping @Sendable (_ tokenDigests: [[UInt8]]) -> Void = { _ in }
    ) {
        self.database = loyalty.database
        self.clock = loyalty.clock
        self.loyalty = loyalty
        self.forget = forget
    }

    /// Everything that an editor begins with.
    struct Overview: Sendable {
        let version: PlanVersion?
        let document: String?
        let draft: PlanDraftRow
        let examination: Examination
    }

    /// What is wrong with a draft, or should be looked at.
    struct Examination: Sendable {
        var venue: Venue?
        var faults: [VenueFile.PlacedFault] = []
        var notices: [VenueNotice] = []
    }

    /// The plan in force and the draft.
    func overview(of venue: UUID128, for account: [UInt8]) async throws(ServiceError) -> Overview {
        try await settle(venue, for: account)
        let (version, latest, draft) = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = PlanStore(connection, of: venue)
            return (try store.versions().first, try store.latest(), try store.draft())
        }
        return Overview(
            version: version, document: latest?.document, draft: draft,
            examination: try await examine(draft.document))
    }

    /// The versions, the newest first.
    func versions(of venue: UUID128, for account: [UInt8]) async throws(ServiceError) -> [PlanVersion] {
        try await settle(venue, for: account)
        return try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            return try PlanStore(connection, of: venue).versions()
        }
    }

    /// A version with its document.
    func version(
        _ number: Int64, of venue: UUID128, for account: [UInt8]
    ) async throws(ServiceError) -> (version: PlanVersion, document: String) {
        try await settle(venue, for: account)
        return try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = PlanStore(connection, of: venue)
            guard let version = try store.versions().first(where: { $0.number == number }),
                let document = try store.document(of: number)
            else { throw ServiceError.plan(.unknownVersion) }
            return (version, document)
        }
    }

    /// A version as a venue file, with the offers of today of the shops that it has.
    func file(
        of number: Int64, of venue: UUID128, for account: [UInt8]
    ) async throws(ServiceError) -> String {
        let (_, document) = try await version(number, of: venue, for: account)
        let inForce = try await database.reading { try LoyaltyService.document(of: venue, in: $0)?.text }
        return try Self.whole {
            let offers = try inForce.map { try Self.read($0).offers } ?? []
            return VenueFile.write(try Self.read(document).offering(offers))
        }
    }

    /// What is wrong with a document, looked at where nobody else waits for it.
    func examine(_ document: String?) async throws(ServiceError) -> Examination {
        guard let document else { return Examination() }
        return try await workers.run {
            let (venue, faults) = VenueFile.examine(Array(document.utf8))
            return Examination(
                venue: venue, faults: Array(faults.prefix(PlanFault.mostFaults)), notices: venue?.notices ?? [])
        }
    }

    /// Notes as a version what was imported on the machine, unless the newest version is in force.
    private func settle(_ venue: UUID128, for account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        let isSettled = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            return try Self.unsettled(venue, in: connection) == nil
        }
        guard !isSettled else { return }
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            try Self.settle(venue, at: now, in: connection)
        }
    }

    /// The same within a transaction that goes on.
    static func settle(_ venue: UUID128, at now: Timestamp, in connection: any Connection) throws {
        guard let (plan, importedAt) = try unsettled(venue, in: connection) else { return }
        _ = try PlanStore(connection, of: venue).add(plan, by: nil, at: min(importedAt, now))
    }

    /// The plan in force, if it is not the newest version.
    private static func unsettled(
        _ venue: UUID128, in connection: any Connection
    ) throws -> (plan: Venue, importedAt: Timestamp)? {
        guard let inForce = try LoyaltyService.document(of: venue, in: connection) else { return nil }
        let plan = try read(inForce.text).offering([])
        let latest = try PlanStore(connection, of: venue).latest()
        return latest?.document == VenueFile.write(plan) ? nil : (plan, inForce.importedAt)
    }

    /// The venue that a document in force or of a version describes; such a one has no faults but those of newer rules.
    static func read(_ document: String) throws -> Venue {
        do throws(VenueFaults) {
            return try VenueFile.read(Array(document.utf8), isTimeZone: { _ in true })
        } catch {
            throw ServiceError.plan(.faulty(error.faults))
        }
    }

    /// What `body` gives; what it throws is a `ServiceError`.
    static func whole<Value>(_ body: () throws -> Value) throws(ServiceError) -> Value {
        do { return try body() } catch { throw .from(error) }
    }
}

extension AuditAction {
    /// A plan came into force; the subject is its version.
    static let planPublished = AuditAction(rawValue: "plan.published")
    /// An older version came into force again; the subject is the new version and the older one.
    static let planRestored = AuditAction(rawValue: "plan.restored")
    /// The draft of a plan was thrown away; the subject is its number.
    static let planDraftDiscarded = AuditAction(rawValue: "plan.discarded")
}
