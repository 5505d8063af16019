import API
import AccountService
import ExposureService
import HTTPKit
import InboxService
import LedgerService
import Loyalty
import LoyaltyService
import MarketCompatibility
import MarketService
import Network
import ServiceKit
import Storage
import VaultService

/// The use cases that the routes call.
package struct ServerServices: Sendable {
    /// The steps of ``Housekeeping`` that fail.
    let housekeepingFailures = StepFailures()
    /// People and their sessions.
    package let accounts: AccountService
    /// Their passkeys.
    package let passkeys: PasskeyService
    /// Venues, choices, sightings and coupons.
    package let loyalty: LoyaltyService
    /// Codes, uploads of keys, and the batches that phones fetch.
    package let exposure: ExposureService
    /// What the health authority does in its console.
    package let health: HealthService
    /// Areas with their cases, and where people were who later reported.
    package let zones: ZoneService
    /// Slots that open by presence, and sealed records on their way between devices.
    package let vaults: VaultService
    /// Orders, books and balances; they work while ``MarketService/service`` runs.
    package let market: MarketService
    /// What the market's staff does in its console.
    let marketConsole: MarketConsole
    /// The keys by which programs sign requests.
    package let apiKeys: APIKeyService
    /// The signatures of programs' requests, each of which is taken once.
    let requests: RequestLog
    /// The photos of accounts.
    let photos: PhotoService
    /// Sign-in with identities elsewhere; with no provider until one is configured.
    package var identities: IdentityService
    /// What people are told.
    package let inbox: InboxService
    /// What people want to be told of markets; they are looked at while ``AlertWatch`` runs.
    package let alerts: AlertService
    /// The devices that people are told things on.
    package let push: PushService
    /// What is counted of visits without linking them.
    package let counting: CountingService
    /// Points for time in shops.
    package let stays: StayService
    /// Who works for which venue and shop.
    package let venueStaff: VenueStaffService
    /// Campaigns of shops.
    package let campaigns: CampaignService
    /// What operators of venues do with their beacons.
    package let venueOperation: VenueOperationService
    /// What merchants do with offers and tills.
    package let shops: ShopService
    /// Versions of venues' plans, and putting them in force.
    package let plans: PlanService
    /// Versions of venues' radio maps.
    package let radioMaps: RadioMapService
    /// What waits to be handed over; it is while ``DeliveryRun`` runs.
    package let deliveries: DeliveryQueue
    /// The mails in it.
    package let mail: MailOutbox
    /// What has just happened to whom.
    package let events: UserEvents
    /// What time it is.
    package let clock: ServerClock
    /// Whether the server can do its work.
    package let readiness: Readiness

    /// The use cases that the routes call, all of them on `database`.
    ///
    /// - Parameters:
    ///   - random: Where identifiers, tokens and keys come from.
    ///   - sender: What carries mails away; nothing does unless it is told.
    ///   - carriers: What carries messages to devices; nothing does unless it is told.
    ///   - callbacks: What tells merchants' programs of their invoices; nobody is told unless it is given.
    ///   - publicAddress: What links in mails begin with; without it a mail has what the link would carry.
    ///   - isPlay: Whether all money in the markets is play money, as in a demo.
    package init(
        database: any Database, clock: ServerClock, random: ServerRandom = .system, accounts: AccountService,
        loyalty: LoyaltyService, exposure: ExposureService, events: UserEvents,
        mail sender: any MailSender = NoMail(), push carriers: PushCarriers = PushCarriers(),
        callbacks: (any CallbackSender)? = nil, publicAddress: PublicAddress? = nil, isPlay: Bool = false
    ) {
        let push = PushService(database: database, clock: clock, carriers: carriers, random: random)
        let inbox = InboxService(database: database, clock: clock, events: events, random: random, push: push)
        self.push = push
        self.loyalty = loyalty.tellingOfOffers { account, shop, now, connection in
            try push.push(
                .offer(of: shop.name), to: account, of: PushRules.Shop(venue: shop.venue, major: shop.major), at: now,
                in: connection)
        }
        .holdingOut { account, shop, now, connection in
            try CampaignService.isHeldOut(
                account, from: ShopKey(venue: shop.venue, major: shop.major), at: now, in: connection)
        }
        self.counting = CountingService(database: database, clock: clock, loyalty: self.loyalty, random: random)
            .knowingCampaigns { shop, day, connection in
                try CampaignService.isMeasured(Int64(day), of: shop, in: connection)
            }
        self.stays = StayService(loyalty: self.loyalty, random: random)
        self.exposure = exposure
        self.health = HealthService(exposure: exposure)
        self.zones = ZoneService(
            database: database, clock: clock, loyalty: loyalty,
            acceptedUpload: { secret throws(ServiceError) in try await exposure.hasAccepted(uploadSecret: secret) })
        self.vaults = VaultService(database: database, clock: clock, loyalty: loyalty, random: random)
        var ways = carriers.ways(database)
        ways[.mail] = MailCarrier(sender)
        ways[.callback] = CallbackCarrier(database, callbacks)
        self.deliveries = DeliveryQueue(database: database, clock: clock, carriers: ways)
        self.mail = MailOutbox(deliveries, random: random)
        let trail = AccountTrail(clock: clock, mail: mail)
        self.market = MarketService(database: database, clock: clock, random: random, isPlay: isPlay) {
            step, text, account, connection in
            try trail.note(AccountEventKind(step), of: account, label: text, connection)
        }
        self.marketConsole = MarketConsole(market: market)
        self.requests = RequestLog(database)
        self.photos = PhotoService(database: database)
        self.inbox = inbox
        self.venueOperation = VenueOperationService(loyalty: self.loyalty)
        self.campaigns = CampaignService(
            database: database, clock: clock, random: random,
            timeZone: { venue throws(ServiceError) in try await loyalty.timeZone(of: venue) },
            released: { shop, day, connection in
                try CountingService.releasedCampaign(of: shop, measuredOn: Int(day), in: connection).map { cells in
                    Dictionary(uniqueKeysWithValues: cells.map { ($0.key.rawValue, $0.value) })
                }
            })
        self.shops = ShopService(loyalty: self.loyalty)
        self.alerts = AlertService(market: market, inbox: inbox, random: random)
        self.accounts = accounts.with(mail, Self.ties(of: market), publicAddress: publicAddress) {
            account, label, day, now, connection in
            guard
                let notice = try inbox.deliver(
                    account, .deviceApproved(label: label), at: day, now: now, in: connection)
            else { return nil }
            return { inbox.publish(notice, to: account) }
        }
        let settled = self.accounts
        self.plans = PlanService(loyalty: loyalty, forget: { settled.forget($0) })
        self.radioMaps = RadioMapService(loyalty: loyalty) {
            [counting] presentation, thing, day throws(ServiceError) in
            try await counting.tag(of: presentation, for: thing, in: ReportPeriod(containing: day))
        }
        self.venueStaff = VenueStaffService(
            database: database, clock: clock, random: random, mail: mail, publicAddress: publicAddress,
            venues: { uuid throws(ServiceError) in
                do throws(ServiceError) { return NamedVenue(try await loyalty.venue(uuid)) } catch {
                    guard error.code == LoyaltyError.unknownVenue.problem.rawValue else { throw error }
                    return nil
                }
            },
            forget: { settled.forget($0) })
        self.apiKeys = APIKeyService(
            database: database, clock: clock, random: random, trail: self.accounts.trail)
        self.identities = IdentityService(accounts: self.accounts)
        self.passkeys = PasskeyService(self.accounts) { account, label, day, now, connection in
            guard
                let notice = try inbox.deliver(
                    account, .passkeyCopied(label: label), at: day, now: now, in: connection)
            else { return nil }
            return { inbox.publish(notice, to: account) }
        }
        self.events = events
        self.clock = clock
        self.readiness = Readiness {
            try await database.readUnlessCancelled { try $0.hasMigrations(ServerDatabase.migrations) }
        }
    }

    /// What the services keep of accounts, in the order in which it ends; of accounts themselves nothing.
    package static let personalDataTables =
        LoyaltyService.personalDataTables + InboxService.personalDataTables + PushService.personalDataTables
        + PhotoService.personalDataTables + CountingService.personalDataTables + VaultService.personalDataTables
        + VenueStaffService.personalDataTables + PlanTables.kept
        + RadioMapTables.kept
        + ShopService.personalDataTables + StayService.personalDataTables
        + MarketCompatibilityTables.kept + MarketService.personalDataTables + LedgerAdministration.personalDataTables

    /// What the services have to do with accounts.
    private static func ties(of market: MarketService) -> AccountTies {
        AccountTies(
            tables: personalDataTables,
            countCoupons: LoyaltyService.countCoupons,
            cancelOrders: { account throws(ServiceError) in
                guard let trader = try await market.existingTrader(of: account) else { return }
                _ = try await market.cancelAll(market: nil, for: trader, because: .account)
            })
    }
}

extension AccountEventKind {
    /// What the trail calls a step of money that leaves.
    fileprivate init(_ step: MoneyStep) {
        self =
            switch step {
            case .asked: .withdrawalAsked
            case .cancelled: .withdrawalCancelled
            case .settled: .withdrawalSettled
            case .refused: .withdrawalRefused
            case .sent: .moneySent
            case .bookAdded: .bookAdded
            case .bookRemoved: .bookRemoved
            case .bookOnly: .bookOnly
            case .bookOpening: .bookOpening
            }
    }
}

extension NamedVenue {
    fileprivate init(_ venue: Venue) {
        self.init(
            uuid: venue.uuid, name: venue.name, timeZone: venue.timeZone,
            shops: venue.shops.map { NamedShop(major: $0.major, name: $0.name) })
    }
}
