import HTTPKit

/// Why the authority's console refuses something.
package enum HealthError: String, ServiceFault, CaseIterable {
    /// There is no such case, or it has been decided already.
    case unknownCase = "exposure.unknown_case"
    /// The key is published already.
    case alreadyPublished = "exposure.already_reported"
    /// There is no such news or question, or the list has changed meanwhile.
    case unknownPublication = "publication.unknown"

    /// The stable text that names the case.
    package var code: String { rawValue }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .unknownCase, .unknownPublication: 404
        case .alreadyPublished: 409
        }
    }
}

extension ServiceError {
    /// A fault of the authority's cases and publications.
    package static func health(_ error: HealthError) -> ServiceError { .refused(error) }
}
