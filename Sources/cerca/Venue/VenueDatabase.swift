import ArgumentParser
import Foundation
import Logging
import Server
import Storage

/// The database of a venue command, opened for one piece of work.
enum VenueDatabase {
    /// Opens the database that `text` names, lets `work` use its venues and closes it.
    ///
    /// With `mustExist` an SQLite file that does not exist is not made. Failures are told without what they may hold
    /// of secrets.
    static func use<Value: Sendable>(
        _ text: String, mustExist: Bool = false, _ work: (LoyaltyService) async throws -> Value
    ) async throws -> Value {
        let url: DatabaseURL
        do throws(StorageError) {
            url = try DatabaseURL(text)
        } catch {
            throw ValidationError("--database: \(error)")
        }
        if mustExist, case .sqlite(let path) = url, !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure("\(path) does not exist")
        }
        let logger = Logger(label: "cerca.venue", factory: { _ in SwiftLogNoOpLogHandler() })
        let database: any Database
        do {
            database = try await ServerDatabase.open(url, logger: logger)
        } catch {
            throw CommandFailure("\(url) cannot be opened: \(error)")
        }
        let service = LoyaltyService(database: database, clock: .system(), events: EventHub())
        do {
            let value = try await work(service)
            await database.close()
            return value
        } catch {
            await database.close()
            if case .storage(let cause) = error as? ServiceError {
                throw CommandFailure("\(url) did not do what it was asked: \(cause)")
            }
            throw error
        }
    }
}
