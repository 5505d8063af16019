import API
import HTTPKit

/// Why the authority's console refuses something.
package enum HealthError: ServiceFault, CaseIterable {
    /// There is no such case, or it has been decided already.
    case unknownCase
    /// The key is published already.
    case alreadyPublished
    /// There is no such news or question, or the list has changed meanwhile.
    case unknownPublication

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .unknownCase: .exposureUnknownCase
        case .alreadyPublished: .exposureAlreadyReported
        case .unknownPublication: .publicationUnknown
        }
    }
}

extension ServiceError {
    /// A fault of the authority's cases and publications.
    package static func health(_ error: HealthError) -> ServiceError { .refused(error) }
}
