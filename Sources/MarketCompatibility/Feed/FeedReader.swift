import Ledger
import MarketService

/// One socket as the feeds see it: whom it belongs to and what it follows.
final class FeedReader {
    /// How far a reader is with one feed.
    enum Standing {
        /// It needs the whole state, not before this instant.
        case waiting(since: Int64)
        /// It has a state and gets what changes.
        case following
    }

    let session: SocketSession
    /// The number of drops that the feeds know of.
    var epoch = 0
    var trader: Trader?
    /// What its ids were obtained with; when that ends, so does the socket.
    var holder: SocketTickets.Holder?
    /// Whether it speaks as the application of 2018 did.
    var isOf2018 = false
    var isSigningIn = false
    var failedSignIns = 0
    /// The last command that it sent; each waits for the one before it.
    var commands: Task<Void, Never>?
    var feeds: [FeedKey: Standing] = [:]
    /// When each feed's whole state was sent last.
    var sentAt: [FeedKey: Int64] = [:]
    /// Whether a whole state is on its way; only one is at a time, so that a slow reader holds one and no more.
    var isBusy = false
    /// When the next whole state may be sent: some clients handle messages side by side, and need a moment for each.
    var nextAt: Int64 = 0

    /// What names it among the readers: its socket.
    var id: ObjectIdentifier { ObjectIdentifier(session) }

    init(session: SocketSession) {
        self.session = session
    }

    /// The feed whose whole state is to be sent next; nil when none is due.
    func due(at now: Int64, where isKnown: (FeedKey) -> Bool) -> FeedKey? {
        guard !isBusy, nextAt <= now else { return nil }
        var best: FeedKey?
        for (key, standing) in feeds {
            guard case .waiting(let since) = standing, since <= now, isKnown(key) else { continue }
            if best.map({ key.rank < $0.rank }) ?? true { best = key }
        }
        return best
    }

    /// Whether any feed's whole state is still to be sent.
    var isWaiting: Bool {
        feeds.values.contains { if case .waiting = $0 { true } else { false } }
    }
}
