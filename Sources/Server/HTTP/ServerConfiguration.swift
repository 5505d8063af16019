/// Where and how the server listens.
public struct ServerConfiguration: Sendable {
    /// The address to listen at; a name is resolved.
    public var host: String
    /// The TCP port; 0 for a free one.
    public var port: Int
    /// The certificate and key when the server itself speaks TLS.
    public var tls: TLSFiles?
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
    }

    /// The largest body, bytes.
    public var bodyBytes = 64 * 1024
    /// The largest request line and headers together, bytes.
    public var headerBytes = 16 * 1024
    /// The most header fields.
    public var headerFields = 64
    /// The most connections at once; one more is answered 503 and closed.
    public var connections = 4096
    /// The most streams at once.
    public var streams = 2048
    /// Seconds in which a request must have arrived once it has begun.
    public var requestSeconds: Int64 = 15
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
        return limits
    }
}
