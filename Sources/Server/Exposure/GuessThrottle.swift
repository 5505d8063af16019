import Time

/// Slows down the guessing of codes, by address and in all.
///
/// There are 10^12 codes. With a thousand of them waiting, the limit in all lets one in about four thousand be found in
/// the three days for which they hold; the limit of an address keeps one of them from using up what is there for all.
/// While there is no room a right code is refused like a wrong one, so that the refusals tell nothing.
struct GuessThrottle: Sendable {
    private let byAddress: RateLimiter<ClientAddress>
    private let ofAll: RateLimiter<Bool>

    init(_ policy: ExposurePolicy) {
        byAddress = RateLimiter(.init(perSecond: 1.0 / 60, burst: policy.wrongCodesOfAddress))
        ofAll = RateLimiter(.init(perSecond: 1, burst: policy.wrongCodesOfAll), capacity: 16)
    }

    /// Lets a try begin, counting it as wrong until it turns out not to be, so that tries side by side count too.
    ///
    /// - Parameter address: Where it comes from; nil when it does not come over the network.
    /// - Returns: False when there were too many wrong ones.
    func begin(_ address: ClientAddress?, at now: Timestamp) -> Bool {
        let now = Self.nanoseconds(now)
        if let address, byAddress.take(address, now: now) != nil { return false }
        return ofAll.take(true, now: now) == nil
    }

    /// Gives back what a try took: the code was not wrong.
    func giveBack(_ address: ClientAddress?) {
        if let address { byAddress.giveBack(address) }
        ofAll.giveBack(true)
    }

    private static func nanoseconds(_ now: Timestamp) -> UInt64 {
        UInt64(clamping: now.milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
    }
}
