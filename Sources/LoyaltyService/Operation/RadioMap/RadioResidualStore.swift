import Basics
import Beacons
import RadioMaps
import Storage

/// What is told of one beacon of a radio map: a figure that was closed at a day's end.
struct BeaconFigure: Equatable, Sendable {
    let beacon: BeaconIdentity
    /// The median of what phones said, in whole decibels.
    let decibels: Int
    /// How many had said something.
    let reports: Int
}

/// How far a venue's radio map is refined.
struct RadioRefinement: Equatable, Sendable {
    /// The number of the map in force.
    let number: Int64
    /// The day up to whose beginning the figures are closed, in days since 1970-01-01 (UTC); nil before the first one.
    var day: Int?
    /// Whether the map is corrected by them.
    var isTaken = false
    /// The figures, by the beacons' numbers.
    var figures: [BeaconFigure] = []

    /// By how many decibels each beacon is corrected; nothing unless the venue takes it over.
    var corrections: [BeaconIdentity: Int] {
        guard isTaken else { return [:] }
        return Dictionary(
            figures.map { ($0.beacon, ResidualHistogram.correction(of: $0.decibels)) },
            uniquingKeysWith: { first, _ in first }
        ).filter { $0.value != 0 }
    }
}

/// The SQL of what phones say of radio maps, within one transaction.
struct RadioResidualStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Reports

    /// Counts a residual that came on `today`, once for its mark; false when the mark was used.
    func count(_ residual: BeaconResidual, mark: [UInt8], on today: Int) throws -> Bool {
        let isNew =
            try connection.execute(
                "INSERT INTO radio_residual_marks (mark, day) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [.blob(mark), .integer(Int64(residual.day))]) == 1
        guard isNew else { return false }
        // The first one begins the day at whose end figures are closed.
        try connection.execute(
            "INSERT INTO radio_refinements (venue, number, day, is_taken) VALUES (?1, ?2, ?3, 0) ON CONFLICT DO NOTHING",
            [.blob(residual.beacon.uuid.bytes), .integer(residual.number), .integer(Int64(today))])
        try connection.execute(
            """
            INSERT INTO radio_residuals (venue, number, major, minor, decibels, reports) VALUES (?1, ?2, ?3, ?4, ?5, 1)
            ON CONFLICT (venue, number, major, minor, decibels) DO UPDATE SET reports = radio_residuals.reports + 1
            """,
            [
                .blob(residual.beacon.uuid.bytes), .integer(residual.number), .integer(Int64(residual.beacon.major)),
                .integer(Int64(residual.beacon.minor)), .integer(Int64(residual.decibels)),
            ])
        return true
    }

    /// Forgets the marks of days up to `day`.
    func deleteMarks(through day: Int) throws {
        try connection.execute("DELETE FROM radio_residual_marks WHERE day <= ?1", [.integer(Int64(day))])
    }

    /// Forgets whatever was said of a venue's maps, and that any was corrected.
    func forget(_ venue: UUID128) throws {
        for table in ["radio_residuals", "radio_residual_figures", "radio_refinements"] {
            try connection.execute("DELETE FROM \(table) WHERE venue = ?1", [.blob(venue.bytes)])
        }
    }

    // MARK: - Figures

    /// The venues of which something was said, with the numbers of their maps.
    func venues() throws -> [(venue: UUID128, number: Int64)] {
        try connection.query("SELECT DISTINCT venue, number FROM radio_residuals ORDER BY venue, number").map { row in
            guard let venue = UUID128(bytes: try row.blob("venue")) else { throw StorageError.corrupt }
            return (venue, try row.integer("number"))
        }
    }

    /// How far the map of a venue that has this number is refined.
    func refinement(of venue: UUID128, number: Int64) throws -> RadioRefinement {
        var refinement = RadioRefinement(number: number)
        guard
            let row = try connection.first(
                "SELECT day, is_taken FROM radio_refinements WHERE venue = ?1 AND number = ?2",
                [.blob(venue.bytes), .integer(number)])
        else { return refinement }
        refinement.day = Int(try row.integer("day"))
        refinement.isTaken = try row.integer("is_taken") != 0
        refinement.figures = try connection.query(
            """
            SELECT major, minor, decibels, reports FROM radio_residual_figures WHERE venue = ?1 AND number = ?2
            ORDER BY major, minor
            """, [.blob(venue.bytes), .integer(number)]
        ).map { row in
            BeaconFigure(
                beacon: try beacon(row, of: venue), decibels: Int(try row.integer("decibels")),
                reports: Int(try row.integer("reports")))
        }
        return refinement
    }

    /// Closes the figures of a map up to the beginning of `day`; nothing happens where that is done.
    ///
    /// A beacon's figure is another one only once there are as many new reports as the told number is rounded to: so
    /// that whoever compares two days does not see what one phone said.
    func close(_ venue: UUID128, number: Int64, day: Int) throws {
        let known = try refinement(of: venue, number: number)
        guard known.day ?? .min < day else { return }
        try put(known.isTaken, of: venue, number: number, day: day)
        let before = Dictionary(
            known.figures.map { ($0.beacon, $0.reports) }, uniquingKeysWith: { first, _ in first })
        for (beacon, histogram) in try histograms(of: venue, number: number) {
            guard let median = histogram.median,
                histogram.reports >= (before[beacon] ?? 0) + RadioMapService.reportStep
            else { continue }
            try connection.execute(
                """
                INSERT INTO radio_residual_figures (venue, number, major, minor, decibels, reports)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (venue, number, major, minor)
                DO UPDATE SET decibels = excluded.decibels, reports = excluded.reports
                """,
                [
                    .blob(venue.bytes), .integer(number), .integer(Int64(beacon.major)),
                    .integer(Int64(beacon.minor)), .integer(Int64(median)), .integer(Int64(histogram.reports)),
                ])
        }
    }

    /// Writes down whether a map is corrected, of which figures are closed up to `day`.
    func put(_ isTaken: Bool, of venue: UUID128, number: Int64, day: Int) throws {
        try connection.execute(
            """
            INSERT INTO radio_refinements (venue, number, day, is_taken) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (venue) DO UPDATE SET number = excluded.number, day = excluded.day, is_taken = excluded.is_taken
            """,
            [.blob(venue.bytes), .integer(number), .integer(Int64(day)), .integer(isTaken ? 1 : 0)])
    }

    private func histograms(
        of venue: UUID128, number: Int64
    ) throws -> [(beacon: BeaconIdentity, histogram: ResidualHistogram)] {
        var histograms: [BeaconIdentity: ResidualHistogram] = [:]
        let rows = try connection.query(
            "SELECT major, minor, decibels, reports FROM radio_residuals WHERE venue = ?1 AND number = ?2",
            [.blob(venue.bytes), .integer(number)])
        for row in rows {
            histograms[try beacon(row, of: venue), default: ResidualHistogram()].add(
                Int(try row.integer("decibels")), reports: Int(try row.integer("reports")))
        }
        return histograms.sorted { $0.key < $1.key }
            .map { (beacon: $0.key, histogram: $0.value) }
    }

    private func beacon(_ row: Row, of venue: UUID128) throws -> BeaconIdentity {
        guard let major = UInt16(exactly: try row.integer("major")),
            let minor = UInt16(exactly: try row.integer("minor"))
        else { throw StorageError.corrupt }
        return BeaconIdentity(uuid: venue, major: major, minor: minor)
    }
}
