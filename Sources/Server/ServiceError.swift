import Accounts
import Presence
import Storage

/// Why a use case did not happen.
///
/// The code and the HTTP status are computed from the case; a cause is for the log and never for the client.
package enum ServiceError: Error, Sendable {
    /// A fault of sign-up, sign-in or session.
    case account(AccountError)
    /// The password is right, and the device is one that the account has not approved: a code is on its way by mail.
    case deviceUnapproved(challenge: String)
    /// A fault of the inbox or its alerts.
    case inbox(InboxError)
    /// A sighting that proves nothing.
    case presence(PresenceRejection)
    /// A fault of venues, choices or coupons.
    case loyalty(LoyaltyError)
    /// A fault of codes, uploads, cases or batches.
    case exposure(ExposureError)
    /// A fault of the authority's cases and publications.
    case health(HealthError)
    /// A fault of markets, orders or the ledger.
    case market(MarketError)
    /// A request that is refused whatever it asks for.
    case request(RequestRefusal)
    /// The database did not do what it was asked.
    case storage(any Error)

    /// The stable text that names the case, as `presence.replayed`.
    package var code: String {
        switch self {
        case .account(let error): error.code
        case .deviceUnapproved: "accounts.device_unapproved"
        case .inbox(let error): error.code
        case .presence(let rejection): rejection.code
        case .loyalty(let error): error.code
        case .exposure(let error): error.code
        case .health(let error): error.code
        case .market(let error): error.code
        case .request(let refusal): refusal.code
        case .storage(let cause): Self.isPassing(cause) ? "storage.unavailable" : "server.internal"
        }
    }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .account(let error): error.httpStatus
        case .deviceUnapproved: 403
        case .inbox(let error): error.httpStatus
        case .presence: 422
        case .loyalty(let error): error.httpStatus
        case .exposure(let error): error.httpStatus
        case .health(let error): error.httpStatus
        case .market(let error): error.httpStatus
        case .request(let refusal): refusal.httpStatus
        case .storage(let cause): Self.isPassing(cause) ? 503 : 500
        }
    }

    /// The error itself when it is one of ours, else as a fault of the database.
    static func from(_ error: any Error) -> ServiceError {
        error as? ServiceError ?? .storage(error)
    }

    private static func isPassing(_ cause: any Error) -> Bool {
        switch cause as? StorageError {
        case .busy, .overloaded, .timedOut, .unavailable, .connectionLost, .closed: true
        default: cause is CancellationError
        }
    }
}

extension AccountError {
    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .invalidEmail, .passwordTooShort, .passwordTooLong, .tooManyKeys, .invalidKey: 422
        case .emailTaken, .factorOn, .factorOff, .noMail: 409
        case .codeNeeded, .wrongCode: 403
        case .unknownDevice, .unknownSession, .unknownKey: 404
        case .challengeEnded: 410
        case .wrongCredentials, .notSignedIn: 401
        case .invalidPasswordHash: 500
        case .hashingFailed: 503
        }
    }
}

/// Why venues, choices or coupons refuse something.
package enum LoyaltyError: String, Error, Sendable, CaseIterable {
    /// The person did not choose this shop; nothing was kept, not even that it was tried.
    case notChosen = "loyalty.not_chosen"
    /// No venue has this UUID.
    case unknownVenue = "loyalty.unknown_venue"
    /// The venue has no shop with this major.
    case unknownShop = "loyalty.unknown_shop"
    /// More shops than one person may choose.
    case tooManyChoices = "loyalty.too_many_choices"
    /// This person has no such coupon.
    case unknownCoupon = "loyalty.unknown_coupon"

    /// The stable text that names the case.
    package var code: String { rawValue }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .notChosen: 403
        case .unknownVenue, .unknownCoupon: 404
        case .unknownShop, .tooManyChoices: 422
        }
    }
}

/// Why a request is refused before it is looked at closely.
package enum RequestRefusal: Error, Sendable, Equatable {
    /// Too many failed tries; the next one is looked at after so many seconds.
    case tooManyAttempts(retryAfterSeconds: Int)
    /// More work of this kind is waiting than can be done soon.
    case overloaded

    /// The stable text that names the case.
    package var code: String {
        switch self {
        case .tooManyAttempts: "request.too_many_attempts"
        case .overloaded: "request.overloaded"
        }
    }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .tooManyAttempts: 429
        case .overloaded: 503
        }
    }
}
