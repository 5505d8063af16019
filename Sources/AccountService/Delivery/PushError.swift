import API
import HTTPKit

/// Why a device, or what is pushed to it, is refused.
package enum PushError: ServiceFault, CaseIterable {
    /// This server pushes nothing to such devices.
    case unavailable
    /// This is no address of a push service or an app, or these are no keys.
    case invalidDevice
    /// The account has as many devices as it may.
    case tooManyDevices
    /// The account has no such device.
    case unknownDevice
    /// These hours, this time zone or these shops cannot be.
    case invalidRules

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .unavailable: .pushUnavailable
        case .invalidDevice: .pushInvalidDevice
        case .tooManyDevices: .pushTooManyDevices
        case .unknownDevice: .pushUnknownDevice
        case .invalidRules: .pushInvalidRules
        }
    }
}

extension ServiceError {
    /// A fault of what is pushed.
    package static func push(_ error: PushError) -> ServiceError { .refused(error) }
}
