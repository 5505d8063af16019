/// Where a database is: `sqlite:PATH`, or `postgres://…` as libpq reads it.
public enum DatabaseURL: Equatable, Sendable {
    /// A file, made when it does not exist; beside it stand `PATH-wal` and `PATH-shm` while it is open.
    case sqlite(path: String)
    /// A connection URI of libpq (PostgreSQL 15 documentation, section 34.1.1.2), its secrets included.
    case postgres(uri: String)

    /// The database that `text` names.
    ///
    /// Throws ``StorageError/invalidURL(reason:)`` for anything else, for SQLite in memory (a group of connections
    /// could not share it) and for control characters.
    public init(_ text: String) throws(StorageError) {
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw .invalidURL(reason: "it contains control characters")
        }
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst("sqlite:".count))
            guard !path.isEmpty else { throw .invalidURL(reason: "sqlite: needs a path") }
            // SQLite reads these two as a name of something that is not a plain file.
            guard path != ":memory:", !path.hasPrefix("file:") else {
                throw .invalidURL(reason: "sqlite: needs the path of a file")
            }
            self = .sqlite(path: path)
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(uri: text)
        } else {
            throw .invalidURL(reason: "a database is sqlite:PATH or postgres://…")
        }
    }
}

extension DatabaseURL: CustomStringConvertible, CustomDebugStringConvertible {
    /// The address without what a URI may hold of secrets: user, password and parameters.
    public var description: String {
        switch self {
        case .sqlite(let path):
            return "sqlite:\(path)"
        case .postgres(let uri):
            let afterScheme = uri.drop { $0 != ":" }.dropFirst(3)
            let address = afterScheme.prefix { $0 != "?" }
            // A password may hold an unescaped `/` or `@`: only what follows the last `@` is surely not one.
            let place = address.lastIndex(of: "@").map { address[address.index(after: $0)...] } ?? address
            return "postgres://\(place)"
        }
    }

    /// The same as ``description``, so that a dump holds no secret either.
    public var debugDescription: String { description }
}
