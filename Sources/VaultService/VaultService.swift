import HTTPKit
import LoyaltyService
import ServiceKit
import Storage

/// What a server does for vaults: it evaluates elements for whoever has just proved presence, and carries sealed
/// records from device to device.
///
/// It never has a key of a vault, nor a place, a name or a value of one. The use cases are in extensions, one file for
/// each kind of them.
package struct VaultService: Sendable {
    let database: any Database
    let clock: ServerClock
    let loyalty: LoyaltyService
    let random: ServerRandom

    /// The vaults of `database`.
    ///
    /// - Parameters:
    ///   - loyalty: Where the venues are, and by what rules a sighting is believed.
    ///   - random: Where identifiers and slots' keys come from.
    package init(
        database: any Database, clock: ServerClock, loyalty: LoyaltyService, random: ServerRandom = .system
    ) {
        self.database = database
        self.clock = clock
        self.loyalty = loyalty
        self.random = random
    }

    /// A read whose failures are values of ours.
    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(VaultError) -> Value {
        do { return try await database.read(body) } catch { throw .from(error) }
    }

    /// A write whose failures are values of ours; one that fails leaves nothing behind.
    func writing<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(VaultError) -> Value {
        do { return try await database.write(body) } catch { throw .from(error) }
    }
}
