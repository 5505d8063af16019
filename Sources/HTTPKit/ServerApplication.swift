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

/// Serves the figures, and nothing else, at a port of their own.
package func metricsApplication(
    _ figures: ServerMetrics, at address: MetricsAddress, logger: Logger
) -> some ApplicationProtocol {
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
        guard request.method == .get || request.method == .head, request.uri.path == "/metrics" else {
            return Response(status: .notFound)
        }
        return await figures.response
    }
    return Application(
        responder: responder, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
        configuration: .init(address: .hostname(address.host, port: address.port)), logger: logger)
}

/// Puts the machinery around `handlers`: it listens when the application runs as a service.
///
/// - Parameters:
///   - sessions: Where sessions are looked up; nil on a server without accounts, where no route needs one.
///   - admission: What a request must pass before anything else; nil where everybody may ask.
///   - figures: Where everything is counted.
///   - scanningPages: The paths of the web app's pages that may use the camera.
///   - sockets: What makes sockets of requests for a WebSocket; nil where there are none.
///   - answersInTime: Whether answers must be there in the time that the limits say.
///   - onListening: Called once with the port, which matters when the configuration asked for a free one.
/// - Throws: When the files for TLS cannot be read.
package func application(
    of handlers: RouteHandlers, configuration: ServerConfiguration, sessions: SessionLookup?, admission: Admission?,
    clock: ServerClock, figures: ServerMetrics, scanningPages: Set<String> = [],
    sockets: (any WebSocketAcceptor)? = nil, answersInTime: Bool = true, logger: Logger,
    onListening: @escaping @Sendable (Int) async -> Void
) throws -> Application<ServerResponder> {
    let limits = configuration.limits
    if let sockets { figures.watch(sockets) }
    let entries = handlers.entries.map { route, handler in
        RouteTable.Entry(
            route: route, handler: handler, figures: figures.register("\(route.method.rawValue) \(route.path)"),
            signIns: handlers.signIns[route.name],
            isNative: handlers.natives.contains { $0.owns(route.path.description) },
            answerSeconds: answersInTime && !handlers.takingLong.contains(route.name) ? limits.answerSeconds : nil,
            isShared: handlers.sharing.contains(route.name), isOpen: handlers.open.contains(route.name))
    }
    let responder = ServerResponder(
        table: RouteTable(entries, natives: handlers.natives), sessions: sessions, admission: admission,
        webApp: WebApp(directory: configuration.webRoot, isPageKept: configuration.isPageKept),
        headers: SecurityHeaders(isSecure: configuration.tls != nil), scanningPages: scanningPages,
        bodyBytes: limits.bodyBytes, watch: figures, largeAnswers: LargeAnswers(limits, figures),
        proxies: configuration.proxies, perAddress: NamedRate("address", limits.perAddress),
        perAccount: NamedRate("account", limits.perAccount),
        signInPerAddress: NamedRate("sign-in", limits.signInPerAddress),
        knownSignInPerAddress: NamedRate("known-sign-in", limits.knownSignInPerAddress),
        fileFigures: figures.register("GET /{file}"), otherFigures: figures.register("other"))
    let date = DateField(clock)
    let (table, proxies) = (responder.table, configuration.proxies)
    let bound: @Sendable (HTTPRequest) -> Int = { head in
        table.resolve(head.method, ServerResponder.path(of: head)).route?.bodyBytes ?? limits.bodyBytes
    }
    let http = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(limits: limits, date: date, figures: figures, bound: bound)]
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
        onServerRunning: { channel in
            boundUnsent(of: channel)
            await onListening(channel.localAddress?.port ?? configuration.port)
        },
        logger: logger)
}

/// Lets the system hold at most 128 KiB of answers for a client that does not take them; it takes up to 4 MiB otherwise.
///
/// Connections inherit it from the channel that accepts them.
private func boundUnsent(of channel: any Channel) {
    #if os(Linux)
        // TCP_NOTSENT_LOWAT of tcp(7), which Glibc's module does not name.
        let option = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: 25))
        channel.setOption(option, value: 128 * 1024).whenComplete { _ in }
    #endif
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
        // Of TLS 1.2 only what has forward secrecy and authenticated encryption; TLS 1.3 has nothing else.
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        configuration.applicationProtocols = ["http/1.1"]
        // Clients that keep a connection for later often do not say goodbye, and a server that stops would wait for them.
        configuration.shutdownTimeout = .seconds(1)
        return configuration
    }
}
