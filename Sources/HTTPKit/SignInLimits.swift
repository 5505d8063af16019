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
    /// How often codes are mailed to one address for sign-ups, and as often for changes of address, whoever asks for them;
    /// nil for no limit.
    package var codesPerAddress: ServerLimits.Rate? = .init(perSecond: 20.0 / 3600, burst: 20)
    /// How often one client may ask for codes to one address, and one account for codes to its own or another one; nil
    /// for no limit.
    package var codesPerAsker: ServerLimits.Rate? = .init(perSecond: 5.0 / 3600, burst: 5)
    /// How often links that reset a password are mailed to one address; nil for no limit.
    package var resetsPerAddress: ServerLimits.Rate? = .init(perSecond: 3.0 / 3600, burst: 3)
    /// How often one client may ask for such links, whoever they are for; nil for no limit.
    package var resetsPerClient: ServerLimits.Rate? = .init(perSecond: 20.0 / 3600, burst: 20)

    /// The servers that share them; nil when this one has all of it.
    private var servers: ServerCount?

    /// The limits that a server starts with.
    package init() {}

    /// ``triesPerAddress`` on this server: its share of them, and one at least if there are any.
    package var ownTriesPerAddress: Int { min(triesPerAddress, max(1, triesPerAddress / (servers?.value ?? 1))) }

    /// ``contestedSeconds`` on this server.
    package var ownContestedSeconds: Int64 { contestedSeconds * Int64(servers?.value ?? 1) }

    /// Lets each of several servers allow its share.
    mutating func share(among servers: ServerCount) {
        self.servers = servers
        fromNewAddresses?.servers = servers
        knownDevices?.servers = servers
        codesPerAddress?.servers = servers
        codesPerAsker?.servers = servers
        resetsPerAddress?.servers = servers
        resetsPerClient?.servers = servers
    }
}
