/// What a simulated day came to; the same seed gives the same report.
package struct SimulationReport: Codable, Equatable, Sendable {
    /// How often an attack was tried and how often the server took it for presence.
    package struct Attack: Codable, Equatable, Sendable {
        /// Sightings that the attackers sent.
        package var attempts = 0
        /// Of these, the ones that the server accepted and did not dispute.
        package var accepted = 0
    }

    /// What became of codes that were sent again so many seconds after they were heard.
    package struct Replay: Codable, Equatable, Sendable {
        /// Seconds from hearing to sending, as planned.
        package var delay: Int64
        /// Codes that were sent again.
        package var attempts = 0
        /// Of these, the ones that the server accepted.
        package var accepted = 0
    }

    /// What the visitors' phones sent to prove where they were, over a network that is not always there.
    package struct Sending: Codable, Equatable, Sendable {
        /// Hours that all visitors together spent in the centre.
        package var visitorHours = 0.0
        /// Sightings that their phones sent.
        package var sightings = 0
        /// Of these, the ones that came too late: the code had gone off the air for too long.
        package var late = 0
        /// Stays in a shop about which a phone asked at least once; what is less than 15 minutes apart is one.
        package var stays = 0
        /// Of these, the ones of which at least one sighting was accepted.
        package var provedStays = 0
        /// Requests for each hour that a visitor was there.
        package var sightingsPerVisitorHour = 0.0
        /// Requests for each second that the centre was open.
        package var sightingsPerSecond = 0.0
        /// The most requests in one second.
        package var busiestSecond = 0

        /// Nothing yet.
        package init() {}
    }

    /// How far the phones' estimates were from where their owners stood, in metres.
    package struct PositionError: Codable, Equatable, Sendable {
        /// The mean error.
        package var mean = 0.0
        /// Nine of ten estimates were at most this far off.
        package var p90 = 0.0
    }

    /// What tracing came to, and what others have learned by it; all of it measured from outside.
    package struct Exposure: Codable, Equatable, Sendable {
        /// Infected visitors whose report the server took.
        package var reported = 0
        /// Visitors whose phones warned them.
        package var warned = 0
        /// Visitors who were within two metres of one of them in three windows of five minutes of one day before the
        /// report.
        package var shouldHaveBeenWarned = 0
        /// Of these, the ones who were warned.
        package var warnedOfThose = 0
        /// Visitors who were warned and had not been near for so long.
        package var falseWarnings = 0
        /// Different identifiers that somebody at an entrance heard.
        package var identifiersHeardByEavesdropper = 0
        /// The most of them that can be joined to one phone by what phones send.
        package var longestChainBeforeReports = 0
        /// The most of them that can be joined to one phone by the published keys.
        package var longestChainAfterReports = 0
        /// Phones of which identifiers can be joined by the published keys.
        package var devicesLinkedAfterReports = 0
        /// Keys in the batches that anybody can fetch.
        package var keysPublished = 0
        /// Rows in the server's database in which an identifier of a phone stands.
        package var contactsKnownToServer = 0
        /// Codes that the authority gave.
        package var codesIssued = 0
        /// Of these, the ones that were used.
        package var codesUsed = 0
        /// Rows of the tables of tracing and of the authority that name an account.
        package var namesKnownToAuthority = 0
        /// Rows in the database that name an account beside a published key.
        package var keysBesideNames = 0

        /// Nothing yet.
        package init() {}
    }

    /// What happened in the markets.
    package struct Trading: Codable, Equatable, Sendable {
        /// Visitors who trade.
        package var visitors = 0
        /// Orders of theirs that were accepted.
        package var visitorOrders = 0
        /// Points from shops for which they found a buyer.
        package var pointsSold: Int64 = 0
        /// Orders of everybody, the market makers' included.
        package var orders = 0
        /// Trades.
        package var trades = 0
        /// What the audit of the ledger found to be wrong.
        package var auditFaults = 0

        /// Nothing yet.
        package init() {}
    }

    /// The honest visitors, whose phones walked about.
    package var visitors = 0
    /// Sightings that the server judged, the attackers' included.
    package var sightings = 0
    /// Sightings that it accepted and counts.
    package var accepted = 0
    /// Sightings that it refused, by code, and under `disputed` those that it keeps and does not count.
    package var rejected: [String: Int] = [:]
    /// Offers that visitors received.
    package var offers = 0
    /// Rows in the database that a shop or the server could not have by the visitors' choices.
    package var consentViolations = 0
    /// What each attack came to.
    package var attacks = Dictionary(uniqueKeysWithValues: AttackKind.allCases.map { ($0.rawValue, Attack()) })
    /// Replays by their delay, the shortest first; more delays than the attack has are tried when a period is measured.
    package var replays: [Replay] = []
    /// The longest delay in seconds after which the server still accepted a code; 0 when it accepted none.
    package var longestReplay = 0.0
    /// What the visitors' phones sent.
    package var sending = Sending()
    /// How good the phones' positions were.
    package var positionError = PositionError()
    /// What tracing came to; guests are no part of it.
    package var exposure = Exposure()
    /// What happened in the markets.
    package var trading = Trading()

    /// A report of nothing yet.
    package init() {}
}

/// The ways in which the demo's attackers pretend to be somewhere.
package enum AttackKind: String, CaseIterable, Codable, Sendable {
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
