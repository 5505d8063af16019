import API
import HTTPKit

/// Why the inbox or its alerts refuse something.
package enum InboxError: ServiceFault, CaseIterable {
    /// The account has no such notification.
    case unknown
    /// The account has no such alert.
    case unknownAlert
    /// The account has as many alerts as it may.
    case tooManyAlerts
    /// There is no such market, or its price cannot be this one.
    case invalidAlert

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .unknown: .inboxUnknown
        case .unknownAlert: .inboxUnknownAlert
        case .tooManyAlerts: .inboxTooManyAlerts
        case .invalidAlert: .inboxInvalidAlert
        }
    }
}

extension ServiceError {
    /// A fault of the inbox or its alerts.
    package static func inbox(_ error: InboxError) -> ServiceError { .refused(error) }
}
