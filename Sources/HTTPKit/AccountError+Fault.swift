import API
import Accounts

extension AccountError: ServiceFault {
    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .invalidEmail, .passwordTooShort, .passwordTooLong, .tooManyKeys, .invalidKey: 422
        case .emailTaken, .factorOn, .factorOff, .noMail: 409
        case .codeNeeded, .wrongCode: 403
        case .unknownDevice, .unknownSession, .unknownKey: 404
        case .challengeEnded: 410
        case .wrongCredentials, .notSignedIn: 401
        case .invalidPasswordHash: 500
        case .hashingFailed: 503
        }
    }

    /// Says which property of the body is wrong, when the error is about one.
    package func complete(_ problem: inout ProblemBody) {
        switch self {
        case .invalidEmail: problem.faults = [Fault(path: "$.email", message: "is no e-mail address")]
        case .passwordTooShort: problem.faults = [Fault(path: "$.password", message: "is too short")]
        case .passwordTooLong: problem.faults = [Fault(path: "$.password", message: "is too long")]
        default: break
        }
    }
}
