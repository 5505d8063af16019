import API
import HTTPKit

/// Why something of points for time is refused.
package enum StayError: ServiceFault, CaseIterable {
    /// There is no such shop, or nothing is given for time there.
    case notOffered
    /// The account was not proved inside of the shop then, or it is too late to ask.
    case noProof
    /// The account has the credential of these ten minutes already.
    case had
    /// The blinded request is none.
    case invalidRequest
    /// What was shown is no stay; why is told to nobody.
    case refused
    /// The day is not paid now.
    case closedDay
    /// What was shown is no credential of the day.
    case forged
    /// Somebody was paid for the credential.
    case used
    /// The account was paid for the day.
    case paid

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .notOffered: .staysNotOffered
        case .noProof: .staysNoProof
        case .had: .staysHad
        case .invalidRequest: .staysInvalidRequest
        case .refused: .staysRefused
        case .closedDay: .staysClosedDay
        case .forged: .staysForged
        case .used: .staysUsed
        case .paid: .staysPaid
        }
    }
}

extension ServiceError {
    /// A fault of points for time.
    package static func stays(_ error: StayError) -> ServiceError { .refused(error) }
}
