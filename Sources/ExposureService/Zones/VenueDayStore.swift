import Basics
import Beacons
import Exposure
import Storage

/// The SQL of contributions and of what is shown of them, within one transaction.
struct VenueDayStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Credentials

    /// The issuer of a period, or nil when it has none yet.
    func issuer(of period: VenueDayPeriod) throws -> VenueDayIssuer? {
        let row = try connection.first(
            "SELECT secret FROM venue_day_issuers WHERE period = ?1", [.integer(Int64(period.number))])
        guard let row else { return nil }
        let secret = try connection.sealing.secret(
            in: ExposureSecrets.issuer, row, of: [.integer(Int64(period.number))])
        guard let issuer = secret.flatMap({ VenueDayIssuer(period: period, secret: $0) }) else {
            throw StorageError.corrupt
        }
        return issuer
    }

    /// Keeps a new issuer unless another server was faster.
    func insert(_ issuer: VenueDayIssuer) throws {
        let period = SQLValue.integer(Int64(issuer.period.number))
        let secret = try connection.sealing.value(issuer.secret, in: ExposureSecrets.issuer, of: [period])
        try connection.execute(
            "INSERT INTO venue_day_issuers (period, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING", [period, secret])
    }

    /// What was answered to a claim, and to which request.
    func answer(to claim: [UInt8]) throws -> (request: [UInt8], response: [UInt8])? {
        try connection.first("SELECT request, response FROM venue_day_claims WHERE claim = ?1", [.blob(claim)])
            .map { (try $0.blob("request"), try $0.blob("response")) }
    }

    /// Keeps the answer to a claim; false when it has had one.
    func insertAnswer(_ response: [UInt8], to request: [UInt8], claim: [UInt8], period: VenueDayPeriod) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO venue_day_claims (claim, period, request, response) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO NOTHING
            """,
            [.blob(claim), .integer(Int64(period.number)), .blob(request), .blob(response)]) == 1
    }

    // MARK: - Contributions

    /// Counts a contribution, once for its mark.
    func count(_ place: VenueDay, mark: [UInt8]) throws {
        let isNew =
            try connection.execute(
                "INSERT INTO venue_day_marks (mark, day) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [.blob(mark), .integer(Int64(place.day))]) == 1
        guard isNew else { return }
        try connection.execute(
            """
            INSERT INTO venue_day_counts (venue, major, day, people) VALUES (?1, ?2, ?3, 1)
            ON CONFLICT (venue, major, day) DO UPDATE SET people = venue_day_counts.people + 1
            """,
            [.blob(place.venue.bytes), .integer(Int64(place.major)), .integer(Int64(place.day))])
    }

    /// Every count by venue.
    func counts() throws -> [[UInt8]: [VenueRiskRule.Cell]] {
        let rows = try connection.query("SELECT venue, major, day, people FROM venue_day_counts")
        var cells: [[UInt8]: [VenueRiskRule.Cell]] = [:]
        for row in rows { cells[try row.blob("venue"), default: []].append(try cell(row)) }
        return cells
    }

    // MARK: - What is shown

    /// The day of the last publication, or nil when there was none.
    func publicationDay() throws -> Int? {
        try connection.first("SELECT day FROM venue_risk_publication WHERE number = 1").map {
            Int(try $0.integer("day"))
        }
    }

    /// What is shown of a venue.
    func shown(of venue: [UInt8]) throws -> [VenueRiskRule.Cell] {
        try connection.query(
            "SELECT major, day, people FROM venue_risk WHERE venue = ?1 ORDER BY day, major", [.blob(venue)]
        ).map { try cell($0) }
    }

    /// Replaces everything that is shown.
    func publish(_ shown: [[UInt8]: [VenueRiskRule.Cell]], on day: Int) throws {
        try connection.execute(
            """
            INSERT INTO venue_risk_publication (number, day) VALUES (1, ?1)
            ON CONFLICT (number) DO UPDATE SET day = excluded.day
            """,
            [.integer(Int64(day))])
        try connection.execute("DELETE FROM venue_risk")
        for (venue, cells) in shown {
            for cell in cells {
                try connection.execute(
                    "INSERT INTO venue_risk (venue, major, day, people) VALUES (?1, ?2, ?3, ?4)",
                    [
                        .blob(venue), .integer(Int64(cell.major)), .integer(Int64(cell.day)),
                        .integer(Int64(cell.people)),
                    ])
            }
        }
    }

    /// Removes what is about days before `day` and what belongs to periods before `period`.
    func prune(before day: Int, _ period: VenueDayPeriod) throws {
        try connection.execute("DELETE FROM venue_day_marks WHERE day < ?1", [.integer(Int64(day))])
        try connection.execute("DELETE FROM venue_day_counts WHERE day < ?1", [.integer(Int64(day))])
        try connection.execute("DELETE FROM venue_risk WHERE day < ?1", [.integer(Int64(day))])
        try connection.execute("DELETE FROM venue_day_claims WHERE period < ?1", [.integer(Int64(period.number))])
        try connection.execute("DELETE FROM venue_day_issuers WHERE period < ?1", [.integer(Int64(period.number))])
    }

    private func cell(_ row: Row) throws -> VenueRiskRule.Cell {
        guard let major = UInt16(exactly: try row.integer("major")) else { throw StorageError.corrupt }
        return VenueRiskRule.Cell(
            major: major, day: Int(try row.integer("day")), people: Int(try row.integer("people")))
    }
}
