import AccountService
import Basics
import Exposure
import ExposureWire
import HTTPKit
import ServiceKit
import Storage

extension HealthService {
    /// The cases of the last weeks, those that wait first.
    package func cases() async throws(ServiceError) -> [HealthCase] {
        try await database.reading { try CaseStore($0).list() }
    }

    /// Registers a case from the text of a phone's QR code, to be decided by somebody.
    ///
    /// What is kept is the key, its day and the check words, until the decision; neither whose it is nor which phone
    /// showed it. A key that waits already is no second case. Throws `exposure.invalid_case` for a text that is no case
    /// or whose key cannot be published, and `exposure.already_reported` when it is published already.
    ///
    /// - Returns: The case, and whether it waited already.
    package func register(
        _ text: String, by actor: AuditActor
    ) async throws(ServiceError) -> (registered: HealthCase, isDuplicate: Bool) {
        let now = clock.now()
        let today = UTCDay(containing: now)
        guard let code = CaseCode(text), exposure.arePublishable([code.published], at: now) else {
            throw .exposure(.invalidCase)
        }
        let id = newID()
        let result: RegisteredCase = try await database.writing { connection in
            let store = CaseStore(connection)
            if try store.isPublished(code.published.key) { throw ServiceError.health(.alreadyPublished) }
            let isNew = try store.insert(id, code, on: today)
            if isNew { try AuditTrail.count(.caseRegistered, by: actor, on: today, in: connection) }
            guard let registered = try store.waiting(with: code.published.key) else {
                throw ServiceError.health(.unknownCase)
            }
            return RegisteredCase(value: registered, isDuplicate: !isNew)
        }
        return (result.value, result.isDuplicate)
    }

    /// Approves a case: its key is published with the next batch, and deleted from the case in the same transaction.
    ///
    /// Throws `exposure.unknown_case` when none waits under this identifier.
    package func approve(_ id: String, by actor: AuditActor) async throws(ServiceError) -> HealthCase {
        let today = UTCDay(containing: clock.now())
        guard let key = try await database.reading({ try CaseStore($0).keyOfWaiting(id) }) else {
            throw .health(.unknownCase)
        }
        try await exposure.publish(approved: [key], by: actor) { connection in
            guard try CaseStore(connection).decide(id, .approved, on: today) else {
                throw ServiceError.health(.unknownCase)
            }
        }
        return try await settled(id)
    }

    /// Rejects a case: its key is deleted, and nobody is warned.
    ///
    /// Throws `exposure.unknown_case` when none waits under this identifier.
    package func reject(_ id: String, by actor: AuditActor) async throws(ServiceError) -> HealthCase {
        let today = UTCDay(containing: clock.now())
        try await database.writing { connection in
            guard try CaseStore(connection).decide(id, .rejected, on: today) else {
                throw ServiceError.health(.unknownCase)
            }
            // The day alone: an instant could point to whoever stood at the administration.
            try AuditTrail.count(.caseRejected, by: actor, on: today, in: connection)
        }
        return try await settled(id)
    }

    private func settled(_ id: String) async throws(ServiceError) -> HealthCase {
        guard let found = try await database.reading({ try CaseStore($0).find(id) }) else {
            throw .health(.unknownCase)
        }
        return found
    }
}

private struct RegisteredCase: Sendable {
    let value: HealthCase
    let isDuplicate: Bool
}
