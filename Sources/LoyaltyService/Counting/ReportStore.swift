import AnonymousCredentials
import Basics
import Loyalty
import Storage

/// The SQL of anonymous reports, within one transaction.
struct ReportStore {
    let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Credentials

    /// The issuer of a period, or nil when it has none yet.
    func issuer(of period: ReportPeriod) throws -> CredentialIssuer? {
        let key = SQLValue.integer(Int64(period.number))
        guard let row = try connection.first("SELECT secret FROM report_issuers WHERE period = ?1", [key]) else {
            return nil
        }
        let secret = try connection.sealing.secret(in: CountingSecrets.issuer, row, of: [key])
        guard let issuer = secret.flatMap({ CredentialIssuer(context: period.context, secret: $0) }) else {
            throw StorageError.corrupt
        }
        return issuer
    }

    /// Keeps a new issuer unless another server was faster.
    func insert(_ issuer: CredentialIssuer, of period: ReportPeriod) throws {
        let key = SQLValue.integer(Int64(period.number))
        let secret = try connection.sealing.value(issuer.secret, in: CountingSecrets.issuer, of: [key])
        try connection.execute(
            "INSERT INTO report_issuers (period, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING", [key, secret])
    }

    /// What an account was answered in a period, and the digest of what it asked.
    func answer(to account: [UInt8], of period: ReportPeriod) throws -> (request: [UInt8], response: [UInt8])? {
        try connection.first(
            "SELECT request, response FROM report_credentials WHERE account_id = ?1 AND period = ?2",
            [.blob(account), .integer(Int64(period.number))]
        ).map { (try $0.blob("request"), try $0.blob("response")) }
    }

    /// Keeps the answer to an account; false when it has had one.
    func insertAnswer(
        _ response: [UInt8], to request: [UInt8], of account: [UInt8], _ period: ReportPeriod
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO report_credentials (account_id, period, request, response) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO NOTHING
            """,
            [.blob(account), .integer(Int64(period.number)), .blob(request), .blob(response)]) == 1
    }

    /// Removes what belongs to periods before `period`.
    func deletePeriods(before period: ReportPeriod) throws {
        for table in ["report_credentials", "report_issuers"] {
            try connection.execute("DELETE FROM \(table) WHERE period < ?1", [.integer(Int64(period.number))])
        }
    }

    // MARK: - Reports

    /// Counts a report, once for its mark; false when it was counted before.
    func count(_ cell: Cell, of place: ShopDay, mark: [UInt8]) throws -> Bool {
        let venue = SQLValue.blob(place.shop.venue.bytes)
        let isNew =
            try connection.execute(
                "INSERT INTO report_tags (mark, venue, day) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                [.blob(mark), venue, .integer(Int64(place.day))]) == 1
        guard isNew else { return false }
        try connection.execute(
            """
            INSERT INTO report_cells (venue, major, day, cube, cell, people) VALUES (?1, ?2, ?3, ?4, ?5, 1)
            ON CONFLICT (venue, day, major, cube, cell) DO UPDATE SET people = report_cells.people + 1
            """,
            [
                venue, .integer(Int64(place.shop.major)), .integer(Int64(place.day)), .text(cell.cube.rawValue),
                .text(cell.rawValue),
            ])
        return true
    }

    // MARK: - Releases

    /// The last day of a venue that was released, or nil.
    func lastReleased(of venue: UUID128, majors: [UInt16]) throws -> Int? {
        // The key begins with venue, shop and cube, so that each shop's last day is one step in the index.
        var last: Int?
        for major in majors {
            let row = try connection.first(
                "SELECT MAX(day) AS day FROM budget WHERE venue = ?1 AND major = ?2 AND cube = ?3",
                [.blob(venue.bytes), .integer(Int64(major)), .text(Cube.class.rawValue)])
            guard let day = try row?.optionalInteger("day") else { continue }
            last = max(last ?? Int(day), Int(day))
        }
        return last
    }

    /// The first day of a venue of which there are reports, or nil.
    func firstReported(of venue: UUID128) throws -> Int? {
        try connection.first("SELECT MIN(day) AS day FROM report_cells WHERE venue = ?1", [.blob(venue.bytes)])?
            .optionalInteger("day").map { Int($0) }
    }

    /// The true counts of a venue's day by shop and cell.
    func counts(of venue: UUID128, on day: Int) throws -> [UInt16: [Cell: Int]] {
        var counts: [UInt16: [Cell: Int]] = [:]
        let rows = try connection.query(
            "SELECT major, cell, people FROM report_cells WHERE venue = ?1 AND day = ?2",
            [.blob(venue.bytes), .integer(Int64(day))])
        for row in rows {
            guard let major = UInt16(exactly: try row.integer("major")), let cell = Cell(rawValue: try row.text("cell"))
            else { throw StorageError.corrupt }
            counts[major, default: [:]][cell] = Int(try row.integer("people"))
        }
        return counts
    }

    /// Writes down what a release costs; a second release of the same is refused by the table's key.
    func spend(_ tenths: UInt64, on cube: String, of place: ShopDay) throws {
        try connection.execute(
            "INSERT INTO budget (venue, major, day, cube, tenths) VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .blob(place.shop.venue.bytes), .integer(Int64(place.shop.major)), .integer(Int64(place.day)),
                .text(cube),
                .integer(Int64(tenths)),
            ])
    }

    /// Whether something was released.
    func isReleased(_ cube: String, of place: ShopDay) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM budget WHERE venue = ?1 AND major = ?2 AND day = ?3 AND cube = ?4",
            [
                .blob(place.shop.venue.bytes), .integer(Int64(place.shop.major)), .integer(Int64(place.day)),
                .text(cube),
            ]) != nil
    }

    /// Keeps a count with its noise.
    func release(_ people: Int, in cell: String, of cube: String, _ place: ShopDay) throws {
        try connection.execute(
            "INSERT INTO released_cells (venue, major, day, cube, cell, people) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [
                .blob(place.shop.venue.bytes), .integer(Int64(place.shop.major)), .integer(Int64(place.day)),
                .text(cube),
                .text(cell), .integer(Int64(people)),
            ])
    }

    /// Forgets the true counts and the marks of a venue's days up to `day`.
    func forget(_ venue: UUID128, through day: Int) throws {
        for table in ["report_cells", "report_tags"] {
            try connection.execute(
                "DELETE FROM \(table) WHERE venue = ?1 AND day <= ?2", [.blob(venue.bytes), .integer(Int64(day))])
        }
    }

    /// How many accounts gave each shop of a venue each term.
    func terms(of venue: UUID128) throws -> [UInt16: [Term: Int]] {
        var terms: [UInt16: [Term: Int]] = [:]
        let rows = try connection.query(
            "SELECT major, term, COUNT(*) AS people FROM choices WHERE venue = ?1 GROUP BY major, term",
            [.blob(venue.bytes)])
        for row in rows {
            guard let major = UInt16(exactly: try row.integer("major")), let term = Term(rawValue: try row.text("term"))
            else { throw StorageError.corrupt }
            terms[major, default: [:]][term] = Int(try row.integer("people"))
        }
        return terms
    }
}
