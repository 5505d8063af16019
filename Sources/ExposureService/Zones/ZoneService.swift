import Basics
import Exposure
import HTTPKit
import LoyaltyService
import Storage
import Synchronization

/// Areas with their cases, and where in venues people were who later reported.
///
/// The use cases are in extensions, one file for each kind of them.
package struct ZoneService: Sendable {
    let database: any Database
    let clock: ServerClock
    let loyalty: LoyaltyService
    let rule: VenueRiskRule
    let acceptedUpload: @Sendable (String) async throws(ServiceError) -> Bool
    let answers = ZoneAnswers()
    let publication = PublicationDay()

    /// The zones of `database`.
    ///
    /// - Parameters:
    ///   - loyalty: Where the venues are.
    ///   - rule: From how many people on, and how coarsely, anything of a venue is shown.
    ///   - acceptedUpload: Whether the server has accepted an upload of keys with this secret, which the phone chose at
    ///     random and nobody else knows.
    package init(
        database: any Database, clock: ServerClock, loyalty: LoyaltyService, rule: VenueRiskRule = .standard,
        acceptedUpload: @escaping @Sendable (String) async throws(ServiceError) -> Bool
    ) {
        self.database = database
        self.clock = clock
        self.loyalty = loyalty
        self.rule = rule
        self.acceptedUpload = acceptedUpload
    }

    /// The zones of the database in which the venues are.
    ///
    /// - Parameter acceptedUpload: As above; without it nobody gets a credential.
    package init(
        loyalty: LoyaltyService,
        acceptedUpload: @escaping @Sendable (String) async throws(ServiceError) -> Bool = { _ in false }
    ) {
        self.init(
            database: loyalty.database, clock: loyalty.clock, loyalty: loyalty, acceptedUpload: acceptedUpload)
    }

    /// Today in UTC, in days since 1970-01-01.
    var today: Int { UTCDay(containing: clock.now()).number }

    /// A read whose failures are values of ours.
    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ZoneError) -> Value {
        do { return try await database.read(body) } catch { throw .from(error) }
    }

    /// A write whose failures are values of ours; one that fails leaves nothing behind.
    func writing<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ZoneError) -> Value {
        do { return try await database.write(body) } catch { throw .from(error) }
    }
}

/// The last day on which this server knows that the picture of venues was published.
final class PublicationDay: Sendable {
    private let state = Mutex(Int.min)

    /// Whether the picture of this day is known to be published.
    func isPublished(_ day: Int) -> Bool { state.withLock { $0 >= day } }

    /// Remembers that it is.
    func markPublished(_ day: Int) { state.withLock { $0 = max($0, day) } }
}
