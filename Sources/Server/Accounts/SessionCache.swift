import Synchronization
import Time

/// Sessions that were used lately, so that a request does not ask the database who it is from.
///
/// Two generations bound it: when the young one is full it becomes the old one, and what was not used meanwhile goes.
/// An entry is believed for `lifetimeSeconds` after it was read. A sign-out on this server is known at once; one on
/// another server of the same database is known when the entry is read again.
final class SessionCache: Sendable {
    private enum Entry {
        case live(Session, readAt: Timestamp)
        case signedOut
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

    private struct Generations {
        var young: [[UInt8]: Entry] = [:]
        var old: [[UInt8]: Entry] = [:]
    }

    private let capacity: Int
    private let lifetimeSeconds: Int64
    private let generations = Mutex(Generations())

    /// A cache of at most `capacity` sessions.
    init(capacity: Int, lifetimeSeconds: Int64) {
        self.capacity = max(2, capacity)
        self.lifetimeSeconds = lifetimeSeconds
    }

    /// What is known of the token with this digest.
    func find(_ digest: [UInt8], at now: Timestamp) -> Finding {
        generations.withLock { generations in
            guard let entry = lookUp(digest, in: &generations) else { return .unknown }
            guard case .live(let session, let readAt) = entry else { return .signedOut }
            return now.milliseconds(since: readAt) < lifetimeSeconds * 1000 ? .session(session) : .unknown
        }
    }

    /// Keeps a session that was just read, unless it was signed out while it was being read.
    func keep(_ session: Session, readAt: Timestamp) {
        generations.withLock { generations in
            if case .signedOut = lookUp(session.tokenDigest, in: &generations) { return }
            insert(.live(session, readAt: readAt), for: session.tokenDigest, into: &generations)
        }
    }

    /// From now on the token with this digest is signed out.
    func signOut(_ digest: [UInt8]) {
        generations.withLock { insert(.signedOut, for: digest, into: &$0) }
    }

    /// Forgets what is known of the token with this digest.
    func forget(_ digest: [UInt8]) {
        generations.withLock {
            $0.young[digest] = nil
            $0.old[digest] = nil
        }
    }

    /// How many entries there are.
    var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    private func lookUp(_ digest: [UInt8], in generations: inout Generations) -> Entry? {
        if let entry = generations.young[digest] { return entry }
        guard let entry = generations.old[digest] else { return nil }
        insert(entry, for: digest, into: &generations)
        return entry
    }

    private func insert(_ entry: Entry, for digest: [UInt8], into generations: inout Generations) {
        generations.old[digest] = nil
        generations.young[digest] = entry
        guard generations.young.count > capacity / 2 else { return }
        generations.old = generations.young
        generations.young = [:]
    }
}
