import Foundation
import GRDB
import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The file of a vault: how it is told from others before SQLite touches it, and how it is opened.
///
/// Nothing is written to a file on the way to its being unlocked. What SQLite does of itself is the one exception: when
/// a process died in the middle of a transaction, it first puts back what the journal beside the file holds.
enum VaultFile {
    /// What tells the file from others, in it as `application_id`: "CVLT".
    static let applicationID: UInt32 = 0x4356_4C54
    /// The format of the tables, in the file as `user_version`; that of the header stands in the header.
    static let format = 1
    /// Held while this process has a transaction under way in any vault's file, or looks at one by itself.
    ///
    /// POSIX takes all locks on a file from a process that closes the file once, whoever had opened it: a look at the
    /// first bytes would take SQLite's locks from a transaction of another thread.
    static let gate = NSRecursiveLock()
    /// The tables of a vault, word for word as they stand in the file.
    ///
    /// Rows of `object` lie in the order of their identifiers, which are random, so that not even their places in the
    /// file tell in which order things were added.
    static let tables = [
        "header": "CREATE TABLE header (id INTEGER PRIMARY KEY CHECK (id = 1), bytes BLOB NOT NULL, mac BLOB NOT NULL)",
        "object": objectTable(named: "object"),
    ]

    /// The statement that makes a table for objects.
    static func objectTable(named name: String) -> String {
        "CREATE TABLE \(name) (kind INTEGER NOT NULL, id BLOB NOT NULL, revision INTEGER NOT NULL, "
            + "sealed BLOB NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID"
    }

    /// Throws unless the file is a vault of this format, whole by its length; its first bytes are only read.
    static func check(_ file: URL) throws(VaultFault) {
        gate.lock()
        defer { gate.unlock() }
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .noVault : .storage(String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .storage(String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .foreign }
        var head = [UInt8](repeating: 0, count: 100)
        let count = read(descriptor, &head, head.count)
        guard count >= 0 else { throw .storage(String(cString: strerror(errno))) }
        // A journal beside it has what is missing of a file that is being changed.
        let hasJournal = access(file.path + "-journal", F_OK) == 0
        try check(head: head[..<count], fileSize: hasJournal ? nil : Int(status.st_size))
    }

    /// Where SQLite keeps these numbers: "Database File Format", section 1.3.
    private static func check(head: ArraySlice<UInt8>, fileSize: Int?) throws(VaultFault) {
        let magic = Array("SQLite format 3\0".utf8)
        guard head.starts(with: magic.prefix(head.count)) else { throw .foreign }
        guard head.count == 100 else { throw .truncated }
        func number(_ offset: Int) -> UInt32 { head[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        guard number(68) == applicationID else { throw .foreign }
        let version = number(60)
        guard version <= UInt32(format) else { throw .newer(format: Int(version)) }
        // Another journal mode would have SQLite write beside the file before anything was verified.
        guard version > 0, head[18] == 1, head[19] == 1 else { throw .damaged("file") }
        let pageSize = Int(head[16]) << 8 | Int(head[17])
        guard let fileSize else { return }
        guard number(92) == number(24), fileSize >= (pageSize == 1 ? 65_536 : pageSize) * Int(number(28)) else {
            throw .truncated
        }
    }

    /// Works with a file in this process alone, and says what went wrong in the vault's terms.
    static func perform<Result>(
        _ queue: DatabaseQueue, _ body: (Database) throws -> Result
    ) throws(VaultFault) -> Result {
        gate.lock()
        defer { gate.unlock() }
        do {
            return try queue.inDatabase(body)
        } catch {
            throw VaultFault(error)
        }
    }

    /// A connection to a file that is a vault of this format, with a vault's tables and nothing else.
    static func checkedQueue(_ file: URL) throws(VaultFault) -> DatabaseQueue {
        try check(file)
        let queue = try queue(file)
        try perform(queue) { try checkSchema($0) }
        return queue
    }

    /// A connection to a file that is there.
    static func queue(_ file: URL) throws(VaultFault) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "cerca.vault"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA secure_delete = ON; PRAGMA synchronous = EXTRA; PRAGMA temp_store = MEMORY;
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
                    """)
        }
        do {
            return try DatabaseQueue(path: file.path, configuration: configuration)
        } catch {
            throw VaultFault(error)
        }
    }

    /// Throws unless the file has the two tables and nothing beside them, which could act by itself.
    private static func checkSchema(_ database: Database) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_schema LIMIT 3")
        guard rows.count == tables.count else { throw VaultFault.damaged("file") }
        for row in rows {
            // SQLite quotes the name of a table that was renamed, as a change of cipher does.
            guard let name = row["name"] as String?, let sql = row["sql"] as String?,
                tables[name].map({ $0.utf8.elementsEqual(sql.utf8.filter { $0 != UInt8(ascii: "\"") }) }) == true
            else { throw VaultFault.damaged("file") }
        }
    }
}

extension VaultFault {
    /// What an error of the database's means.
    init(_ error: any Error) {
        switch error {
        case let fault as VaultFault: self = fault
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged("file")
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
            case .SQLITE_FULL: self = .full
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY:
                self = .storage("the file or its folder cannot be opened for writing")
            case .SQLITE_IOERR: self = .storage("the disk refuses (SQLite \(error.extendedResultCode.rawValue))")
            default: self = .storage("SQLite \(error.extendedResultCode.rawValue)")
            }
        default: self = .storage("\(type(of: error))")
        }
    }
}
