import Basics
import Beacons
import Loyalty
import Storage

/// The SQL of stays that phones report, within one transaction.
extension EventStore {
    /// The stays that began from one minute on and until another, by shop; of one shop when `major` names it.
    ///
    /// A stay is what one pseudonym reports of a shop with less than fifteen minutes between; it is proved if a proof was
    /// accepted beside any of its beacons.
    func stays(
        of venue: UUID128, major: UInt16? = nil, from: Int64, until: Int64
    ) throws -> [UInt16: BeaconTraffic] {
        var arguments: [SQLValue] = [
            .blob(venue.bytes), .integer(from), .integer(until), .text(VisitEvent.Kind.enter.rawValue),
            .integer(Stay.gapSeconds / 60),
        ]
        if let major { arguments.append(.integer(Int64(major))) }
        let rows = try connection.query(
            """
            SELECT major, COUNT(*) AS entered, CAST(SUM(proved) AS BIGINT) AS proved FROM (
            SELECT major, pseudonym, stay, MAX(proved) AS proved FROM (
            SELECT major, pseudonym, proved, SUM(CASE WHEN before IS NULL OR minute - before >= ?5 THEN 1 ELSE 0 END)
            OVER (PARTITION BY major, pseudonym ORDER BY minute) AS stay FROM (
            SELECT major, pseudonym, minute, proved,
            LAG(minute) OVER (PARTITION BY major, pseudonym ORDER BY minute) AS before FROM events
            WHERE venue = ?1 AND minute >= ?2 AND minute < ?3 AND kind = ?4 \(major == nil ? "" : "AND major = ?6")
            ) AS spaced
            ) AS numbered GROUP BY major, pseudonym, stay
            ) AS stays GROUP BY major
            """, arguments)
        var stays: [UInt16: BeaconTraffic] = [:]
        for row in rows {
            guard let major = UInt16(exactly: try row.integer("major")) else { throw StorageError.corrupt }
            stays[major] = BeaconTraffic(
                entered: Int(try row.integer("entered")), proved: Int(try row.integer("proved")))
        }
        return stays
    }

    /// Keeps the stays of a day.
    func keep(_ stays: [UInt16: BeaconTraffic], of venue: UUID128, on day: Int) throws {
        for (major, traffic) in stays.sorted(by: { $0.key < $1.key }) {
            try connection.execute(
                "INSERT INTO stay_counts (venue, major, day, entered, proved) VALUES (?1, ?2, ?3, ?4, ?5)",
                [
                    .blob(venue.bytes), .integer(Int64(major)), .integer(Int64(day)),
                    .integer(Int64(traffic.entered)), .integer(Int64(traffic.proved)),
                ])
        }
    }
}
