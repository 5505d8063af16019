import Accounts
import Basics
import Forwarding
import HTTPKit

/// How often somebody may have mails sent to an address; it lives in memory, and each server allows its share.
///
/// What a stranger asks for is counted by the address together with the stranger's network, so that it takes nothing from
/// the owner, who asks from elsewhere; a higher bound for the address alone holds against many networks. What the owner of
/// an account asks for is counted by the account, which no stranger can use up.
struct AddressLimits: Sendable {
    /// A client that asks for codes to an address, by its IPv4 address or the first 48 bits of its IPv6 address: a customer
    /// of a provider may have so many.
    private struct Asker: Hashable, Sendable {
        let email: String
        let isIPv6: Bool
        let network: UInt64

        init(_ email: EmailAddress, from address: IPAddress?) {
            self.email = email.text
            isIPv6 = address?.isIPv6 ?? false
            network = (address?.network ?? 0) >> (isIPv6 ? 16 : 0)
        }
    }

    private let codesOfAskers: RateLimiter<Asker>?
    private let codesOfAccounts: RateLimiter<[UInt8]>?
    private let signUps: RateLimiter<String>?
    private let changes: RateLimiter<String>?
    private let resets: RateLimiter<String>?
    private let resetsOfClients: RateLimiter<ClientAddress>?

    /// The bounds that `limits` sets.
    init(_ limits: SignInLimits) {
        codesOfAskers = limits.codesPerAsker.map { RateLimiter($0) }
        codesOfAccounts = limits.codesPerAsker.map { RateLimiter($0) }
        signUps = limits.codesPerAddress.map { RateLimiter($0) }
        changes = limits.codesPerAddress.map { RateLimiter($0) }
        resets = limits.resetsPerAddress.map { RateLimiter($0) }
        resetsOfClients = limits.resetsPerClient.map { RateLimiter($0) }
    }

    /// Counts a code for a new account with an address, whoever has it; throws `tooManyAttempts`.
    func countSignUp(_ address: EmailAddress, from client: IPAddress?, at now: Timestamp) throws(ServiceError) {
        try Self.refuse(codesOfAskers?.take(Asker(address, from: client), now: Self.nanoseconds(now)))
        try Self.refuse(signUps?.take(address.text, now: Self.nanoseconds(now)))
    }

    /// Counts a code for the address of an account that its owner asks for; throws `tooManyAttempts`.
    func countProof(of account: [UInt8], at now: Timestamp) throws(ServiceError) {
        try Self.refuse(codesOfAccounts?.take(account, now: Self.nanoseconds(now)))
    }

    /// Counts a code for another address of an account; throws `tooManyAttempts`.
    ///
    /// What accounts together ask for is bounded by the new address, apart from what sign-ups ask for.
    func countChange(of account: [UInt8], to address: EmailAddress, at now: Timestamp) throws(ServiceError) {
        try countProof(of: account, at: now)
        try Self.refuse(changes?.take(address.text, now: Self.nanoseconds(now)))
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
