import GRDB
import GRDBSQLite

extension StorageError {
    /// What an extended result code of SQLite means (sqlite.org/rescode.html).
    ///
    /// `message` is SQLite's own; it is kept only for errors in the statement, where it names no values.
    init(sqliteCode code: CInt, message: @autoclosure () -> String) {
        switch code & 0xFF {
        case SQLITE_CONSTRAINT: self = Self.constraint(extendedCode: code)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_READONLY: self = .readOnly
        case SQLITE_FULL: self = .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
        case SQLITE_CANTOPEN: self = .unavailable
        case SQLITE_TOOBIG: self = .unrepresentable
        case SQLITE_INTERRUPT: self = .timedOut
        case SQLITE_ERROR: self = .invalidStatement(reason: message())
        default: self = .other(code: "sqlite.\(code)")
        }
    }

    /// What an error of GRDB means.
    init(_ error: any Error) {
        switch error {
        case let error as StorageError:
            self = error
        case let error as DatabaseError:
            self.init(sqliteCode: error.extendedResultCode.rawValue, message: error.message ?? "")
        default:
            self = .other(code: "sqlite.unknown")
        }
    }

    private static func constraint(extendedCode: CInt) -> StorageError {
        // The extended codes are the primary code with a number of their own above it.
        switch extendedCode >> 8 {
        case 3: .foreignKey
        case 5: .notNull
        case 6, 8, 10: .uniqueViolation  // primary key, unique, rowid
        case 1: .check
        default: .other(code: "sqlite.\(extendedCode)")
        }
    }
}
