import AnonymousCredentials
import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage
import Synchronization

/// Pays points for time in the shops of a venue, and learns of nobody how long they stayed.
///
/// It goes in three steps, and no two of them have a value in common. Somebody who is proved in a shop gets a credential of
/// these ten minutes, in the session. Without a session somebody shows two of one shop, far enough apart, and gets a
/// credential of the venue and day. In the session again somebody shows that one, and is paid. All credentials are issued
/// blindly (see ``AnonymousCredentials/CredentialIssuer``), so that the server cannot tell who of those who got one shows it.
///
/// The use cases are in extensions, one file for each step.
package struct StayService: Sendable {
    let database: any Database
    let clock: ServerClock
    let loyalty: LoyaltyService
    let random: ServerRandom
    private let state = StayState()

    /// Points for time in the venues of `loyalty`, on its database.
    ///
    /// - Parameter random: Where the numbers of transfers come from.
    package init(loyalty: LoyaltyService, random: ServerRandom = .system) {
        self.init(database: loyalty.database, loyalty: loyalty, random: random)
    }

    init(database: any Database, loyalty: LoyaltyService, random: ServerRandom = .system) {
        self.database = database
        self.clock = loyalty.clock
        self.loyalty = loyalty
        self.random = random
    }

    /// The public key of all credentials for time, 99 bytes; everybody must see the same one.
    package func publicKey() async throws(ServiceError) -> [UInt8] {
        try await issuer(of: []).publicKey
    }

    /// Removes what the rules need no longer; it is to be called about once a minute.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        let slot = StaySlot(containing: now.advanced(bySeconds: -Self.answerSeconds))
        let day = StayTimes.lastOver(on: Int(now.day))
        let removed = try await database.writing { connection in
            let store = StayStore(connection)
            try store.deleteDays(through: day)
            return try store.deleteCredentials(before: slot)
        }
        if removed > 0 { state.isTidy = false }
        guard !state.isTidy else { return }
        do {
            try await database.tidy(["stay_credentials"])
            state.isTidy = true
        } catch StorageError.busy {
            // What still reads them is waited for until the next minute.
        } catch {
            throw .from(error)
        }
    }

    /// For so many seconds after ten minutes are over, the same request for their credential is answered again.
    static let answerSeconds: Int64 = 600

    /// The venue of a place where points are given for time; `StayError.notOffered` where none are.
    func venue(_ uuid: UUID128, major: UInt16? = nil) async throws(ServiceError) -> Venue {
        let venue: Venue
        do throws(ServiceError) {
            venue = try await loyalty.venue(uuid)
        } catch {
            guard case .refused = error else { throw error }
            throw .stays(.notOffered)
        }
        guard venue.pointsForTime > 0, major.map({ venue.shop(major: $0) != nil }) ?? true else {
            throw .stays(.notOffered)
        }
        return venue
    }

    /// The issuer of credentials of a context; all have one secret, which is drawn when it is needed first, and stays.
    func issuer(of context: [UInt8]) async throws(ServiceError) -> CredentialIssuer {
        var secret = state.secret
        if secret == nil { secret = try await database.reading { try StayStore($0).secret() } }
        if secret == nil {
            let made = CredentialIssuer(context: []).secret
            secret = try await database.writing { connection in
                let store = StayStore(connection)
                // Another server may have been quicker.
                try store.insert(secret: made)
                return try store.secret()
            }
        }
        guard let secret, let issuer = CredentialIssuer(context: context, secret: secret) else {
            throw .storage(StorageError.corrupt)
        }
        state.secret = secret
        return issuer
    }
}

/// What one server knows of its credentials.
private final class StayState: Sendable {
    private struct Known {
        var secret: [UInt8]?
        var isTidy = true
    }

    private let known = Mutex(Known())

    /// The secret of the issuer, once it is known.
    var secret: [UInt8]? {
        get { known.withLock { $0.secret } }
        set { known.withLock { $0.secret = newValue } }
    }

    /// Whether the engine has let go of all rows that were removed.
    var isTidy: Bool {
        get { known.withLock { $0.isTidy } }
        set { known.withLock { $0.isTidy = newValue } }
    }
}
