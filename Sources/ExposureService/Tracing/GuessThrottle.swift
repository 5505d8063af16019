import Basics
import HTTPKit

/// Slows down the guessing of codes, address by address.
///
/// There are 10^11 codes with a right check digit. With a thousand of them waiting for the four days for which they hold
/// at most, one address finds one with a probability of six in a million, and ten thousand addresses find about six in a
/// hundred. There is no limit for all addresses together: whoever reached it would keep a whole country from reporting.
struct GuessThrottle: Sendable {
    private let byAddress: RateLimiter<ClientAddress>

    init(_ policy: ExposurePolicy) {
        byAddress = RateLimiter(
            .init(perSecond: 1 / Double(policy.secondsPerWrongCode), burst: policy.wrongCodesOfAddress))
    }

    /// Lets a try begin, counting it as wrong until it turns out not to be, so that tries side by side count too.
    ///
    /// - Parameter address: Where it comes from; nil when it does not come over the network.
    /// - Returns: Nil when there is room, otherwise the seconds until there is, at least 1.
    func begin(_ address: ClientAddress?, at now: Timestamp) -> Int? {
        address.flatMap { byAddress.take($0, now: Self.nanoseconds(now)) }
    }

    /// The seconds for which `begin` would have to wait; nil when there is room.
    func wait(_ address: ClientAddress?, at now: Timestamp) -> Int? {
        let seconds = begin(address, at: now)
        if seconds == nil { giveBack(address) }
        return seconds
    }

    /// Gives back what a try took: the code was not wrong.
    func giveBack(_ address: ClientAddress?) {
        if let address { byAddress.giveBack(address) }
    }

    private static func nanoseconds(_ now: Timestamp) -> UInt64 {
        UInt64(clamping: now.milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
    }
}
