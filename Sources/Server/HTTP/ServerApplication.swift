import API
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

/// Puts the server together: it listens when the application runs as a service.
///
/// - Parameters:
///   - onListening: Called once with the port, which matters when the configuration asked for a free one.
///   - extraRoutes: Adds routes of other modules.
/// - Throws: When the files for TLS cannot be read.
public func buildApplication(
    configuration: ServerConfiguration, services: ServerServices, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in },
    extraRoutes: (inout RouteHandlers) -> Void = { _ in }
) throws -> Application<ServerResponder> {
    let figures = ServerFigures()
    let limits = configuration.limits
    let isSecure = configuration.tls != nil
    var handlers = RouteHandlers(
        streaming: Streaming(figures: figures, limits: limits, accounts: services.accounts))
    handlers.addOperationRoutes(figures)
    handlers.addAccountRoutes(services, isSecure: isSecure)
    handlers.addAccountSecurityRoutes(services, isSecure: isSecure)
    handlers.addInboxRoutes(services)
    handlers.addVenueRoutes(services)
    handlers.addLoyaltyRoutes(services, figures)
    handlers.addUserStreamRoute(services)
    handlers.addZoneRoutes(services)
    handlers.addExposureRoutes(services)
    handlers.addHealthRoutes(services)
    handlers.addVaultRoutes(services)
    handlers.addOwnMarketRoutes(services)
    handlers.addMarketRoutes(services, limits: limits, isSecure: isSecure)
    let feeds = MarketFeeds(
        source: services.market,
        tickets: SocketTickets(database: services.loyalty.database, random: services.loyalty.random),
        clock: services.clock, intervalMilliseconds: configuration.feedMilliseconds, logger: logger)
    let sockets = SocketServer(limits: limits.sockets, listener: feeds.inbox)
    handlers.addSocketRoutes(sockets)
    extraRoutes(&handlers)
    handlers.addTracingRoutesIfMissing()
    var server = try application(
        of: handlers, configuration: configuration, accounts: services.accounts, admission: nil, clock: services.clock,
        figures: figures, sockets: sockets, logger: logger, onListening: onListening)
    server.addServices(sockets, feeds)
    return server
}

/// Puts the machinery around `handlers`: it listens when the application runs as a service.
func application(
    of handlers: RouteHandlers, configuration: ServerConfiguration, accounts: AccountService?, admission: Admission?,
    clock: ServerClock, figures: ServerFigures, sockets: SocketServer? = nil, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void
) throws -> Application<ServerResponder> {
    let limits = configuration.limits
    if let sockets { figures.watch(sockets) }
    let entries = handlers.entries.map { route, handler in
        RouteTable.Entry(
            route: route, handler: handler, figures: figures.register("\(route.method.rawValue) \(route.path)"))
    }
    let responder = ServerResponder(
        table: RouteTable(entries), accounts: accounts, admission: admission,
        webApp: WebApp(directory: configuration.webRoot),
        headers: SecurityHeaders(isSecure: configuration.tls != nil), bodyBytes: limits.bodyBytes,
        perAddress: limits.perAddress.map { RateLimiter($0) }, perAccount: limits.perAccount.map { RateLimiter($0) },
        signInPerAddress: limits.signInPerAddress.map { RateLimiter($0) },
        fileFigures: figures.register("GET /{file}"), otherFigures: figures.register("other"))
    let date = HTTPDate(clock)
    let http = HTTPServerBuilder.http1(
        configuration: .init(
            additionalChannelHandlers: [ConnectionGuard(figures: figures, limits: limits, date: date)]
                + (sockets.map { [WebSocketUpgrade(sockets: $0)] } ?? []),
            idleTimeout: .seconds(limits.idleSeconds),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
                maxHeaderFieldCount: limits.headerFields)))
    return Application(
        responder: responder,
        server: try configuration.tls.map { try .tls(http, tlsConfiguration: try $0.configuration()) } ?? http,
        configuration: .init(address: .hostname(configuration.host, port: configuration.port), backlog: 1024),
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? configuration.port) },
        logger: logger)
}

extension TLSFiles {
    fileprivate func configuration() throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
        let key = try NIOSSLPrivateKey(file: key, format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // Clients that keep a connection for later often do not say goodbye, and a server that stops would wait for them.
        configuration.shutdownTimeout = .seconds(1)
        return configuration
    }
}
