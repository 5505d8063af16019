import AccountService
import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// How far a venue's beacons are.
struct DeploymentPicture: Sendable {
    let venue: Venue
    let deployments: [BeaconRef: StoredDeployment]
    let rotations: [BeaconRef: Timestamp]
}

/// What became of an action.
struct DeploymentOutcome: Sendable {
    let number: Int64
    let refusal: DeploymentAction.Refusal?
}

extension VenueOperationService {
    /// How far the beacons of a venue are.
    func deployment(of venue: UUID128, by account: [UInt8]) async throws(ServiceError) -> DeploymentPicture {
        let now = clock.now()
        let known = try? await loyalty.venue(venue)
        let stored = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            return (
                try DeploymentStore(connection, of: venue).deployments(at: now),
                try LoyaltyService.rotations(of: venue, in: connection)
            )
        }
        guard let known else { throw .loyalty(.unknownVenue) }
        return DeploymentPicture(venue: known, deployments: stored.0, rotations: stored.1)
    }

    /// Carries out what was done on a walk, each number once and in order.
    ///
    /// Each action is a transaction of its own with the number of the walk: whatever ends between two of them, the walk goes
    /// on from where it was. What cannot be carried out is told and does not hold up the others.
    func record(
        _ actions: [DeploymentAction], of walk: [UInt8], in venue: UUID128, by account: [UInt8]
    ) async throws(ServiceError) -> (done: Int64, outcomes: [DeploymentOutcome]) {
        let known = try? await loyalty.venue(venue)
        var done = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            return try DeploymentStore(connection, of: venue).done(of: walk)
        }
        var outcomes: [DeploymentOutcome] = []
        for action in actions where action.number > done {
            let now = clock.now()
            let refusal = await refusal(of: action, in: known, at: now)
            let isNew = try await database.writing { connection in
                try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
                let store = DeploymentStore(connection, of: venue)
                let before = try store.done(of: walk)
                // The same action came twice at once, and the other was quicker.
                if action.number <= before { return false }
                guard action.number == before + 1 else { throw ServiceError.venueOperation(.actionMissing) }
                if refusal == nil, let beacon = action.beacon {
                    let entry = try Self.apply(action.kind, to: beacon, in: store, at: now)
                    try AuditTrail.append(
                        entry, subject: beacon.description, by: .account(account), at: now, to: .venue(venue),
                        in: connection)
                }
                try store.setDone(action.number, of: walk, at: now)
                return true
            }
            done = action.number
            if isNew { outcomes.append(DeploymentOutcome(number: action.number, refusal: refusal)) }
        }
        return (done, outcomes)
    }

    /// Why an action is not carried out, before anything of it is.
    private func refusal(
        of action: DeploymentAction, in venue: Venue?, at now: Timestamp
    ) async -> DeploymentAction.Refusal? {
        guard let venue, let beacon = action.beacon, venue.beacon(beacon) != nil else { return .unknownBeacon }
        switch action.kind {
        case .invalid: return .invalid
        case .place(let position, let height):
            let isOnPlan =
                (0...venue.plan.width).contains(position.x) && (0...venue.plan.height).contains(position.y)
            return isOnPlan && (0...100).contains(height ?? 0) ? nil : .invalid
        case .hear(let others): return others.allSatisfy { venue.beacon($0) != nil } ? nil : .unknownBeacon
        case .code(let code):
            let isRight = (try? await loyalty.accepts(code, of: beacon, in: venue.uuid, at: now)) ?? false
            return isRight ? nil : .wrongCode
        case .unplace, .measure, .forget, .remove, .restore: return nil
        }
    }

    private static func apply(
        _ kind: DeploymentAction.Kind, to beacon: BeaconRef, in store: DeploymentStore, at now: Timestamp
    ) throws -> AuditAction {
        switch kind {
        case .place(let position, let height):
            try store.place(beacon, at: position, height: height, now: now)
            return .beaconPlaced
        case .unplace:
            try store.place(beacon, at: nil, height: nil, now: now)
            return .beaconPlaced
        case .measure(let check): try store.put(check, of: beacon)
        case .hear(let others): try store.put(heard: others.subtracting([beacon]), of: beacon)
        case .code: try store.sawCode(of: beacon, at: now)
        case .forget: try store.forget(beacon)
        case .remove:
            try store.set(.removed, of: beacon)
            return .beaconRemoved
        case .restore:
            try store.set(.hanging, of: beacon)
            return .beaconRestored
        case .invalid: break
        }
        return .beaconVerified
    }
}
