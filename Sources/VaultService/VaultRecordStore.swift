import Storage

/// The SQL of vaults and their sealed records, within one transaction.
struct VaultRecordStore {
    /// A vault's figures.
    struct Vault: Sendable {
        let id: [UInt8]
        /// The number of the last change.
        var lastNumber: Int64 = 0
        var records = 0
        var bytes = 0
        /// The day of the last change.
        var changedDay = 0
    }

    private let connection: any Connection
    private let account: [UInt8]

    init(_ connection: any Connection, account: [UInt8]) {
        self.connection = connection
        self.account = account
    }

    // MARK: - Vaults

    /// The account's vaults, in the order of their identifiers.
    func vaults() throws -> [Vault] {
        try connection.query(
            """
            SELECT id, last_number, record_count, byte_count, changed_day FROM vaults WHERE account_id = ?1 ORDER BY id
            """,
            [.blob(account)]
        ).map { row in
            Vault(
                id: try row.blob("id"), lastNumber: try row.integer("last_number"),
                records: Int(try row.integer("record_count")),
                bytes: Int(try row.integer("byte_count")), changedDay: Int(try row.integer("changed_day")))
        }
    }

    /// Keeps a vault's figures, and the vault itself when it is new.
    func put(_ vault: Vault) throws {
        try connection.execute(
            """
            INSERT INTO vaults (account_id, id, last_number, record_count, byte_count, changed_day)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (account_id, id) DO UPDATE SET last_number = excluded.last_number,
            record_count = excluded.record_count, byte_count = excluded.byte_count, changed_day = excluded.changed_day
            """,
            [
                .blob(account), .blob(vault.id), .integer(vault.lastNumber), .integer(Int64(vault.records)),
                .integer(Int64(vault.bytes)), .integer(Int64(vault.changedDay)),
            ])
    }

    /// Removes a vault with its records; false when the account has none such.
    func delete(_ vault: [UInt8]) throws -> Bool {
        try connection.execute(
            "DELETE FROM vault_records WHERE account_id = ?1 AND vault = ?2", [.blob(account), .blob(vault)])
        return try connection.execute(
            "DELETE FROM vaults WHERE account_id = ?1 AND id = ?2", [.blob(account), .blob(vault)]) == 1
    }

    // MARK: - Joining

    /// What a joining device needs; nil when there is no such vault or nobody has sent it.
    func joinHeader(of vault: [UInt8]) throws -> [UInt8]? {
        try connection.first(
            "SELECT join_header FROM vaults WHERE account_id = ?1 AND id = ?2", [.blob(account), .blob(vault)])?
            .optionalBlob("join_header")
    }

    /// Keeps what a joining device needs; false when there is no such vault.
    func setJoinHeader(_ header: [UInt8], of vault: [UInt8]) throws -> Bool {
        try connection.execute(
            "UPDATE vaults SET join_header = ?3 WHERE account_id = ?1 AND id = ?2",
            [.blob(account), .blob(vault), .blob(header)]) == 1
    }

    // MARK: - Records

    /// The version and size of a record, or nil when there is none.
    func state(of record: [UInt8], in vault: [UInt8]) throws -> (version: Int64, size: Int)? {
        try connection.first(
            "SELECT version, size FROM vault_records WHERE account_id = ?1 AND vault = ?2 AND id = ?3",
            [.blob(account), .blob(vault), .blob(record)]
        ).map { (try $0.integer("version"), Int(try $0.integer("size"))) }
    }

    /// A record, or nil when there is none.
    func record(_ id: [UInt8], in vault: [UInt8]) throws -> StoredVaultRecord? {
        try connection.first(
            "SELECT version, sealed FROM vault_records WHERE account_id = ?1 AND vault = ?2 AND id = ?3",
            [.blob(account), .blob(vault), .blob(id)]
        ).map { StoredVaultRecord(id: id, version: try $0.integer("version"), sealed: try $0.blob("sealed")) }
    }

    /// Keeps a record.
    func put(_ record: StoredVaultRecord, number: Int64, in vault: [UInt8]) throws {
        try connection.execute(
            """
            INSERT INTO vault_records (account_id, vault, id, version, number, size, sealed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (account_id, vault, id) DO UPDATE SET version = excluded.version, number = excluded.number,
            size = excluded.size, sealed = excluded.sealed
            """,
            [
                .blob(account), .blob(vault), .blob(record.id), .integer(record.version), .integer(number),
                .integer(Int64(record.sealed.count)), .blob(record.sealed),
            ])
    }

    /// The number of the last of the next records that fit into `bytes`, one at least; nil when there is none.
    func lastNumber(after cursor: Int64, in vault: [UInt8], bytes: Int, records: Int) throws -> Int64? {
        let rows = try connection.query(
            """
            SELECT number, size FROM vault_records WHERE account_id = ?1 AND vault = ?2 AND number > ?3
            ORDER BY number LIMIT ?4
            """,
            [.blob(account), .blob(vault), .integer(cursor), .integer(Int64(records))])
        var last: Int64?
        var sum = 0
        for row in rows {
            sum += Int(try row.integer("size"))
            if last != nil, sum > bytes { break }
            last = try row.integer("number")
        }
        return last
    }

    /// The records with a number after `cursor` up to `last`, in the order of their numbers.
    func records(after cursor: Int64, through last: Int64, in vault: [UInt8]) throws -> [StoredVaultRecord] {
        try connection.query(
            """
            SELECT id, version, sealed FROM vault_records
            WHERE account_id = ?1 AND vault = ?2 AND number > ?3 AND number <= ?4 ORDER BY number
            """,
            [.blob(account), .blob(vault), .integer(cursor), .integer(last)]
        ).map {
            StoredVaultRecord(id: try $0.blob("id"), version: try $0.integer("version"), sealed: try $0.blob("sealed"))
        }
    }
}
