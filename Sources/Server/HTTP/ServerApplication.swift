import API
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Puts the server together: it listens when the application runs as a service.
///
/// - Parameters:
///   - onListening: Called once with the port, which matters when the configuration asked for a free one.
///   - extraRoutes: Adds routes of other modules.
/// - Throws: When the files for TLS cannot be read.
package func buildApplication(
    configuration: ServerConfiguration, services: ServerServices, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in },
    extraRoutes: (inout RouteHandlers) -> Void = { _ in }
) throws -> Application<ServerResponder> {
    let figures = ServerMetrics()
    let limits = configuration.limits
    let isSecure = configuration.tls != nil
    var handlers = RouteHandlers(
        streaming: Streaming(figures: figures, limits: limits, accounts: services.accounts))
    handlers.addOperationRoutes()
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
    if let address = configuration.metrics {
        server.addServices(metricsApplication(figures, at: address, logger: logger))
    }
    return server
}

/// Serves the figures, and nothing else, at a port of their own.
private func metricsApplication(
    _ figures: ServerMetrics, at address: MetricsAddress, logger: Logger
) -> some ApplicationProtocol {
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
        guard request.method == .get || request.method == .head, request.uri.path == "/metrics" else {
            return Response(status: .notFound)
        }
        return figures.response
    }
    return Application(
        responder: responder, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
        configuration: .init(address: .hostname(address.host, port: address.port)), logger: logger)
}

/// Puts the machinery around `handlers`: it listens when the application runs as a service.
func application(
    of handlers: RouteHandlers, configuration: ServerConfiguration, accounts: AccountService?, admission: Admission?,
    clock: ServerClock, figures: ServerMetrics, sockets: SocketServer? = nil, logger: Logger,
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
        proxies: configuration.proxies, perAddress: NamedRate("address", limits.perAddress),
        perAccount: NamedRate("account", limits.perAccount),
        signInPerAddress: NamedRate("sign-in", limits.signInPerAddress),
        knownSignInPerAddress: NamedRate("known-sign-in", limits.knownSignInPerAddress),
        fileFigures: figures.register("GET /{file}"), otherFigures: figures.register("other"))
    let date = HTTPDate(clock)
    let (table, proxies) = (responder.table, configuration.proxies)
    let bound: @Sendable (HTTPRequest) -> Int = { head in
        table.resolve(head.method, ServerResponder.path(of: head)).route?.bodyBytes ?? limits.bodyBytes
    }
    let http = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(limits: limits, date: date, bound: bound)]
            + (sockets.map { [WebSocketUpgrade(sockets: $0, proxies: proxies)] } ?? []),
        idleTimeout: .seconds(limits.idleSeconds),
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
            maxHeaderFieldCount: limits.headerFields))
    let tls = try configuration.tls.map { try $0.configuration() }
    let door = ConnectionDoor.Shared(figures: figures, limits: limits, proxies: proxies, isSecure: tls != nil)
    return Application(
        responder: responder,
        server: HTTPServerBuilder { responder in
            let channel = HTTP1Channel(responder: responder, configuration: http)
            guard let tls else { return ChannelWithDoor(base: channel, shared: door) }
            return ChannelWithDoor(base: try TLSChannel(channel, tlsConfiguration: tls), shared: door)
        },
        configuration: .init(address: .hostname(configuration.host, port: configuration.port), backlog: 1024),
        onServerRunning: { channel in await onListening(channel.localAddress?.port ?? configuration.port) },
        logger: logger)
}

extension TLSFiles {
    /// - Throws: ``TLSFileError`` for a key that others may read, and what NIOSSL throws for files that are none.
    fileprivate func configuration() throws -> TLSConfiguration {
        var status = stat()
        if stat(key, &status) == 0, status.st_mode & 0o077 != 0 { throw TLSFileError.keyReadableByOthers }
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
