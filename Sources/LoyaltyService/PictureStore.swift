import Basics
import Beacons
import Storage

/// The SQL of what is published of venues, within one transaction.
struct PictureStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Adds what a server has counted in a quarter that is over, unless the quarter is published.
    func add(_ cell: SightingCounters.Cell) throws {
        guard try !isPublished(cell.from, of: cell.venue.bytes) else { return }
        for (outcome, number) in cell.numbers.sorted(by: { $0.key.code < $1.key.code }) {
            try connection.execute(
                """
                INSERT INTO sighting_outcomes (venue, cell, outcome, number) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (venue, cell, outcome) DO UPDATE SET number = sighting_outcomes.number + excluded.number
                """,
                [
                    .blob(cell.venue.bytes), .integer(cell.from.milliseconds), .text(outcome.code),
                    .integer(Int64(number)),
                ])
        }
    }

    /// Publishes a quarter, if nobody has: its visitors are counted now and never again.
    ///
    /// Visits whose code is disputed count for nobody, and shops with fewer visitors than can be told of have no row.
    func publish(_ from: Timestamp, of venue: [UInt8]) throws {
        guard try !isPublished(from, of: venue) else { return }
        try connection.execute(
            "INSERT INTO published_cells (venue, cell) VALUES (?1, ?2)", [.blob(venue), .integer(from.milliseconds)])
        let rows = try connection.query(
            """
            SELECT major, COUNT(DISTINCT pseudonym) AS total FROM visits WHERE venue = ?1 AND at >= ?2 AND at < ?3
            AND NOT EXISTS (SELECT 1 FROM disputed_codes WHERE disputed_codes.code = visits.code)
            GROUP BY major
            """,
            [
                .blob(venue), .integer(from.milliseconds),
                .integer(from.advanced(bySeconds: VenuePicture.cellSeconds).milliseconds),
            ])
        for row in rows where try row.integer("total") >= VenuePicture.threshold {
            try connection.execute(
                "INSERT INTO published_visitors (venue, cell, major, visitors) VALUES (?1, ?2, ?3, ?4)",
                [
                    .blob(venue), .integer(from.milliseconds), .integer(try row.integer("major")),
                    .integer(try row.integer("total")),
                ])
        }
    }

    /// The visitors of a published quarter by shop.
    func visitors(in from: Timestamp, of venue: [UInt8]) throws -> [UInt16: Int] {
        let rows = try connection.query(
            "SELECT major, visitors FROM published_visitors WHERE venue = ?1 AND cell = ?2",
            [.blob(venue), .integer(from.milliseconds)])
        var visitors: [UInt16: Int] = [:]
        for row in rows {
            guard let major = UInt16(exactly: try row.integer("major")) else { throw StorageError.corrupt }
            visitors[major] = Int(try row.integer("visitors"))
        }
        return visitors
    }

    /// How the sightings of a quarter ended, by the text of the outcome.
    func outcomes(in from: Timestamp, of venue: [UInt8]) throws -> [String: Int] {
        let rows = try connection.query(
            "SELECT outcome, number FROM sighting_outcomes WHERE venue = ?1 AND cell = ?2",
            [.blob(venue), .integer(from.milliseconds)])
        var outcomes: [String: Int] = [:]
        for row in rows { outcomes[try row.text("outcome")] = Int(try row.integer("number")) }
        return outcomes
    }

    /// Removes the quarters before `instant`, which nobody asks for any more.
    func delete(before instant: Timestamp) throws {
        for table in ["sighting_outcomes", "published_cells", "published_visitors"] {
            try connection.execute("DELETE FROM \(table) WHERE cell < ?1", [.integer(instant.milliseconds)])
        }
    }

    private func isPublished(_ from: Timestamp, of venue: [UInt8]) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM published_cells WHERE venue = ?1 AND cell = ?2",
            [.blob(venue), .integer(from.milliseconds)]) != nil
    }
}
