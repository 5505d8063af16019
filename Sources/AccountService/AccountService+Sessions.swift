import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// How many sessions are listed.
    package static let sessionsListed = 100

    /// The sessions of whoever asks, those of the last day first; there is no address in them, and no hour.
    package func sessions(of session: Session) async throws(ServiceError) -> [ListedSession] {
        let now = clock.now()
        return try await database.reading { connection in
            try AccountStore(connection).sessions(of: session.accountID)
                .filter { now < $0.expiresAt }
                .prefix(Self.sessionsListed)
                .map { stored in
                    ListedSession(
                        id: Self.shortIdentifier(stored.tokenDigest), label: stored.label,
                        begunOn: Timestamp(day: stored.signedInAt.day), role: stored.role,
                        isCurrent: stored.tokenDigest == session.tokenDigest)
                }
        }
    }

    /// Ends a session of whoever asks, which may be the one that asks.
    ///
    /// Throws `AccountError.unknownSession`.
    package func endSession(_ id: String, of session: Session) async throws(ServiceError) {
        let ended = try await endSessions(of: session) { Self.shortIdentifier($0) == id }
        if ended == 0 { throw .account(.unknownSession) }
    }

    /// Ends every session of whoever asks but the one that asks.
    package func endOtherSessions(of session: Session) async throws(ServiceError) {
        _ = try await endSessions(of: session) { $0 != session.tokenDigest }
    }

    private func endSessions(
        of session: Session, where isMeant: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(ServiceError) -> Int {
        let ended: [[UInt8]] = try await database.writing { connection in
            let store = AccountStore(connection)
            let digests = try store.sessions(of: session.accountID).map(\.tokenDigest).filter(isMeant)
            for digest in digests { try store.deleteSession(tokenDigest: digest) }
            return digests
        }
        cache.end(ended)
        return ended.count
    }
}

// Several servers on one database.
extension AccountService {
    /// The bytes of what names a session between servers: a digest of its token.
    package static let sessionDigestByteCount = 32

    /// Says whom to tell, without waiting, of the digests of sessions that are ended here.
    package func shareEndings(_ tell: @escaping @Sendable ([[UInt8]]) -> Void) {
        cache.share(tell)
    }

    /// Sessions with these digests were ended on another server.
    package func sessionsEndedElsewhere(_ digests: [[UInt8]]) {
        cache.endedElsewhere(digests)
    }
}

/// A session as its owner sees it.
package struct ListedSession: Hashable, Sendable {
    /// What names it.
    package let id: String
    /// What its owner may recognize the device by; nil when nothing is known.
    package let label: String?
    /// The beginning of the day on which it began.
    package let begunOn: Timestamp
    /// What it was begun for with a second factor; nil for a session like everybody's.
    package let role: Role?
    /// Whether it is the one that asks.
    package let isCurrent: Bool
}
