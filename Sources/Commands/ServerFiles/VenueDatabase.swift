import HTTPKit
import LoyaltyService
import ServiceKit

/// The database of a venue command, opened for one piece of work.
package enum VenueDatabase {
    /// Opens the database that `text` names, lets `work` use its venues and closes it, as `CommandDatabase` does.
    package static func use<Value: Sendable>(
        _ text: String, secretKeyFile: String? = nil, mustExist: Bool = false,
        _ work: (LoyaltyService) async throws -> Value
    ) async throws -> Value {
        try await CommandDatabase.use(text, secretKeyFile: secretKeyFile, mustExist: mustExist) { database, _ in
            try await work(LoyaltyService(database: database, clock: .system(), events: EventHub()))
        }
    }
}
