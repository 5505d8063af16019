import AccountService
import HTTPKit
import ServiceKit
import Storage

/// Some entries of the journal, and whether it is as it was written.
struct JournalPage: Sendable {
    let entries: [AuditEntry]
    /// The address of each account that acted.
    let emails: [AuditActor: String]
    let isIntact: Bool
    /// How many entries there are in all.
    let total: Int64
    let hasMore: Bool
}

// What was done here, on whose behalf; no route changes it, and a change from elsewhere shows.
extension MarketConsole {
    /// How many entries are told at a time.
    static let entriesAtOnce = 100

    /// The entries with lower numbers than `before`, the newest first.
    func journal(before: Int64?) async throws(ServiceError) -> JournalPage {
        try await database.readingHistory { connection in
            let found = try AuditTrail.entries(
                of: .market, before: before, limit: Self.entriesAtOnce + 1, in: connection)
            let entries = Array(found.prefix(Self.entriesAtOnce))
            let accounts = AccountStore(connection)
            var emails: [AuditActor: String] = [:]
            for case .account(let id)? in Set(entries.map(\.actor)) {
                emails[.account(id)] = try accounts.email(ofAccount: id)
            }
            let isIntact = if case .sound = try AuditTrail.verify(.market, in: connection) { true } else { false }
            let last = try AuditTrail.entries(of: .market, limit: 1, in: connection).first?.number ?? 0
            return JournalPage(
                entries: entries, emails: emails, isIntact: isIntact, total: last, hasMore: found.count > entries.count)
        }
    }
}
