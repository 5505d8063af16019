/// What a simulated day came to; the same seed gives the same report.
public struct SimulationReport: Codable, Equatable, Sendable {
    /// How often an attack was tried and how often the server took it for presence.
    public struct Attack: Codable, Equatable, Sendable {
        /// Sightings that the attackers sent.
        public var attempts = 0
        /// Of these, the ones that the server accepted and did not dispute.
        public var accepted = 0
    }

    /// What became of codes that were sent again so many seconds after they were heard.
    public struct Replay: Codable, Equatable, Sendable {
        /// Seconds from hearing to sending, as planned.
        public var delay: Int64
        /// Codes that were sent again.
        public var attempts = 0
        /// Of these, the ones that the server accepted.
        public var accepted = 0
    }

    /// What the visitors' phones sent to prove where they were, over a network that is not always there.
    public struct Sending: Codable, Equatable, Sendable {
        /// Hours that all visitors together spent in the centre.
        public var visitorHours = 0.0
        /// Sightings that their phones sent.
        public var sightings = 0
        /// Of these, the ones that came too late: the code had gone off the air for too long.
        public var late = 0
        /// Stays in a shop about which a phone asked at least once; what is less than 15 minutes apart is one.
        public var stays = 0
        /// Of these, the ones of which at least one sighting was accepted.
        public var provedStays = 0
        /// Requests for each hour that a visitor was there.
        public var sightingsPerVisitorHour = 0.0
        /// Requests for each second that the centre was open.
        public var sightingsPerSecond = 0.0
        /// The most requests in one second.
        public var busiestSecond = 0

        /// Nothing yet.
        public init() {}
    }

    /// How far the phones' estimates were from where their owners stood, in metres.
    public struct PositionError: Codable, Equatable, Sendable {
        /// The mean error.
        public var mean = 0.0
        /// Nine of ten estimates were at most this far off.
        public var p90 = 0.0
    }

    /// What tracing came to, and what others have learned by it; all of it measured from outside.
    public struct Exposure: Codable, Equatable, Sendable {
        /// Infected visitors whose report the server took.
        public var reported = 0
        /// Visitors whose phones warned them.
        public var warned = 0
        /// Visitors who were within two metres of one of them in three windows of five minutes of one day before the
        /// report.
        public var shouldHaveBeenWarned = 0
        /// Of these, the ones who were warned.
        public var warnedOfThose = 0
        /// Visitors who were warned and had not been near for so long.
        public var falseWarnings = 0
        /// Different identifiers that somebody at an entrance heard.
        public var identifiersHeardByEavesdropper = 0
        /// The most of them that can be joined to one phone by what phones send.
        public var longestChainBeforeReports = 0
        /// The most of them that can be joined to one phone by the published keys.
        public var longestChainAfterReports = 0
        /// Phones of which identifiers can be joined by the published keys.
        public var devicesLinkedAfterReports = 0
        /// Keys in the batches that anybody can fetch.
        public var keysPublished = 0
        /// Rows in the server's database in which an identifier of a phone stands.
        public var contactsKnownToServer = 0
        /// Codes that the authority gave.
        public var codesIssued = 0
        /// Of these, the ones that were used.
        public var codesUsed = 0
        /// Rows of the tables of tracing and of the authority that name an account.
        public var namesKnownToAuthority = 0
        /// Rows in the database that name an account beside a published key.
        public var keysBesideNames = 0

        /// Nothing yet.
        public init() {}
    }

    /// What happened in the markets.
    public struct Trading: Codable, Equatable, Sendable {
        /// Visitors who trade.
        public var visitors = 0
        /// Orders of theirs that were accepted.
        public var visitorOrders = 0
        /// Points from shops for which they found a buyer.
        public var pointsSold: Int64 = 0
        /// Orders of everybody, the market makers' included.
        public var orders = 0
        /// Trades.
        public var trades = 0
        /// What the audit of the ledger found to be wrong.
        public var auditFaults = 0

        /// Nothing yet.
        public init() {}
    }

    /// The honest visitors, whose phones walked about.
    public var visitors = 0
    /// Sightings that the server judged, the attackers' included.
    public var sightings = 0
    /// Sightings that it accepted and counts.
    public var accepted = 0
    /// Sightings that it refused, by code, and under `disputed` those that it keeps and does not count.
    public var rejected: [String: Int] = [:]
    /// Offers that visitors received.
    public var offers = 0
    /// Rows in the database that a shop or the server could not have by the visitors' choices.
    public var consentViolations = 0
    /// What each attack came to.
    public var attacks = Dictionary(uniqueKeysWithValues: AttackKind.allCases.map { ($0.rawValue, Attack()) })
    /// Replays by their delay, the shortest first; more delays than the attack has are tried when a period is measured.
    public var replays: [Replay] = []
    /// The longest delay in seconds after which the server still accepted a code; 0 when it accepted none.
    public var longestReplay = 0.0
    /// What the visitors' phones sent.
    public var sending = Sending()
    /// How good the phones' positions were.
    public var positionError = PositionError()
    /// What tracing came to; guests are no part of it.
    public var exposure = Exposure()
    /// What happened in the markets.
    public var trading = Trading()

    /// A report of nothing yet.
    public init() {}
}

/// The ways in which the demo's attackers pretend to be somewhere.
public enum AttackKind: String, CaseIterable, Codable, Sendable {
    /// A copied position beacon with made-up codes.
    case clone
    /// A code that was true 30 seconds to 10 minutes ago.
    case replay
    /// One fresh code, sent by many accounts.
    case share
    /// An accomplice who forwards codes as they are heard.
    case relay
}

/// Collects errors in a histogram of five-centimetre steps, so that a day takes no more room than a minute.
struct ErrorHistogram {
    private static let step = 0.05
    private var counts = [Int](repeating: 0, count: 2000)
    private var total = 0
    private var sum = 0.0

    mutating func add(_ metres: Double) {
        counts[min(Int(metres / Self.step), counts.count - 1)] += 1
        total += 1
        sum += metres
    }

    /// Mean and 90th percentile, to the centimetre and to the histogram's step.
    var summary: SimulationReport.PositionError {
        guard total > 0 else { return SimulationReport.PositionError() }
        var seen = 0
        let bucket = counts.firstIndex { count in
            seen += count
            return seen * 10 >= total * 9
        }
        let mean = (sum / Double(total) * 100).rounded() / 100
        let p90 = ((Double(bucket ?? 0) + 1) * Self.step * 100).rounded() / 100
        return SimulationReport.PositionError(mean: mean, p90: p90)
    }
}
