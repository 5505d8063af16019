import HTTPKit

/// Why the inbox or its alerts refuse something.
package enum InboxError: String, ServiceFault, CaseIterable {
    /// The account has no such notification.
    case unknown = "inbox.unknown"
    /// The account has no such alert.
    case unknownAlert = "inbox.unknown_alert"
    /// The account has as many alerts as it may.
    case tooManyAlerts = "inbox.too_many_alerts"
    /// There is no such market, or its price cannot be this one.
    case invalidAlert = "inbox.invalid_alert"

    /// The stable text that names the case.
    package var code: String { rawValue }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .unknown, .unknownAlert: 404
        case .tooManyAlerts, .invalidAlert: 422
        }
    }
}

extension ServiceError {
    /// A fault of the inbox or its alerts.
    package static func inbox(_ error: InboxError) -> ServiceError { .refused(error) }
}
