import API
import HTTPKit

/// Why something of counting is refused.
package enum CountingError: ServiceFault, CaseIterable {
    /// The account has the month's credential already.
    case credentialHad
    /// No credential of this month is issued.
    case periodClosed
    /// The blinded request is none.
    case invalidRequest
    /// There are no such days.
    case invalidDays

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .credentialHad: .countingCredentialHad
        case .periodClosed: .countingPeriodClosed
        case .invalidRequest: .countingInvalidRequest
        case .invalidDays: .countingInvalidDays
        }
    }
}

extension ServiceError {
    /// A fault of counting.
    package static func counting(_ error: CountingError) -> ServiceError { .refused(error) }
}
