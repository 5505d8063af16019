import API

/// Why a request is refused before it is looked at closely.
package enum RequestRefusal: Error, Sendable, Equatable {
    /// Too many failed tries; the next one is looked at after so many seconds.
    case tooManyAttempts(retryAfterSeconds: Int)
    /// More work of this kind is waiting than can be done soon.
    case overloaded

    /// What an answer calls it.
    package var problem: ProblemCode {
        switch self {
        case .tooManyAttempts: .requestTooManyAttempts
        case .overloaded: .requestOverloaded
        }
    }
}
