import AccountService
import Basics
import RadioMaps
import Storage

/// A version of a radio map as it is told.
struct RadioMapVersion: Equatable, Sendable {
    let number: Int64
    let at: Timestamp
    /// Who put it in force; nil for the machine's operator, and after the end of the account.
    let email: String?
    let restored: Int64?
    let places: Int
    let scans: Int
    /// The digest of the plan that it was made on; nil where a map was taken out of force.
    let plan: [UInt8]?
}

/// The SQL of radio maps, within one transaction.
struct RadioMapStore {
    /// How many versions of a map are kept.
    static let mostVersions: Int64 = 20

    private let connection: any Connection
    private let venue: UUID128

    init(_ connection: any Connection, of venue: UUID128) {
        self.connection = connection
        self.venue = venue
    }

    private var key: SQLValue { .blob(venue.bytes) }

    /// The number of the newest version; 0 before the first one.
    func number() throws -> Int64 {
        try connection.first(
            "SELECT number FROM radio_maps WHERE venue = ?1 ORDER BY number DESC LIMIT 1", [key]
        )?.integer("number") ?? 0
    }

    /// The document of a version; nil where there is no such version, or none was in force.
    func document(of number: Int64) throws -> String? {
        try connection.first(
            "SELECT document FROM radio_maps WHERE venue = ?1 AND number = ?2", [key, .integer(number)]
        )?.optionalText("document")
    }

    /// The versions, the newest first.
    func versions() throws -> [RadioMapVersion] {
        let accounts = AccountStore(connection)
        return try connection.query(
            """
            SELECT number, account_id, at, restored, places, scans, plan FROM radio_maps WHERE venue = ?1
            ORDER BY number DESC
            """, [key]
        ).map { row in
            RadioMapVersion(
                number: try row.integer("number"), at: Timestamp(milliseconds: try row.integer("at")),
                email: try row.optionalBlob("account_id").flatMap { try accounts.email(ofAccount: $0) },
                restored: try row.optionalInteger("restored"), places: Int(try row.integer("places")),
                scans: Int(try row.integer("scans")), plan: try row.optionalBlob("plan"))
        }
    }

    /// Adds a version after `number`, which is the newest, and removes those that are too old to be kept.
    func add(
        _ map: RadioMapFile?, after number: Int64, by account: [UInt8]?, restored: Int64? = nil, at now: Timestamp
    ) throws {
        var map = map
        map?.number = number + 1
        try connection.execute(
            """
            INSERT INTO radio_maps (venue, number, document, plan, account_id, at, restored, places, scans)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            [
                key, .integer(number + 1), map.map { .text($0.text) } ?? .null, map.map { .blob($0.plan) } ?? .null,
                account.map { .blob($0) } ?? .null, .integer(now.milliseconds), SQLValue(restored),
                .integer(Int64(map?.placeCount ?? 0)), .integer(Int64(map?.scanCount ?? 0)),
            ])
        try connection.execute(
            "DELETE FROM radio_maps WHERE venue = ?1 AND number <= ?2",
            [key, .integer(number + 1 - Self.mostVersions)])
        // What was said of the map before says nothing of this one.
        try RadioResidualStore(connection).forget(venue)
    }
}
