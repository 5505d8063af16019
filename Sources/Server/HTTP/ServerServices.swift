import Notifications

/// The use cases that the routes call.
package struct ServerServices: Sendable {
    /// People and their sessions.
    package let accounts: AccountService
    /// Venues, choices, sightings and coupons.
    package let loyalty: LoyaltyService
    /// Codes, uploads of keys, and the batches that phones fetch.
    package let exposure: ExposureService
    /// Areas with their cases, and where people were who later reported.
    package let zones: ZoneService
    /// Slots that open by presence, and sealed records on their way between devices.
    package let vaults: VaultService
    /// Orders, books and balances; they work while ``MarketService/service`` runs.
    package let market: MarketService
    /// The keys by which programs sign requests.
    package let apiKeys: APIKeyService
    /// What people are told.
    package let inbox: InboxService
    /// What people want to be told of markets; they are looked at while ``AlertWatch`` runs.
    package let alerts: AlertService
    /// Mails that wait; they are handed over while ``MailDelivery`` runs.
    package let mail: MailOutbox
    /// What has just happened to whom.
    package let events: EventHub
    /// What time it is.
    package let clock: ServerClock

    /// The use cases that the routes call.
    ///
    /// - Parameter sender: What carries mails away; nothing does unless it is told.
    package init(
        accounts: AccountService, loyalty: LoyaltyService, exposure: ExposureService, events: EventHub,
        clock: ServerClock, mail sender: any MailSender = NoMail()
    ) {
        self.loyalty = loyalty
        self.exposure = exposure
        self.zones = ZoneService(
            loyalty: loyalty,
            acceptedUpload: { secret throws(ServiceError) in try await exposure.hasAccepted(uploadSecret: secret) })
        self.vaults = VaultService(loyalty: loyalty)
        self.market = MarketService(database: loyalty.database, clock: clock, random: loyalty.random)
        self.apiKeys = APIKeyService(database: loyalty.database, clock: clock, random: loyalty.random)
        self.inbox = InboxService(database: loyalty.database, clock: clock, events: events, random: loyalty.random)
        self.alerts = AlertService(market: market, inbox: inbox, random: loyalty.random)
        self.mail = MailOutbox(database: loyalty.database, sender: sender, clock: clock, random: loyalty.random)
        self.accounts = accounts.with(mail, inbox)
        self.events = events
        self.clock = clock
    }
}
