/// The use cases that the routes call.
public struct ServerServices: Sendable {
    /// People and their sessions.
    public let accounts: AccountService
    /// Venues, choices, sightings and coupons.
    public let loyalty: LoyaltyService
    /// What has just happened to whom.
    public let events: EventHub
    /// What time it is.
    public let clock: ServerClock

    /// The use cases that the routes call.
    public init(accounts: AccountService, loyalty: LoyaltyService, events: EventHub, clock: ServerClock) {
        self.accounts = accounts
        self.loyalty = loyalty
        self.events = events
        self.clock = clock
    }
}
