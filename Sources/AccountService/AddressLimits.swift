import Accounts
import HTTPKit
import Time

/// How often somebody may have mails sent to an address; it lives in memory, and each server allows its share.
struct AddressLimits: Sendable {
    private let codes: RateLimiter<String>?
    private let resets: RateLimiter<String>?
    private let resetsOfClients: RateLimiter<ClientAddress>?

    /// The bounds that `limits` sets.
    init(_ limits: SignInLimits) {
        codes = limits.codesPerAddress.map { RateLimiter($0) }
        resets = limits.resetsPerAddress.map { RateLimiter($0) }
        resetsOfClients = limits.resetsPerClient.map { RateLimiter($0) }
    }

    /// Counts a code for an address, whoever has it; throws `tooManyAttempts`.
    func countCode(to address: EmailAddress, at now: Timestamp) throws(ServiceError) {
        try Self.refuse(codes?.take(address.text, now: Self.nanoseconds(now)))
    }

    /// Counts a reset that a client asks for, whoever it is for; throws `tooManyAttempts`.
    func countReset(from client: ClientAddress?, at now: Timestamp) throws(ServiceError) {
        guard let client else { return }
        try Self.refuse(resetsOfClients?.take(client, now: Self.nanoseconds(now)))
    }

    /// Whether one more link may go to an address.
    func allowsReset(of address: EmailAddress, at now: Timestamp) -> Bool {
        resets?.take(address.text, now: Self.nanoseconds(now)) == nil
    }

    private static func refuse(_ seconds: Int?) throws(ServiceError) {
        if let seconds { throw .request(.tooManyAttempts(retryAfterSeconds: seconds)) }
    }

    private static func nanoseconds(_ now: Timestamp) -> UInt64 {
        UInt64(clamping: now.milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
    }
}
