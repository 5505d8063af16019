import Basics
import Beacons
import Storage
import Vault

/// The SQL of slots that open by presence, within one transaction.
struct VaultSlotStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The account's slot with this identifier, or nil.
    func slot(_ id: [UInt8], of account: [UInt8]) throws -> VaultSlotRecord? {
        let row = try connection.first(
            """
            SELECT venue, major, minor, rule, private_key, receipt_key, failures, waits_until, attempt
            FROM vault_slots WHERE id = ?1 AND account_id = ?2
            """,
            [.blob(id), .blob(account)])
        guard let row else { return nil }
        let sealing = connection.sealing
        guard
            let uuid = UUID128(bytes: try row.blob("venue")), let major = UInt16(exactly: try row.integer("major")),
            let minor = UInt16(exactly: try row.integer("minor")),
            let rule = UInt8(exactly: try row.integer("rule")).flatMap({ LockoutRule(rawValue: $0) }),
            let key = try sealing.secret(in: VaultSecrets.privateKey, row, of: [.blob(id)])
                .flatMap(EvaluationKey.init(bytes:))
        else { throw StorageError.corrupt }
        return VaultSlotRecord(
            id: id, beacon: BeaconIdentity(uuid: uuid, major: major, minor: minor), rule: rule, key: key,
            receiptKey: try sealing.secret(in: VaultSecrets.receiptKey, row, of: [.blob(id)]),
            failures: Int(try row.integer("failures")),
            waitsUntil: Timestamp(milliseconds: try row.integer("waits_until")),
            attempt: try row.optionalBlob("attempt"))
    }

    /// How many slots an account has.
    func count(of account: [UInt8]) throws -> Int {
        let row = try connection.first(
            "SELECT COUNT(*) AS total FROM vault_slots WHERE account_id = ?1", [.blob(account)])
        return Int(try row?.integer("total") ?? 0)
    }

    /// Keeps a new slot.
    func insert(_ slot: VaultSlotRecord, of account: [UInt8]) throws {
        let key = try connection.sealing.value(slot.key.bytes, in: VaultSecrets.privateKey, of: [.blob(slot.id)])
        try connection.execute(
            """
            INSERT INTO vault_slots (id, account_id, venue, major, minor, rule, private_key, failures, waits_until)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0)
            """,
            [
                .blob(slot.id), .blob(account), .blob(slot.beacon.uuid.bytes), .integer(Int64(slot.beacon.major)),
                .integer(Int64(slot.beacon.minor)), .integer(Int64(slot.rule.rawValue)), key,
            ])
    }

    /// Keeps what changes in a slot: the receipt key, the count, and the last attempt.
    func update(_ slot: VaultSlotRecord) throws {
        let receiptKey = try slot.receiptKey.map {
            try connection.sealing.value($0, in: VaultSecrets.receiptKey, of: [.blob(slot.id)])
        }
        try connection.execute(
            "UPDATE vault_slots SET receipt_key = ?2, failures = ?3, waits_until = ?4, attempt = ?5 WHERE id = ?1",
            [
                .blob(slot.id), receiptKey ?? .null, .integer(Int64(slot.failures)),
                .integer(slot.waitsUntil.milliseconds), SQLValue(slot.attempt),
            ])
    }

    /// Removes a slot; false when the account has none such.
    func delete(_ id: [UInt8], of account: [UInt8]) throws -> Bool {
        try connection.execute(
            "DELETE FROM vault_slots WHERE id = ?1 AND account_id = ?2", [.blob(id), .blob(account)]) == 1
    }
}
