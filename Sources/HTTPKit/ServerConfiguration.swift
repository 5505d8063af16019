import API
import Forwarding

/// Where and how the server listens.
package struct ServerConfiguration: Sendable {
    /// The address to listen at; a name is resolved.
    package var host: String
    /// The TCP port; 0 for a free one.
    package var port: Int
    /// The address under which people know the server, as `https://cerca.example`; nil when nobody said.
    package var publicURL: String?
    /// The certificate and key when the server itself speaks TLS.
    package var tls: TLSFiles?
    /// The proxies that say whose requests they pass on.
    package var proxies = TrustedProxies.none
    /// Where the figures are served, never the public port; nil for nowhere.
    package var metrics: MetricsAddress?
    /// The directory of the web app.
    package var webRoot: String
    /// Whether browsers may keep the page for times without a network; if not, what they keep of it removes itself.
    package var isPageKept = true
    /// What a client may use up.
    package var limits: ServerLimits

    /// Where and how the server listens.
    package init(
        host: String = "127.0.0.1", port: Int = 8080, tls: TLSFiles? = nil, webRoot: String = "Web/dist",
        limits: ServerLimits = .standard
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.webRoot = webRoot
        self.limits = limits
    }
}

/// Where figures are served.
package struct MetricsAddress: Sendable {
    /// The address to listen at; a name is resolved.
    package var host: String
    /// The TCP port; 0 for a free one.
    package var port: Int

    /// A host and a port.
    package init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }
}

/// Files in PEM form for TLS.
package struct TLSFiles: Sendable {
    /// The path of the certificate, followed by those that certify it.
    package var certificate: String
    /// The path of the private key.
    package var key: String

    /// Files in PEM form for TLS.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// Why files for TLS are not used.
package enum TLSFileError: Error {
    /// Others than its owner may read the private key, and so pass for the server.
    case keyReadableByOthers
}

/// What a client may use up before the server refuses.
package struct ServerLimits: Sendable {
    /// Requests over time.
    package struct Rate: Sendable {
        /// How many a second in the long run.
        package var perSecond: Double
        /// How many at once after a silence.
        package var burst: Int
        /// The servers that share it; nil when this one has all of it.
        var servers: ServerCount?

        /// `perSecond` in the long run and `burst` at once.
        package init(perSecond: Double, burst: Int) {
            self.perSecond = perSecond
            self.burst = burst
        }

        /// Whole seconds after which everything is there again.
        var windowSeconds: Int {
            // What is a whole number but for rounding is that number.
            max(1, Int((Double(burst) / max(perSecond, 1e-6) - 1e-6).rounded(.up)))
        }
    }

    /// The largest body of a route that names no bound of its own, bytes.
    package var bodyBytes = Route.usualBodyBytes
    /// The largest request line and headers together, bytes.
    package var headerBytes = 16 * 1024
    /// The most header fields.
    package var headerFields = 64
    /// The most connections at once, the last quarter for addresses that have few; one more is answered 503 and closed.
    package var connections = 4096
    /// The most connections of one address, which a whole centre can share; those of trusted proxies are not counted so.
    package var connectionsPerAddress = 1024
    /// The most streams at once; the last quarter of them is for addresses that have few.
    package var streams = 2048
    /// The most streams of one address.
    package var streamsPerAddress = 512
    /// Seconds in which a request must have arrived once its first byte has.
    package var requestSeconds: Int64 = 15
    /// How slowly a body may come, bytes a second: for each so many that came it has a second more.
    package var bodyBytesPerSecond = 32 * 1024
    /// Seconds in which the head of an answer must be there once the request has arrived.
    package var answerSeconds: Int64 = 10
    /// Seconds after which a connection without a request is closed.
    package var idleSeconds: Int64 = 60
    /// The most bytes of large answers that wait for their readers; documents that readers share are not counted.
    package var answerBytes = 512 << 20
    /// The most of these for one address.
    package var answerBytesPerAddress = 128 << 20
    /// Seconds that one event, or a piece of an answer, may take to be written before its reader is dropped.
    package var slowReaderSeconds: Int64 = 10
    /// Events that wait for one reader before it is dropped.
    package var eventsWaiting = 64
    /// Seconds between the comments that keep a stream alive.
    package var heartbeatSeconds: Double = 15
    /// All requests of one address; nil for no limit.
    ///
    /// It is generous: a whole centre can share an address.
    package var perAddress: Rate? = Rate(perSecond: 500, burst: 2000)
    /// All requests of one account; nil for no limit.
    package var perAccount: Rate? = Rate(perSecond: 20, burst: 100)
    /// All signed requests of one API key; nil for no limit.
    package var perKey: Rate? = Rate(perSecond: 100, burst: 500)
    /// Attempts to sign in or up of one address, each of which costs a password hash; nil for no limit.
    package var signInPerAddress: Rate? = Rate(perSecond: 1, burst: 30)

    /// The same of browsers on which the account has signed in before; nil for no limit.
    package var knownSignInPerAddress: Rate? = Rate(perSecond: 5, burst: 50)
    /// What guessing the password of one account may use up.
    package var signIn = SignInLimits()

    /// What sockets may use up.
    package var sockets = SocketLimits()

    /// The limits that a server starts with.
    package static let standard = ServerLimits()

    /// The same limits, of whose rates each of several servers allows its share.
    package func shared(among servers: ServerCount) -> ServerLimits {
        var limits = self
        limits.perAddress?.servers = servers
        limits.perAccount?.servers = servers
        limits.perKey?.servers = servers
        limits.signInPerAddress?.servers = servers
        limits.knownSignInPerAddress?.servers = servers
        limits.signIn.share(among: servers)
        return limits
    }

    /// The same limits without those on rates, for measurements and tests.
    package var withoutRates: ServerLimits {
        var limits = self
        limits.perAddress = nil
        limits.perAccount = nil
        limits.perKey = nil
        limits.signInPerAddress = nil
        limits.knownSignInPerAddress = nil
        return limits
    }

    /// The same limits, all that there is for one address; for measurements, whose clients have no other.
    package var forOneAddress: ServerLimits {
        var limits = self
        limits.connectionsPerAddress = limits.connections
        // The last quarter is never one address's.
        limits.connections *= 2
        limits.streamsPerAddress = limits.streams
        limits.streams *= 2
        limits.sockets.perAddress = limits.sockets.total
        limits.sockets.total *= 2
        limits.answerBytesPerAddress = limits.answerBytes
        limits.answerBytes *= 2
        return limits
    }
}
