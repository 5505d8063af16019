/// What guessing passwords may use up.
package struct SignInLimits: Sendable {
    /// Wrong passwords for one account that one address has for nothing within an hour.
    package var triesPerAddress = 5
    /// How often addresses that have tries left may try one account, all of them together; nil for no limit.
    package var fromNewAddresses: ServerLimits.Rate? = .init(perSecond: 1.0 / 60, burst: 30)
    /// Seconds after which, on average, one more password of anybody else is looked at.
    package var contestedSeconds: Int64 = 20
    /// How often the devices on which an account has signed in before may try it; nil for no limit.
    package var knownDevices: ServerLimits.Rate? = .init(perSecond: 0.2, burst: 10)

    /// The limits that a server starts with.
    package init() {}
}
