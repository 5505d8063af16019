import API
import Accounts

extension AccountError: ServiceFault {
    /// What an answer calls it: by the name that the core has for it, or, when that is about our inside, no more than that.
    package var problem: ProblemCode {
        switch self {
        case .invalidPasswordHash: .serverInternal
        case .hashingFailed: .requestOverloaded
        default: ProblemCode(rawValue: code) ?? .serverInternal
        }
    }

    /// Says which property of the body is wrong, when the error is about one.
    package func complete(_ problem: inout ProblemBody) {
        switch self {
        case .invalidEmail: problem.faults = [Fault(path: "$.email", message: "is not an e-mail address")]
        case .passwordTooShort: problem.faults = [Fault(path: "$.password", message: "is too short")]
        case .passwordGuessable: problem.faults = [Fault(path: "$.password", message: "is easily guessed")]
        case .passwordTooLong: problem.faults = [Fault(path: "$.password", message: "is too long")]
        default: break
        }
    }
}
