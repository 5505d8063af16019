import Basics
import Exposure
import ExposureWire
import Storage

/// The SQL of cases, within one transaction.
struct CaseStore {
    /// Days after which a case that nobody decided loses its key.
    static let pendingDays = 3
    /// Days for which a case that was settled is listed.
    static let listedDays = 14
    /// How many cases are listed.
    static let listLimit: Int64 = 500

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Adds a case that waits; false when its key waits already.
    func insert(_ id: String, _ code: CaseCode, on today: UTCDay) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO cases (id, state, first_day, registered_on, decided_on, day_key, words)
            VALUES (?1, 'pending', ?2, ?3, NULL, ?4, ?5) ON CONFLICT (day_key) DO NOTHING
            """,
            [
                .text(id), .integer(Int64(code.published.day.number)), .integer(Int64(today.number)),
                .blob(code.published.key.bytes), .text(code.checkWords),
            ]) == 1
    }

    /// Whether a key is published, or held for a decision of the brake.
    func isPublished(_ key: DayKey) throws -> Bool {
        try connection.first("SELECT 1 FROM exposure_keys WHERE day_key = ?1", [.blob(key.bytes)]) != nil
    }

    /// The case that waits with this key, or nil.
    func waiting(with key: DayKey) throws -> HealthCase? {
        try connection.first("\(Self.selection) WHERE day_key = ?1", [.blob(key.bytes)]).map(Self.value)
    }

    /// The key of a case that waits, or nil.
    func keyOfWaiting(_ id: String) throws -> PublishedKey? {
        let row = try connection.first(
            "SELECT day_key, first_day FROM cases WHERE id = ?1 AND state = 'pending'", [.text(id)])
        guard let row, let key = DayKey(bytes: try row.blob("day_key")) else { return nil }
        return PublishedKey(key: key, day: UTCDay(number: Int(try row.integer("first_day"))))
    }

    /// A case, or nil.
    func find(_ id: String) throws -> HealthCase? {
        try connection.first("\(Self.selection) WHERE id = ?1", [.text(id)]).map(Self.value)
    }

    /// All cases, those that wait first and then by day.
    func list() throws -> [HealthCase] {
        try connection.query(
            """
            \(Self.selection) ORDER BY CASE WHEN state = 'pending' THEN 0 ELSE 1 END, registered_on DESC, id
            LIMIT ?1
            """,
            [.integer(Self.listLimit)]
        ).map(Self.value)
    }

    /// Decides a case that waits and deletes its key and check words; false when none waits under this identifier.
    ///
    /// One statement compares and sets, so that of two decisions one counts.
    func decide(_ id: String, _ state: HealthCase.State, on today: UTCDay) throws -> Bool {
        try connection.execute(
            """
            UPDATE cases SET state = ?2, decided_on = ?3, day_key = NULL, words = NULL
            WHERE id = ?1 AND state = 'pending'
            """,
            [.text(id), .text(state.rawValue), .integer(Int64(today.number))]) == 1
    }

    /// Takes the keys of cases that nobody decided in time, and forgets cases that were settled long ago.
    func prune(on today: UTCDay) throws {
        try connection.execute(
            """
            UPDATE cases SET state = 'expired', decided_on = ?2, day_key = NULL, words = NULL
            WHERE state = 'pending' AND registered_on <= ?1
            """,
            [.integer(Int64(today.number - Self.pendingDays)), .integer(Int64(today.number))])
        try connection.execute(
            "DELETE FROM cases WHERE decided_on <= ?1", [.integer(Int64(today.number - Self.listedDays))])
    }

    private static let selection = "SELECT id, state, first_day, registered_on, decided_on, words FROM cases"

    private static func value(_ row: Row) throws -> HealthCase {
        guard let state = HealthCase.State(rawValue: try row.text("state")) else { throw StorageError.corrupt }
        return HealthCase(
            id: try row.text("id"), state: state, firstDay: UTCDay(number: Int(try row.integer("first_day"))),
            registeredOn: UTCDay(number: Int(try row.integer("registered_on"))),
            decidedOn: try row.optionalInteger("decided_on").map { UTCDay(number: Int($0)) },
            checkWords: try row.optionalText("words"))
    }
}
