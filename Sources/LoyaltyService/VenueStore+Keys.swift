import Basics
import Loyalty
import Presence
import ServiceKit
import Storage

/// The SQL of keys that take the place of others.
extension VenueStore {
    /// The second keys of a venue's beacons whose rows can be read.
    struct ReadableKeys {
        var keys: [BeaconRef: StoredBeacon.SecondKey] = [:]
        /// The beacons whose second keys can't be read.
        var unreadable: Set<BeaconRef> = []
        /// Why the first of the others can't be read.
        var failure: (any Error)?
    }

    /// The second keys of a venue's beacons.
    func secondKeys(of uuid: UUID128) throws -> [BeaconRef: StoredBeacon.SecondKey] {
        let second = try readableSecondKeys(of: uuid)
        if let failure = second.failure { throw failure }
        return second.keys
    }

    /// The second keys of a venue's beacons, as far as their rows can be read.
    func readableSecondKeys(of uuid: UUID128) throws -> ReadableKeys {
        let rows = try connection.query(
            """
            SELECT major, minor, second_key, is_next, until, clock_floor, clock_ceiling, clock_as_of
            FROM second_beacon_keys WHERE venue = ?1
            """,
            [.blob(uuid.bytes)])
        var second = ReadableKeys()
        for row in rows {
            do {
                let reference = try reference(row)
                do { second.keys[reference] = try secondKey(row, of: reference, in: uuid) } catch {
                    second.unreadable.insert(reference)
                    throw error
                }
            } catch {
                second.failure = second.failure ?? error
            }
        }
        return second
    }

    /// The second key of a beacon.
    func secondKey(of reference: BeaconRef, in uuid: UUID128) throws -> StoredBeacon.SecondKey? {
        try connection.first(
            """
            SELECT second_key, is_next, until, clock_floor, clock_ceiling, clock_as_of FROM second_beacon_keys
            WHERE venue = ?1 AND major = ?2 AND minor = ?3
            """, Self.name(reference, of: uuid)
        ).map { try secondKey($0, of: reference, in: uuid) }
    }

    private func secondKey(_ row: Row, of reference: BeaconRef, in uuid: UUID128) throws -> StoredBeacon.SecondKey {
        let bytes = try connection.sealing.secret(
            in: LoyaltySecrets.secondBeaconKey, row, of: Self.name(reference, of: uuid))
        guard let key = bytes.flatMap(BeaconKey.init(bytes:)) else { throw StorageError.corrupt }
        return StoredBeacon.SecondKey(
            key: key, clock: try clock(row), isNext: try row.integer("is_next") != 0,
            until: Timestamp(milliseconds: try row.integer("until")))
    }

    /// The key of a beacon and its clock, without a second one; nil when there is no such beacon.
    func mainKey(of reference: BeaconRef, in uuid: UUID128) throws -> StoredBeacon? {
        let name = Self.name(reference, of: uuid)
        let row = try connection.first(
            """
            SELECT security_key, clock_floor, clock_ceiling, clock_as_of, generation FROM beacons
            WHERE venue = ?1 AND major = ?2 AND minor = ?3
            """, name)
        guard let row else { return nil }
        let bytes = try connection.sealing.secret(in: LoyaltySecrets.beaconKey, row, of: name)
        guard let key = bytes.flatMap(BeaconKey.init(bytes:)) else { throw StorageError.corrupt }
        return StoredBeacon(key: key, clock: try clock(row), generation: try row.integer("generation"))
    }

    private func clock(_ row: Row) throws -> BeaconClock {
        BeaconClock(
            floor: try row.integer("clock_floor"), ceiling: try row.integer("clock_ceiling"),
            asOf: Timestamp(milliseconds: try row.integer("clock_as_of")))
    }

    /// Gives a beacon a second key, in the place of another second one.
    func putSecondKey(_ second: StoredBeacon.SecondKey, of reference: BeaconRef, in uuid: UUID128) throws {
        let name = Self.name(reference, of: uuid)
        let secret = try connection.sealing.value(second.key.bytes, in: LoyaltySecrets.secondBeaconKey, of: name)
        _ = try connection.execute(
            """
            INSERT INTO second_beacon_keys
            (venue, major, minor, second_key, is_next, until, clock_floor, clock_ceiling, clock_as_of)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (venue, major, minor) DO UPDATE SET second_key = excluded.second_key,
            is_next = excluded.is_next, until = excluded.until, clock_floor = excluded.clock_floor,
            clock_ceiling = excluded.clock_ceiling, clock_as_of = excluded.clock_as_of
            """,
            name + [
                secret, .integer(second.isNext ? 1 : 0), .integer(second.until.milliseconds),
                .integer(second.clock.floor), .integer(second.clock.ceiling),
                .integer(second.clock.asOf.milliseconds),
            ])
        try countKeyChange(in: uuid)
    }

    /// Removes a beacon's new key; false when it has none.
    func deleteNextKey(of reference: BeaconRef, in uuid: UUID128) throws -> Bool {
        let deleted = try connection.execute(
            "DELETE FROM second_beacon_keys WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND is_next = 1",
            Self.name(reference, of: uuid))
        if deleted > 0 { try countKeyChange(in: uuid) }
        return deleted > 0
    }

    /// Puts a key in the place of a beacon's own and of any second one.
    func replaceKey(of reference: BeaconRef, in uuid: UUID128, by key: BeaconKey, clock: BeaconClock) throws {
        let name = Self.name(reference, of: uuid)
        let secret = try connection.sealing.value(key.bytes, in: LoyaltySecrets.beaconKey, of: name)
        _ = try connection.execute(
            """
            UPDATE beacons SET security_key = ?4, clock_floor = ?5, clock_ceiling = ?6, clock_as_of = ?7,
            generation = generation + 1 WHERE venue = ?1 AND major = ?2 AND minor = ?3
            """,
            name + [
                secret, .integer(clock.floor), .integer(clock.ceiling), .integer(clock.asOf.milliseconds),
            ])
        _ = try connection.execute(
            "DELETE FROM second_beacon_keys WHERE venue = ?1 AND major = ?2 AND minor = ?3", name)
        try countKeyChange(in: uuid)
    }

    /// Gives the device of a beacon another clock; false when there is no such beacon.
    ///
    /// It counts as another generation of the same key, so that no server goes on with what it has learned.
    func resetClock(of reference: BeaconRef, in uuid: UUID128, to clock: BeaconClock) throws -> Bool {
        let changed = try connection.execute(
            """
            UPDATE beacons SET clock_floor = ?4, clock_ceiling = ?5, clock_as_of = ?6, generation = generation + 1
            WHERE venue = ?1 AND major = ?2 AND minor = ?3
            """,
            Self.name(reference, of: uuid) + [
                .integer(clock.floor), .integer(clock.ceiling), .integer(clock.asOf.milliseconds),
            ])
        if changed > 0 { try countKeyChange(in: uuid) }
        return changed > 0
    }

    /// The beacons whose second key ends at `instant` or before.
    func endedKeys(at instant: Timestamp) throws -> [(venue: UUID128, beacon: BeaconRef)] {
        try connection.query(
            "SELECT venue, major, minor FROM second_beacon_keys WHERE until <= ?1", [.integer(instant.milliseconds)]
        ).map { row in
            guard let venue = UUID128(bytes: try row.blob("venue")) else { throw StorageError.corrupt }
            return (venue, try reference(row))
        }
    }

    /// Ends a beacon's second key whose time is over: a new one takes the other's place, an old one goes.
    func endSecondKey(of reference: BeaconRef, in uuid: UUID128, at now: Timestamp) throws {
        guard let second = try secondKey(of: reference, in: uuid), second.until <= now else { return }
        if second.isNext {
            try replaceKey(of: reference, in: uuid, by: second.key, clock: second.clock)
        } else {
            _ = try connection.execute(
                "DELETE FROM second_beacon_keys WHERE venue = ?1 AND major = ?2 AND minor = ?3",
                Self.name(reference, of: uuid))
            try countKeyChange(in: uuid)
        }
    }

    private func countKeyChange(in uuid: UUID128) throws {
        _ = try connection.execute(
            "UPDATE venues SET keys_version = keys_version + 1 WHERE uuid = ?1", [.blob(uuid.bytes)])
    }
}
