import HTTPKit
import Storage
import Tracing

extension StorageError: PassingFailure {
    /// Whether the database may do the same a little later.
    package var isPassing: Bool {
        switch self {
        case .busy, .overloaded, .timedOut, .full, .unavailable, .connectionLost, .closed: true
        default: false
        }
    }

    /// Whether a write that failed so may have been committed all the same.
    package var leavesOutcomeOpen: Bool { self == .connectionLost }
}

extension StorageError {
    /// The same of a read, which leaves nothing behind: what it would have told is not there for now.
    fileprivate static func ofReading(_ error: any Error) -> any Error {
        error as? StorageError == .connectionLost ? StorageError.unavailable : error
    }
}

extension Database {
    /// A read whose failures are values of ours; it has no effect, and is given up when its task is cancelled.
    package func reading<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await withSpan("database.read") { _ in try await readUnlessCancelled(body) }
        } catch { throw .from(StorageError.ofReading(error)) }
    }

    /// A read that may take long, whose failures are values of ours: no other read waits for it.
    package func readingHistory<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await withSpan("database.history") { _ in try await readHistory(body) }
        } catch { throw .from(StorageError.ofReading(error)) }
    }

    /// A write whose failures are values of ours; one that fails leaves nothing behind.
    package func writing<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await withSpan("database.write") { _ in try await write(body) }
        } catch { throw .from(error) }
    }

    /// A row of a table of keys, whose failures are values of ours; says whether it was not there yet.
    package func insertingOnce(_ row: [SQLValue], into table: KeyTable) async throws(ServiceError) -> Bool {
        do {
            return try await withSpan("database.write") { _ in try await insertOnce(row, into: table) }
        } catch { throw .from(error) }
    }
}
