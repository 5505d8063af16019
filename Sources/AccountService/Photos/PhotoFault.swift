import API
import HTTPKit
import Photos

/// Why a photo is not kept or not shown.
package enum PhotoFault: ServiceFault, CaseIterable {
    /// It is neither JPEG nor PNG nor WebP.
    case unknownFormat
    /// It cannot be read to its end.
    case broken
    /// It has too many pixels.
    case tooLarge
    /// The account has no such photo.
    case unknown

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .unknownFormat: .photosUnknownFormat
        case .broken: .photosBroken
        case .tooLarge: .photosTooLarge
        case .unknown: .photosUnknown
        }
    }
}

extension ServiceError {
    /// A fault of photos.
    static func photo(_ fault: PhotoFault) -> ServiceError { .refused(fault) }

    /// Why what was sent gives no photo.
    static func photo(_ error: PhotoError) -> ServiceError {
        switch error {
        case .unknownFormat: .refused(PhotoFault.unknownFormat)
        case .broken: .refused(PhotoFault.broken)
        case .tooLarge: .refused(PhotoFault.tooLarge)
        // As with any other load, later is better.
        case .noMemory: .request(.overloaded)
        }
    }
}
