import Exposure
import HTTPKit

/// Why a use case of risk zones did not happen.
package enum ZoneError: Error, Sendable {
    /// There is no such level, measure, venue, shop or day.
    case unknown
    /// The file cannot be understood; nothing of it was kept.
    case invalidFile(ZoneFileFaults)
    /// Neither an accepted upload nor a credential stands behind the request.
    case refused
    /// The database did not do what it was asked, or there is no such venue.
    case service(ServiceError)

    /// The error itself when it is one of ours, else as a fault of the database.
    static func from(_ error: any Error) -> ZoneError {
        switch error {
        case let error as ZoneError: error
        case let faults as ZoneFileFaults: .invalidFile(faults)
        case let error as ServiceError: .service(error)
        default: .service(.storage(error))
        }
    }
}
