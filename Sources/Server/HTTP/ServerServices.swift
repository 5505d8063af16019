/// The use cases that the routes call.
public struct ServerServices: Sendable {
    /// People and their sessions.
    public let accounts: AccountService
    /// Venues, choices, sightings and coupons.
    public let loyalty: LoyaltyService
    /// Codes, uploads of keys, and the batches that phones fetch.
    public let exposure: ExposureService
    /// Areas with their cases, and where people were who later reported.
    public let zones: ZoneService
    /// Slots that open by presence, and sealed records on their way between devices.
    public let vaults: VaultService
    /// What has just happened to whom.
    public let events: EventHub
    /// What time it is.
    public let clock: ServerClock

    /// The use cases that the routes call.
    public init(
        accounts: AccountService, loyalty: LoyaltyService, exposure: ExposureService, events: EventHub,
        clock: ServerClock
    ) {
        self.accounts = accounts
        self.loyalty = loyalty
        self.exposure = exposure
        self.zones = ZoneService(
            loyalty: loyalty,
            acceptedUpload: { secret throws(ServiceError) in try await exposure.hasAccepted(uploadSecret: secret) })
        self.vaults = VaultService(loyalty: loyalty)
        self.events = events
        self.clock = clock
    }
}
