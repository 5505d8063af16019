import HTTPKit
import Storage

extension StorageError: PassingFailure {
    /// Whether the database may do the same a little later.
    package var isPassing: Bool {
        switch self {
        case .busy, .overloaded, .timedOut, .unavailable, .connectionLost, .closed: true
        default: false
        }
    }
}

extension Database {
    /// A read whose failures are values of ours.
    package func reading<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do { return try await read(body) } catch { throw .from(error) }
    }

    /// A read that may take long, whose failures are values of ours: no other read waits for it.
    package func readingHistory<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do { return try await readHistory(body) } catch { throw .from(error) }
    }

    /// A write whose failures are values of ours; one that fails leaves nothing behind.
    package func writing<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do { return try await write(body) } catch { throw .from(error) }
    }
}
