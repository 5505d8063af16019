import API
import AccountService
import Accounts
import ExposureService
import HTTPKit
import HTTPTypes
import Hummingbird
import InboxService
import Logging
import Loyalty
import LoyaltyService
import MarketCompatibility
import MarketService
import ServiceKit
import VaultService

/// The authority's console reads the QR codes of cases, the market's page those of payments, a merchant's till those of
/// coupons, and the console of a venue those of beacons.
private let scanningPages: Set<String> = [
    "/console/health", "/market", "/console/merchant", "/console/operator", "/claim",
]

/// Puts the server together: it listens when the application runs as a service.
///
/// - Parameters:
///   - feedMilliseconds: Milliseconds between two looks at what has changed in the markets, for those who follow them on
///     sockets.
///   - onListening: Called once with the port, which matters when the configuration asked for a free one.
///   - extraRoutes: Adds routes of other modules.
/// - Throws: When the files for TLS cannot be read.
package func buildApplication(
    configuration: ServerConfiguration, services: ServerServices, feedMilliseconds: Int64 = 1000, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in },
    extraRoutes: (inout RouteHandlers) -> Void = { _ in }
) throws -> Application<ServerResponder> {
    let figures = ServerMetrics()
    figures.tell { await services.families() }
    let limits = configuration.limits
    let isSecure = configuration.tls != nil
    let (accounts, market) = (services.accounts, services.market)
    let sessions: SessionLookup = { token throws(ServiceError) in try await accounts.session(token: token) }
    var handlers = RouteHandlers(
        streaming: Streaming(
            figures: figures, limits: limits, sessions: sessions, jitter: { [random = market.random] in random.next() })
    )
    handlers.addOperationRoutes(services.readiness)
    handlers.addAccountRoutes(accounts, passkeys: services.passkeys, clock: services.clock, isSecure: isSecure)
    handlers.addAccountSecurityRoutes(accounts, keys: services.apiKeys, isSecure: isSecure)
    handlers.addPhotoRoutes(services.photos)
    handlers.addAccountLifeRoutes(accounts, clock: services.clock, isSecure: isSecure)
    handlers.addIdentityRoutes(services.identities, clock: services.clock, isSecure: isSecure)
    handlers.addPasskeyRoutes(services.passkeys)
    handlers.addInboxRoutes(services.inbox, services.alerts)
    handlers.addPushRoutes(services.push)
    handlers.addVenueRoutes(services.loyalty)
    handlers.addPlanRoutes(services.plans)
    handlers.addRadioMapRoutes(services.radioMaps)
    handlers.addLoyaltyRoutes(services.loyalty, figures)
    handlers.addCountingRoutes(services.counting, figures)
    handlers.addStayRoutes(services.stays, figures)
    handlers.addShopRoutes(services.shops)
    handlers.addUserStreamRoute(services.events, services.market)
    handlers.addCampaignRoutes(services.campaigns) { session throws(ServiceError) in
        try await services.loyalty.choices(of: session).filter(\.allowsReports).map {
            ShopKey(venue: $0.venue, major: $0.major)
        }
    }
    handlers.addZoneRoutes(services.zones)
    handlers.addHealthRoutes(services.health)
    handlers.addVaultRoutes(services.vaults)
    let requireCode: CodeCheck = { code, session in
        try await accounts.requireMoneyProof(code, of: session, passkeysWork: services.passkeys.site.isOpen)
    }
    let requireTrader: TraderCheck = { session in try await accounts.requireTrader(session) }
    handlers.addOwnMarketRoutes(
        market, requireCode: requireCode, requireTrader: requireTrader,
        moneyProof: { session in
            try await accounts.moneyProof(of: session, passkeysWork: services.passkeys.site.isOpen)
        },
        requireOwner: { session in try await accounts.requireConfirmed(session) })
    handlers.addExchangeRoutes(
        market, inbox: services.inbox, keys: services.apiKeys, clock: services.clock, perKey: limits.perKey,
        isSecure: isSecure, requireCode: requireCode, requireTrader: requireTrader)
    let tickets = SocketTickets(database: market.database, random: market.random)
    let feeds = MarketFeeds(
        source: market, tickets: tickets,
        trading: SocketTrading(
            market: market, perHolder: limits.perKey,
            rights: SocketRights(
                accounts: accounts, keys: services.apiKeys, tickets: tickets, clock: services.clock)),
        clock: services.clock, intervalMilliseconds: feedMilliseconds, logger: logger)
    let sockets = SocketServer(limits: limits.sockets, listener: feeds.inbox)
    handlers.addSocketRoutes(sockets)
    handlers.addFleetRoutes(services.venueOperation)
    handlers.addMarketConsoleRoutes(services.marketConsole) {
        ConsoleSockets(open: sockets.count, lagMilliseconds: await feeds.lag())
    }
    for role in [Role.merchant, .operator] {
        handlers.addVenueSignIn(
            role, accounts, passkeys: services.passkeys, clock: services.clock, isSecure: isSecure,
            noting: VenueStaffService.noteSignIn(to: role))
    }
    handlers.addVenueStaffRoutes(services.venueStaff) { session throws(ServiceError) in
        try await accounts.requireConfirmed(session)
    }
    // After the exchange, whose paths are among those that are left to these.
    handlers.addExposureRoutes(services.exposure)
    extraRoutes(&handlers)
    handlers.addTracingRoutesIfMissing()
    handlers.addConsoleEntrancesIfMissing(clock: services.clock)
    var server = try application(
        of: handlers, configuration: configuration, sessions: sessions, admission: nil, clock: services.clock,
        figures: figures, scanningPages: scanningPages, sockets: sockets, logger: logger,
        onListening: { port in
            services.passkeys.site.open(
                publicURL: configuration.publicURL, host: configuration.host, port: port, isEncrypted: isSecure)
            await onListening(port)
        })
    server.addServices(sockets, feeds)
    if let address = configuration.metrics {
        server.addServices(metricsApplication(figures, at: address, logger: logger))
    }
    return server
}
