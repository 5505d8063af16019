import AccountService
import Basics
import HTTPKit
import ServiceKit
import Storage

/// Some entries of a venue's journal, and whether it is as it was written.
struct VenueJournalPage: Sendable {
    /// An entry with the addresses of the accounts in it that are still there.
    struct Entry: Sendable {
        let entry: AuditEntry
        /// Who did it.
        let email: String?
        /// To whom it was done.
        let about: String?
        /// What it was done to, without what names an account or an invitation.
        let subject: String
    }

    /// The newest first.
    let entries: [Entry]
    let isIntact: Bool
    /// How many entries there are in all.
    let total: Int64
    let hasMore: Bool
}

// What was done at a venue, on whose behalf; no route changes it, and a change from elsewhere shows.
extension VenueStaffService {
    /// How many entries are told at a time.
    static let entriesAtOnce = 100

    /// The entries of a venue with lower numbers than `before`, the newest first; throws `notYours`.
    func journal(
        of venue: UUID128, before: Int64?, for session: Session
    ) async throws(ServiceError) -> VenueJournalPage {
        try await database.readingHistory { connection in
            try Self.require(.operator(venue: venue), of: session.accountID, in: connection)
            let book = AuditBook.venue(venue)
            let found = try AuditTrail.entries(of: book, before: before, limit: Self.entriesAtOnce + 1, in: connection)
            let invited = try VenueInvitationStore(connection).addresses(at: venue)
            let accounts = AccountStore(connection)
            var known: [[UInt8]: String?] = [:]
            func email(_ account: [UInt8]) throws -> String? {
                if let email = known[account] { return email }
                let email = try accounts.email(ofAccount: account)
                known[account] = email
                return email
            }
            let entries = try found.prefix(Self.entriesAtOnce).map { entry in
                let (named, rest) = Self.parts(of: entry)
                let actor: String? = if case .account(let id)? = entry.actor { try email(id) } else { nil }
                let about = try named.flatMap { try invited[$0] ?? email($0) }
                return VenueJournalPage.Entry(entry: entry, email: actor, about: about, subject: rest)
            }
            let isIntact = if case .sound = try AuditTrail.verify(book, in: connection) { true } else { false }
            let last = try AuditTrail.entries(of: book, limit: 1, in: connection).first?.number ?? 0
            return VenueJournalPage(
                entries: entries, isIntact: isIntact, total: last, hasMore: found.count > entries.count)
        }
    }

    /// Whom an entry is about, an account or an invitation, and the rest of what it is about.
    private static func parts(of entry: AuditEntry) -> (named: [UInt8]?, rest: String) {
        let isAboutSomebody = entry.action.rawValue.hasPrefix("role.") || entry.action.rawValue.hasPrefix("invitation.")
        guard isAboutSomebody else { return (nil, entry.subject) }
        let words = entry.subject.split(separator: " ", maxSplits: 1)
        guard let first = words.first, let named = [UInt8](hexadecimal: String(first)) else {
            return (nil, entry.subject)
        }
        return (named, words.count > 1 ? String(words[1]) : "")
    }
}
