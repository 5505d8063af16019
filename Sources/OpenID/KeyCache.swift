import Basics

/// A provider's keys as they were last seen, and when they are asked for again.
///
/// A key that is not known is a reason to ask, but not oftener than once a minute: tokens that strangers make up shall not
/// make us hammer the provider. When asking fails, the keys of before stay.
package struct KeyCache: Sendable {
    /// Seconds between two times of asking, whatever the reason.
    package static let leastPause: Int64 = 60
    /// Seconds for which keys are kept at least and at most, whatever the provider says.
    package static let lifetimes: ClosedRange<Int64> = 300...86_400

    /// What is to be done for a token.
    package enum Decision: Sendable {
        /// These keys are the ones.
        case use(ProviderKeys)
        /// The provider is to be asked; until it has answered, these are there.
        case fetch(ProviderKeys?)
        /// None of the keys can have signed it, and it is too early to ask again.
        case unknown
    }

    private var keys: ProviderKeys?
    private var freshUntil: Timestamp?
    private var askedAt: Timestamp?

    /// No keys yet.
    package init() {}

    /// What to do for a token at `now`.
    package func decide(for token: SignedToken, at now: Timestamp) -> Decision {
        let mayAsk = askedAt.map { now.milliseconds(since: $0) >= Self.leastPause * 1000 } ?? true
        guard let keys, let freshUntil else { return mayAsk ? .fetch(nil) : .unknown }
        if keys.knows(token) { return now < freshUntil || !mayAsk ? .use(keys) : .fetch(keys) }
        return mayAsk ? .fetch(nil) : .unknown
    }

    /// Notes that the provider is being asked.
    package mutating func asking(at now: Timestamp) { askedAt = now }

    /// Keeps what the provider answered.
    ///
    /// - Parameter cacheControl: The header field of the answer, which says how long the keys are good.
    package mutating func keep(_ keys: ProviderKeys, cacheControl: String?, at now: Timestamp) {
        self.keys = keys
        let told = cacheControl.flatMap(Self.maxAge) ?? Self.lifetimes.lowerBound
        freshUntil = now.advanced(bySeconds: min(max(told, Self.lifetimes.lowerBound), Self.lifetimes.upperBound))
    }

    /// The seconds that `max-age` of a header field says; nil without one.
    static func maxAge(_ field: String) -> Int64? {
        for part in field.lowercased().split(separator: ",") {
            let part = part.drop { $0 == " " }
            if part.hasPrefix("max-age="), let seconds = Int64(part.dropFirst(8).prefix { $0 != " " }) {
                return seconds
            }
        }
        return nil
    }
}
