import AccountService
import Basics
import Exposure
import HTTPKit
import ServiceKit
import Storage

extension ExposureService {
    /// Whether uploads are being held now, and what is held.
    ///
    /// More uploads in one two-hour period than `policy.brakeFloor` and than `policy.brakeFactor` times the median of
    /// the last seven days' periods put the brake on for the rest of the period: further ones are answered as ever and
    /// wait for a person.
    package func brake() async throws(ServiceError) -> BrakeState {
        let now = clock.now()
        let policy = policy
        return try await database.reading { connection in
            let store = ExposureStore(connection)
            let release = try store.openRelease(at: now)
            return BrakeState(
                release: release, uploads: try store.uploads(for: release),
                limit: try store.brakeLimit(for: release, policy), held: try store.held(),
                earlier: try store.arrivals(before: release).map { .init(release: $0.release, uploads: $0.uploads) })
        }
    }

    /// Lets what is held into the batch that is being gathered now.
    ///
    /// - Parameter release: The period whose uploads are let in; nil for all.
    /// - Returns: How many keys they were.
    @discardableResult
    package func releaseHeld(of release: Timestamp? = nil, by actor: AuditActor) async throws(ServiceError) -> Int {
        let now = clock.now()
        return try await database.writing { connection in
            let store = ExposureStore(connection)
            let count = try store.releaseHeld(of: release, into: try store.openRelease(at: now))
            guard count > 0 else { return 0 }
            try AuditTrail.append(.heldReleased, subject: String(count), by: actor, at: now, in: connection)
            return count
        }
    }

    /// Throws away what is held; it cannot be undone.
    ///
    /// - Parameter release: The period whose uploads are thrown away; nil for all.
    /// - Returns: How many keys they were.
    @discardableResult
    package func discardHeld(of release: Timestamp? = nil, by actor: AuditActor) async throws(ServiceError) -> Int {
        let now = clock.now()
        return try await database.writing { connection in
            let count = try ExposureStore(connection).discardHeld(of: release)
            guard count > 0 else { return 0 }
            try AuditTrail.append(.heldDiscarded, subject: String(count), by: actor, at: now, in: connection)
            return count
        }
    }
}
