import AccountService
import HTTPKit
import ServiceKit
import Storage

extension HealthService {
    /// How many audit entries are shown.
    package static let auditLimit = 500

    /// What was done, the newest first, with the addresses of those who did it, and whether the chain holds.
    package func audit() async throws(ServiceError) -> AuditReport {
        try await database.reading { connection in
            let entries = try AuditTrail.entries(limit: Self.auditLimit, in: connection)
            let tallies = try AuditTrail.tallies(in: connection)
            var emails: [AuditActor: String] = [:]
            let accounts = AccountStore(connection)
            for case .account(let id)? in Set(entries.map(\.actor) + tallies.map(\.actor)) {
                emails[.account(id)] = try accounts.email(ofAccount: id)
            }
            let isIntact = if case .sound = try AuditTrail.verify(in: connection) { true } else { false }
            return AuditReport(entries: entries, tallies: tallies, emails: emails, isIntact: isIntact)
        }
    }
}

/// What was done, and whether the trail is as it was written.
package struct AuditReport: Sendable {
    /// The entries, the newest first.
    package let entries: [AuditEntry]
    /// What was counted on the present day and has no place in the trail yet.
    package let tallies: [AuditTally]
    /// The address of each account that acted.
    package let emails: [AuditActor: String]
    /// Whether each entry follows from the one before it.
    package let isIntact: Bool
}

extension AuditAction {
    /// News or a question was published; the subject is its identifier, as in the next four.
    static let published = AuditAction(rawValue: "publication.published")
    /// News or a question was changed.
    static let changed = AuditAction(rawValue: "publication.changed")
    /// News or a question was deleted.
    static let deleted = AuditAction(rawValue: "publication.deleted")
    /// News or a question that was deleted is there again.
    static let restored = AuditAction(rawValue: "publication.restored")
    /// News or questions were ordered; the subject is which of them.
    static let ordered = AuditAction(rawValue: "publication.ordered")
}
