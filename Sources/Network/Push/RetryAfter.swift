import Basics

/// The header field `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// The longest wait that is believed.
    static let mostSeconds: Int64 = 86_400

    /// How many seconds from `now` a field asks to wait, at most a day; nil when it is missing or says nothing.
    static func seconds(_ field: String?, at now: Timestamp) -> Int64? {
        guard let field else { return nil }
        if let seconds = Int64(field), seconds >= 0 { return min(mostSeconds, seconds) }
        guard let instant = HTTPDate.time(field) else { return nil }
        return max(0, min(mostSeconds, instant.milliseconds(since: now) / 1000))
    }
}
