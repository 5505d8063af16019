import Basics
import Loyalty
import ServiceKit
import Storage

/// What is stored of how far a beacon is.
struct StoredDeployment: Sendable {
    var device = DeploymentRecord.Device.hanging
    var position: PlanPosition?
    var height: Double?
    var placedAt: Timestamp?
    var claimedAt: Timestamp?
    var codeAt: Timestamp?
    var claimEndsAt: Timestamp?
    var checks: [DistanceCheck] = []
    var heard: Set<BeaconRef> = []

    /// The same, as it is judged; a beacon whose codes are accepted has a device, whoever gave it its key.
    var record: DeploymentRecord {
        var record = DeploymentRecord()
        record.isClaimed = claimedAt != nil || codeAt != nil
        record.device = device
        record.position = position
        record.checks = checks
        record.hasProved = codeAt != nil
        record.heard = heard
        return record
    }
}

/// The SQL of devices, claims and walks, within one transaction.
struct DeploymentStore {
    /// A claim as it is stored.
    struct Claim: Sendable {
        let venue: UUID128
        let beacon: BeaconRef
        let digest: [UInt8]
        let endsAt: Timestamp
        let isUsed: Bool
    }

    private let connection: any Connection
    private let venue: [UInt8]

    init(_ connection: any Connection, of venue: UUID128) {
        self.connection = connection
        self.venue = venue.bytes
    }

    private func arguments(_ beacon: BeaconRef) -> [SQLValue] { FleetStore.arguments(venue, beacon) }

    // MARK: Claims

    /// The claim with this identifier, of whichever venue.
    static func claim(_ id: [UInt8], in connection: any Connection) throws -> Claim? {
        try connection.first(
            "SELECT venue, major, minor, digest, ends_at, used_at FROM beacon_claims WHERE id = ?1", [.blob(id)]
        ).map { row in
            guard let venue = UUID128(bytes: try row.blob("venue")) else { throw StorageError.corrupt }
            return Claim(
                venue: venue, beacon: try FleetStore.reference(row), digest: try row.blob("digest"),
                endsAt: Timestamp(milliseconds: try row.integer("ends_at")),
                isUsed: try row.optionalInteger("used_at") != nil)
        }
    }

    /// Keeps a claim.
    func insertClaim(
        _ id: [UInt8], digest: [UInt8], of beacon: BeaconRef, at now: Timestamp, until end: Timestamp
    ) throws {
        _ = try connection.execute(
            """
            INSERT INTO beacon_claims (venue, major, minor, id, digest, made_at, ends_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            arguments(beacon) + [
                .blob(id), .blob(digest), .integer(now.milliseconds), .integer(end.milliseconds),
            ])
    }

    /// Ends the claims of a beacon that wait; false when there are none.
    func endClaims(of beacon: BeaconRef, at now: Timestamp) throws -> Bool {
        try connection.execute(
            """
            UPDATE beacon_claims SET ends_at = ?4
            WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND used_at IS NULL AND ends_at > ?4
            """,
            arguments(beacon) + [.integer(now.milliseconds)]) > 0
    }

    /// Takes note that a claim is used; false when it was before.
    func useClaim(_ id: [UInt8], at now: Timestamp) throws -> Bool {
        try connection.execute(
            "UPDATE beacon_claims SET used_at = ?2 WHERE id = ?1 AND used_at IS NULL",
            [.blob(id), .integer(now.milliseconds)]) == 1
    }

    // MARK: Devices

    /// How far the beacons of the venue are.
    func deployments(at now: Timestamp) throws -> [BeaconRef: StoredDeployment] {
        var found: [BeaconRef: StoredDeployment] = [:]
        let columns = "device, x, y, height, placed_at, claimed_at, code_at"
        for row in try connection.query(
            "SELECT major, minor, \(columns) FROM beacon_deployments WHERE venue = ?1", [.blob(venue)])
        {
            found[try FleetStore.reference(row)] = try Self.deployment(row)
        }
        for row in try connection.query(
            "SELECT major, minor, distance, milliseconds, readings, median FROM beacon_checks WHERE venue = ?1",
            [.blob(venue)])
        {
            let beacon = try FleetStore.reference(row)
            guard let distance = DistanceCheck.Distance(rawValue: Int(try row.integer("distance"))) else {
                throw StorageError.corrupt
            }
            found[beacon, default: StoredDeployment()].checks.append(
                DistanceCheck(
                    distance, seconds: Double(try row.integer("milliseconds")) / 1000,
                    readings: Int(try row.integer("readings")), median: Int(try row.integer("median"))))
        }
        for row in try connection.query(
            "SELECT major, minor, other_major, other_minor FROM beacon_neighbours_heard WHERE venue = ?1",
            [.blob(venue)])
        {
            found[try FleetStore.reference(row), default: StoredDeployment()].heard.insert(
                try FleetStore.reference(row, "other_major", "other_minor"))
        }
        for row in try connection.query(
            """
            SELECT major, minor, MAX(ends_at) AS ends_at FROM beacon_claims
            WHERE venue = ?1 AND used_at IS NULL AND ends_at > ?2 GROUP BY major, minor
            """,
            [.blob(venue), .integer(now.milliseconds)])
        {
            found[try FleetStore.reference(row), default: StoredDeployment()].claimEndsAt = Timestamp(
                milliseconds: try row.integer("ends_at"))
        }
        return found
    }

    private static func deployment(_ row: Row) throws -> StoredDeployment {
        guard let device = DeploymentRecord.Device(rawValue: try row.text("device")) else {
            throw StorageError.corrupt
        }
        var stored = StoredDeployment()
        stored.device = device
        if let x = try row.optionalInteger("x"), let y = try row.optionalInteger("y") {
            stored.position = PlanPosition(x: Double(x) / 100, y: Double(y) / 100)
        }
        stored.height = try row.optionalInteger("height").map { Double($0) / 100 }
        stored.placedAt = try row.optionalInteger("placed_at").map(Timestamp.init(milliseconds:))
        stored.claimedAt = try row.optionalInteger("claimed_at").map(Timestamp.init(milliseconds:))
        stored.codeAt = try row.optionalInteger("code_at").map(Timestamp.init(milliseconds:))
        return stored
    }

    /// Begins a beacon's row; it hangs unless something else is said.
    private func begin(_ beacon: BeaconRef) throws {
        _ = try connection.execute(
            """
            INSERT INTO beacon_deployments (venue, major, minor, device) VALUES (?1, ?2, ?3, 'hanging')
            ON CONFLICT DO NOTHING
            """, arguments(beacon))
    }

    /// Says where a beacon hangs, or that it hangs nowhere.
    func place(_ beacon: BeaconRef, at position: PlanPosition?, height: Double?, now: Timestamp) throws {
        try begin(beacon)
        _ = try connection.execute(
            """
            UPDATE beacon_deployments SET x = ?4, y = ?5, height = ?6, placed_at = ?7
            WHERE venue = ?1 AND major = ?2 AND minor = ?3
            """,
            arguments(beacon) + [
                SQLValue(position.map { Self.centimetres($0.x) }), SQLValue(position.map { Self.centimetres($0.y) }),
                SQLValue(height.map(Self.centimetres)), SQLValue(position.map { _ in now.milliseconds }),
            ])
    }

    private static func centimetres(_ metres: Double) -> Int64 { Int64((metres * 100).rounded()) }

    /// Says what became of a beacon's device.
    func set(_ device: DeploymentRecord.Device, of beacon: BeaconRef) throws {
        try begin(beacon)
        _ = try connection.execute(
            "UPDATE beacon_deployments SET device = ?4 WHERE venue = ?1 AND major = ?2 AND minor = ?3",
            arguments(beacon) + [.text(device.rawValue)])
    }

    /// Takes note that a new device has been claimed for a beacon: what was measured of the one before is void.
    func claimed(_ beacon: BeaconRef, at now: Timestamp) throws {
        try set(.hanging, of: beacon)
        try forget(beacon)
        _ = try connection.execute(
            "UPDATE beacon_deployments SET claimed_at = ?4 WHERE venue = ?1 AND major = ?2 AND minor = ?3",
            arguments(beacon) + [.integer(now.milliseconds)])
    }

    /// Takes note that a code of a beacon was accepted, unless that is known.
    func sawCode(of beacon: BeaconRef, at now: Timestamp) throws {
        try begin(beacon)
        _ = try connection.execute(
            """
            UPDATE beacon_deployments SET code_at = ?4
            WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND code_at IS NULL
            """,
            arguments(beacon) + [.integer(now.milliseconds)])
    }

    /// Keeps what was measured at a distance, in the place of what was before.
    func put(_ check: DistanceCheck, of beacon: BeaconRef) throws {
        try begin(beacon)
        _ = try connection.execute(
            """
            INSERT INTO beacon_checks (venue, major, minor, distance, milliseconds, readings, median)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (venue, major, minor, distance) DO UPDATE SET milliseconds = excluded.milliseconds,
            readings = excluded.readings, median = excluded.median
            """,
            arguments(beacon) + [
                .integer(Int64(check.distance.rawValue)), .integer(Int64((check.seconds * 1000).rounded())),
                .integer(Int64(check.readings)), .integer(Int64(check.median)),
            ])
    }

    /// Keeps which neighbours were heard from a beacon's place, in the place of those before.
    func put(heard: Set<BeaconRef>, of beacon: BeaconRef) throws {
        try begin(beacon)
        _ = try connection.execute(
            "DELETE FROM beacon_neighbours_heard WHERE venue = ?1 AND major = ?2 AND minor = ?3", arguments(beacon))
        for other in heard.sorted() {
            _ = try connection.execute(
                """
                INSERT INTO beacon_neighbours_heard (venue, major, minor, other_major, other_minor)
                VALUES (?1, ?2, ?3, ?4, ?5)
                """,
                arguments(beacon) + [.integer(Int64(other.major)), .integer(Int64(other.minor))])
        }
    }

    /// Forgets what was measured, heard and seen of a beacon.
    func forget(_ beacon: BeaconRef) throws {
        for table in ["beacon_checks", "beacon_neighbours_heard"] {
            _ = try connection.execute(
                "DELETE FROM \(table) WHERE venue = ?1 AND major = ?2 AND minor = ?3", arguments(beacon))
        }
        _ = try connection.execute(
            "UPDATE beacon_deployments SET code_at = NULL WHERE venue = ?1 AND major = ?2 AND minor = ?3",
            arguments(beacon))
    }

    // MARK: Walks

    /// The number of the last action of a walk that the server has seen.
    func done(of walk: [UInt8]) throws -> Int64 {
        try connection.first(
            "SELECT done FROM deployment_walks WHERE venue = ?1 AND walk = ?2", [.blob(venue), .blob(walk)]
        )?.integer("done") ?? 0
    }

    /// Takes note of how far a walk is.
    func setDone(_ number: Int64, of walk: [UInt8], at now: Timestamp) throws {
        _ = try connection.execute(
            """
            INSERT INTO deployment_walks (venue, walk, done, at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (venue, walk) DO UPDATE SET done = excluded.done, at = excluded.at
            """,
            [.blob(venue), .blob(walk), .integer(number), .integer(now.milliseconds)])
    }
}
