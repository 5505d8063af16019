import HTTPKit

/// Why a use case of the vault did not happen.
package enum VaultError: Error, Sendable {
    /// The account has no such slot or vault.
    case unknown
    /// The vault has no such record.
    case unknownRecord
    /// Too many evaluations without a receipt; the next one is possible after so many seconds.
    case lockedOut(seconds: Int64)
    /// So many evaluations without a receipt that there are no more.
    case stopped
    /// A record has another version than the change replaces, or a receipt key is set already.
    case conflict
    /// The account has as many slots, vaults, records or bytes as it may.
    case full
    /// No point of the curve, no key, or no receipt of the last attempt.
    case invalidElement
    /// The presence is not proved, or the database did not do what it was asked.
    case service(ServiceError)

    /// The error itself when it is one of ours, else as a fault of the database.
    static func from(_ error: any Error) -> VaultError {
        switch error {
        case let error as VaultError: error
        case let error as ServiceError: .service(error)
        default: .service(.storage(error))
        }
    }
}
