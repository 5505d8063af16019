import API
import Accounts
import Basics
import Foundation
import Loyalty
import Storage
import TestServer

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService

/// The test centre with two operators who edit its plan.
struct DrawingRoom: Sendable {
    let world: World
    let plans: PlanService
    let eva: [UInt8]
    let ben: [UInt8]

    static func with(_ engine: Engine = .sqlite, _ body: (DrawingRoom) async throws -> Void) async throws {
        try await World.with(engine) { world in
            let staff = VenueStaffService(database: world.database, clock: world.clock.serverClock)
            var accounts: [[UInt8]] = []
            for name in ["eva", "ben"] {
                let account = try await world.visitor(name).accountID
                try await staff.give(.operator(venue: world.uuid), to: account, by: .operatorOfTheMachine)
                accounts.append(account)
            }
            try await body(
                DrawingRoom(
                    world: world, plans: PlanService(loyalty: world.loyalty), eva: accounts[0], ben: accounts[1]))
        }
    }

    /// The plan in force as an editor has it, changed.
    func document(_ change: (inout PlanDocumentBody) -> Void = { _ in }) async throws -> PlanDocumentBody {
        let text = try await plans.overview(of: world.uuid, for: eva).document ?? ""
        var document = PlanDocumentBody(try PlanService.read(text))
        change(&document)
        return document
    }

    /// Keeps a draft in place of the present one.
    @discardableResult
    func save(
        _ document: PlanDocumentBody, onto base: Int64? = nil, match: Int64? = nil, by account: [UInt8]? = nil
    ) async throws -> PlanDraftRow {
        let now = try await plans.overview(of: world.uuid, for: eva)
        let text = String(decoding: try document.json(), as: UTF8.self)
        return try await plans.saveDraft(
            text, onto: base ?? now.version?.number ?? 0, of: world.uuid, match: match ?? now.draft.number,
            by: account ?? eva
        ).draft
    }

    /// Keeps a draft and puts it in force.
    func publish(_ change: (inout PlanDocumentBody) -> Void) async throws {
        let draft = try await save(try await document(change))
        try await plans.publish(world.uuid, match: draft.number, note: "", by: eva)
    }

    /// What the venue's journal says, the oldest first.
    func journal() async throws -> [String] {
        try await world.database.read { connection in
            try AuditTrail.entries(of: .venue(world.uuid), in: connection).reversed()
                .map { "\($0.action.rawValue) \($0.subject)" }.filter { $0.hasPrefix("plan.") }
        }
    }

    /// Accounts that are no operators of this venue: of another one, a merchant here, nobody.
    func strangers() async throws -> [[UInt8]] {
        let staff = VenueStaffService(database: world.database, clock: world.clock.serverClock)
        let elsewhere = try await world.visitor("otto").accountID
        let merchant = try await world.visitor("mara").accountID
        try await staff.give(
            .operator(venue: UUID128(high: 1, low: 2)), to: elsewhere, by: .operatorOfTheMachine)
        try await staff.give(.merchant(venue: world.uuid, major: 100), to: merchant, by: .operatorOfTheMachine)
        return [elsewhere, merchant, try await world.visitor("nina").accountID]
    }

    /// Why something is refused, or nil.
    func refusal(_ body: () async throws -> Void) async -> ServiceError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ServiceError
        }
    }
}

extension ServiceError {
    /// The numbers that a plan that has changed tells.
    var numbers: [Int64]? {
        guard case .refused(let fault) = self, case .changed(let version, let draft)? = fault as? PlanFault else {
            return nil
        }
        return [version, draft]
    }
}
