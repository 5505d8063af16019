import Basics
import HTTPKit
import ServiceKit
import Synchronization

/// Sessions that were used lately, so that a request does not ask the database who it is from.
///
/// An entry is believed for `lifetimeSeconds` after it was read. A sign-out on this server is known at once; one on
/// another server of the same database is known when that server has told of it (``endedElsewhere(_:)``), and at the latest
/// when the entry is read again. A session with a role is read again after
/// seconds in any case: the operator can take a role or a second factor away beside a running server.
final class SessionCache: Sendable {
    private enum Entry {
        case live(Session, readAt: Timestamp)
        case signedOut
    }

    /// A structure, since a function that a generic type keeps is wrapped once more each time that it is looked at.
    private struct Others {
        let tell: @Sendable ([[UInt8]]) -> Void
    }

    /// What the cache knows of a token.
    enum Finding {
        /// The session, read lately.
        case session(Session)
        /// The token was signed out.
        case signedOut
        /// Nothing, or nothing that is fresh.
        case unknown
    }

    /// The longest that a session with a role is believed.
    static let roleLifetimeSeconds: Int64 = 5

    private let lifetimeSeconds: Int64
    private let entries: Mutex<RecentlyUsed<[UInt8], Entry>>
    /// Tells the other servers of the database of sessions that were ended here; waits for none.
    private let others = Mutex<Others?>(nil)

    /// A cache of at most `capacity` sessions.
    init(capacity: Int, lifetimeSeconds: Int64) {
        self.lifetimeSeconds = lifetimeSeconds
        self.entries = Mutex(RecentlyUsed(capacity: capacity))
    }

    /// What is known of the token with this digest.
    func find(_ digest: [UInt8], at now: Timestamp) -> Finding {
        guard let entry = entries.withLock({ $0.value(for: digest) }) else { return .unknown }
        guard case .live(let session, let readAt) = entry else { return .signedOut }
        let lifetime = session.role == nil ? lifetimeSeconds : min(lifetimeSeconds, Self.roleLifetimeSeconds)
        return now.milliseconds(since: readAt) < lifetime * 1000 ? .session(session) : .unknown
    }

    /// Keeps a session that was just read, unless it was signed out while it was being read.
    func keep(_ session: Session, readAt: Timestamp) {
        entries.withLock { entries in
            if case .signedOut = entries.value(for: session.tokenDigest) { return }
            entries.set(.live(session, readAt: readAt), for: session.tokenDigest)
        }
    }

    /// From now on the token with this digest is signed out.
    func signOut(_ digest: [UInt8]) {
        entries.withLock { $0.set(.signedOut, for: digest) }
    }

    /// Sessions were ended here, and the database has it: from now on they are signed out, on other servers too.
    func end(_ digests: [[UInt8]]) {
        guard !digests.isEmpty else { return }
        endedElsewhere(digests)
        others.withLock { $0 }?.tell(digests)
    }

    /// Sessions were ended on another server, whose database has it.
    func endedElsewhere(_ digests: [[UInt8]]) {
        entries.withLock { entries in for digest in digests { entries.set(.signedOut, for: digest) } }
    }

    /// Whom to tell of sessions that are ended here.
    func share(_ tell: @escaping @Sendable ([[UInt8]]) -> Void) {
        others.withLock { $0 = Others(tell: tell) }
    }

    /// Forgets what is known of the token with this digest.
    func forget(_ digest: [UInt8]) {
        entries.withLock { $0.remove(digest) }
    }

    /// How many entries there are.
    var count: Int { entries.withLock { $0.count } }
}
