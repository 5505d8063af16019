import Basics
import Synchronization

/// The tokens by which push services know this server, each of which serves all messages to one origin.
final class IdentificationTokens: Sendable {
    /// For how long a token is good; push services take no more than a day.
    static let seconds: Int64 = 43_200
    /// A token that ends sooner than this is replaced: their clocks are not ours.
    static let sparedSeconds: Int64 = 600
    /// How many origins are remembered: they come from clients.
    static let mostOrigins = 256

    private struct Kept {
        let authorization: String
        let until: Timestamp
    }

    private let key: IdentificationKey
    private let subject: String
    private let kept = Mutex<[String: Kept]>([:])

    /// Tokens of `key`; `subject` is where its owner is reached: a `mailto:` or `https:` URL.
    init(_ key: IdentificationKey, subject: String) {
        self.key = key
        self.subject = subject
    }

    /// The header field `Authorization` for a push service.
    func authorization(for origin: String, at now: Timestamp) throws(PushFault) -> String {
        if let found = kept.withLock({ $0[origin] }), now < found.until { return found.authorization }
        let made = try key.authorization(for: origin, subject: subject, at: now)
        kept.withLock { kept in
            if kept.count >= Self.mostOrigins { kept = kept.filter { now < $0.value.until } }
            if kept.count >= Self.mostOrigins { kept = [:] }
            kept[origin] = Kept(authorization: made, until: now.advanced(bySeconds: Self.seconds - Self.sparedSeconds))
        }
        return made
    }
}
