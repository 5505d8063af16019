import API
import Forwarding

/// Where and how the server listens.
public struct ServerConfiguration: Sendable {
    /// The address to listen at; a name is resolved.
    public var host: String
    /// The TCP port; 0 for a free one.
    public var port: Int
    /// The certificate and key when the server itself speaks TLS.
    public var tls: TLSFiles?
    /// The proxies that say whose requests they pass on.
    public var proxies = TrustedProxies.none
    /// Where the figures are served, never the public port; nil for nowhere.
    public var metrics: MetricsAddress?
    /// The directory of the web app.
    public var webRoot: String
    /// What a client may use up.
    public var limits: ServerLimits
    /// Milliseconds between two looks at what has changed in the markets, for those who follow them on sockets.
    public var feedMilliseconds: Int64 = 1000

    /// Where and how the server listens.
    public init(
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
public struct MetricsAddress: Sendable {
    /// The address to listen at; a name is resolved.
    public var host: String
    /// The TCP port; 0 for a free one.
    public var port: Int

    /// A host and a port.
    public init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }
}

/// Files in PEM form for TLS.
public struct TLSFiles: Sendable {
    /// The path of the certificate, followed by those that certify it.
    public var certificate: String
    /// The path of the private key.
    public var key: String

    /// Files in PEM form for TLS.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// Why files for TLS are not used.
public enum TLSFileError: Error {
    /// Others than its owner may read the private key, and so pass for the server.
    case keyReadableByOthers
}

/// What a client may use up before the server refuses.
public struct ServerLimits: Sendable {
    /// Requests over time.
    public struct Rate: Sendable {
        /// How many a second in the long run.
        public var perSecond: Double
        /// How many at once after a silence.
        public var burst: Int

        /// `perSecond` in the long run and `burst` at once.
        public init(perSecond: Double, burst: Int) {
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
    public var bodyBytes = Route.usualBodyBytes
    /// The largest request line and headers together, bytes.
    public var headerBytes = 16 * 1024
    /// The most header fields.
    public var headerFields = 64
    /// The most connections at once, the last quarter for addresses that have few; one more is answered 503 and closed.
    public var connections = 4096
    /// The most connections of one address, which a whole centre can share; those of trusted proxies are not counted so.
    public var connectionsPerAddress = 1024
    /// The most streams at once; the last quarter of them is for addresses that have few.
    public var streams = 2048
    /// The most streams of one address.
    public var streamsPerAddress = 512
    /// Seconds in which a request must have arrived once its first byte has.
    public var requestSeconds: Int64 = 15
    /// How slowly a body may come, bytes a second: for each so many that came it has a second more.
    public var bodyBytesPerSecond = 32 * 1024
    /// Seconds after which a connection without a request is closed.
    public var idleSeconds: Int64 = 60
    /// Seconds that one event may take to be written before its reader is dropped.
    public var slowReaderSeconds: Int64 = 10
    /// Events that wait for one reader before it is dropped.
    public var eventsWaiting = 64
    /// Seconds between the comments that keep a stream alive.
    public var heartbeatSeconds: Double = 15
    /// All requests of one address; nil for no limit.
    ///
    /// It is generous: a whole centre can share an address.
    public var perAddress: Rate? = Rate(perSecond: 500, burst: 2000)
    /// All requests of one account; nil for no limit.
    public var perAccount: Rate? = Rate(perSecond: 20, burst: 100)
    /// All signed requests of one API key; nil for no limit.
    public var perKey: Rate? = Rate(perSecond: 100, burst: 500)
    /// Attempts to sign in or up of one address, each of which costs a password hash; nil for no limit.
    public var signInPerAddress: Rate? = Rate(perSecond: 1, burst: 30)

    /// The same of browsers on which the account has signed in before; nil for no limit.
    public var knownSignInPerAddress: Rate? = Rate(perSecond: 5, burst: 50)
    /// What guessing the password of one account may use up.
    public var signIn = SignInLimits()

    /// What sockets may use up.
    public var sockets = SocketLimits()

    /// The limits that a server starts with.
    public static let standard = ServerLimits()

    /// The same limits without those on rates, for measurements and tests.
    public var withoutRates: ServerLimits {
        var limits = self
        limits.perAddress = nil
        limits.perAccount = nil
        limits.perKey = nil
        limits.signInPerAddress = nil
        limits.knownSignInPerAddress = nil
        return limits
    }

    /// The same limits, all that there is for one address; for measurements, whose clients have no other.
    public var forOneAddress: ServerLimits {
        var limits = self
        limits.connectionsPerAddress = limits.connections
        // The last quarter is never one address's.
        limits.connections *= 2
        limits.streamsPerAddress = limits.streams
        limits.streams *= 2
        limits.sockets.perAddress = limits.sockets.total
        limits.sockets.total *= 2
        return limits
    }
}
