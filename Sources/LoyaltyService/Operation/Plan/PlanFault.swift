import API
import HTTPKit
import Loyalty
import Photos

/// Why something of a plan is refused.
enum PlanFault: ServiceFault, Equatable {
    /// Somebody else was quicker; the numbers of version and draft as they are now.
    case changed(version: Int64, draft: Int64)
    /// Nothing waits to be published.
    case noDraft
    /// The plan cannot be in force as it is.
    case faulty([VenueFault])
    /// The document has the UUID of another venue.
    case otherVenue
    /// The plan has no such version.
    case unknownVersion
    /// The venue has no such picture.
    case unknownPicture
    /// The venue has as many pictures that nothing uses as it may.
    case tooManyPictures

    /// What an answer calls it; the table of the API has its status and its title.
    var problem: ProblemCode {
        switch self {
        case .changed: .planChanged
        case .noDraft: .planNoDraft
        case .faulty: .planFaulty
        case .otherVenue: .planOtherVenue
        case .unknownVersion: .planUnknownVersion
        case .unknownPicture: .planUnknownPicture
        case .tooManyPictures: .planTooManyPictures
        }
    }

    /// Adds the numbers of now, or the faults.
    func complete(_ problem: inout ProblemBody) {
        switch self {
        case .changed(let version, let draft):
            problem.faults = [
                Fault(path: "version", message: String(version)), Fault(path: "draft", message: String(draft)),
            ]
        case .faulty(let faults):
            problem.faults = faults.prefix(Self.mostFaults).map { Fault(path: $0.path, message: $0.message) }
        default: break
        }
    }

    /// How many faults are told of one plan.
    static let mostFaults = 500
}

extension ServiceError {
    /// A fault of plans.
    static func plan(_ fault: PlanFault) -> ServiceError { .refused(fault) }

    /// Why what was sent gives no picture.
    static func picture(_ error: PhotoError) -> ServiceError {
        switch error {
        case .unknownFormat: .refused(PictureFault(problem: .photosUnknownFormat))
        case .broken: .refused(PictureFault(problem: .photosBroken))
        case .tooLarge: .refused(PictureFault(problem: .photosTooLarge))
        // As with any other load, later is better.
        case .noMemory: .request(.overloaded)
        }
    }
}

/// A picture that is not taken, refused in the words of photos.
private struct PictureFault: ServiceFault {
    let problem: ProblemCode
}
