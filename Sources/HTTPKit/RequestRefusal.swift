/// Why a request is refused before it is looked at closely.
package enum RequestRefusal: Error, Sendable, Equatable {
    /// Too many failed tries; the next one is looked at after so many seconds.
    case tooManyAttempts(retryAfterSeconds: Int)
    /// More work of this kind is waiting than can be done soon.
    case overloaded

    /// The stable text that names the case.
    package var code: String {
        switch self {
        case .tooManyAttempts: "request.too_many_attempts"
        case .overloaded: "request.overloaded"
        }
    }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .tooManyAttempts: 429
        case .overloaded: 503
        }
    }
}
