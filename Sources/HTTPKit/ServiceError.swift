import API
import Accounts

/// Why a use case did not happen.
///
/// Its place in the table of the API is computed from the case; a cause is for the log and never for the client. What a
/// service refuses it says in an error of its own, which this one carries without knowing it.
package enum ServiceError: Error, Sendable {
    /// A fault of sign-up, sign-in or session.
    case account(AccountError)
    /// What a service refuses.
    case refused(any ServiceFault)
    /// A request that is refused whatever it asks for.
    case request(RequestRefusal)
    /// The database did not do what it was asked.
    case storage(any Error)

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .account(let error): error.problem
        case .refused(let fault): fault.problem
        case .request(let refusal): refusal.problem
        case .storage(let cause):
            if (cause as? any PassingFailure)?.leavesOutcomeOpen == true {
                .requestOutcomeUnknown
            } else {
                Self.isPassing(cause) ? .storageUnavailable : .serverInternal
            }
        }
    }

    /// The stable text that names the case, as `presence.replayed`.
    package var code: String { problem.rawValue }

    /// The error itself when it is one of ours, else as a fault of the database.
    package static func from(_ error: any Error) -> ServiceError {
        error as? ServiceError ?? .storage(error)
    }

    private static func isPassing(_ cause: any Error) -> Bool {
        (cause as? any PassingFailure)?.isPassing ?? (cause is CancellationError)
    }
}

/// What a service refuses, as an answer tells it; each service has its own.
package protocol ServiceFault: Error {
    /// What an answer calls it; the table of the API has its status and its title.
    var problem: ProblemCode { get }
    /// Adds what the answer says beside code, title and status.
    func complete(_ problem: inout ProblemBody)
}

extension ServiceFault {
    /// Adds nothing.
    package func complete(_ problem: inout ProblemBody) {}
}

/// A failure of what the server stands on, such as its database, which may be gone at the next try.
package protocol PassingFailure: Error {
    /// Whether the same may succeed a little later.
    var isPassing: Bool { get }
    /// Whether what was asked for may have been done all the same.
    var leavesOutcomeOpen: Bool { get }
}
