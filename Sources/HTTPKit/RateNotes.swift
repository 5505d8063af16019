import HTTPTypes
import Synchronization

/// What is left of a rate after a request.
struct RateUse: Sendable {
    /// Whole seconds until there is room for one more; nil when there was room for this one.
    let waitSeconds: Int?
    /// How many more there is room for now.
    let remaining: Int
    /// Seconds until there is as much room as there can be.
    let resetSeconds: Int
}

/// What the answers to one request tell of the rates that it was counted by, in the fields `RateLimit-Policy` and
/// `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
package final class RateNotes: Sendable {
    private struct State {
        var policies = ""
        var uses = ""
    }

    private let state = Mutex(State())

    /// No notes yet.
    package init() {}

    /// Notes that a request was counted by the rate called `name`, whose policy is `policy`.
    func note(_ use: RateUse, _ name: String, policy: String) {
        state.withLock { state in
            if !state.policies.isEmpty {
                state.policies += ", "
                state.uses += ", "
            }
            state.policies += policy
            state.uses += "\"\(name)\";r=\(use.remaining);t=\(use.resetSeconds)"
        }
    }

    /// Adds the fields to an answer; none when the request was counted by no rate.
    func add(to headers: inout HTTPFields) {
        let (policies, uses) = state.withLock { ($0.policies, $0.uses) }
        guard !policies.isEmpty else { return }
        headers[.rateLimitPolicy] = policies
        headers[.rateLimit] = uses
    }
}

/// A rate with a name, which tells in each answer what is left of it.
package struct NamedRate<Key: Hashable & Sendable>: Sendable {
    private let name: String
    /// What the rate is called when this server has all of it, and how many that are.
    private let policy: String
    private let burst: Int
    private let windowSeconds: Int
    private let limiter: RateLimiter<Key>

    /// Nil for no limit.
    package init?(_ name: String, _ rate: ServerLimits.Rate?) {
        guard let rate else { return nil }
        self.name = name
        self.policy = Self.policy(name, rate.burst, rate.windowSeconds)
        self.burst = rate.burst
        self.windowSeconds = rate.windowSeconds
        self.limiter = RateLimiter(rate)
    }

    /// Counts a request; gives the seconds to wait when there is no room for it.
    package func take(_ key: Key, now: UInt64, _ notes: RateNotes) -> Int? {
        let use = limiter.use(key, now: now)
        let here = limiter.burstHere
        notes.note(use, name, policy: here == burst ? policy : Self.policy(name, here, windowSeconds))
        return use.waitSeconds
    }

    private static func policy(_ name: String, _ burst: Int, _ windowSeconds: Int) -> String {
        "\"\(name)\";q=\(burst);w=\(windowSeconds)"
    }
}
