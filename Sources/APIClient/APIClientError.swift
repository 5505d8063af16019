import API

/// Why a call of our own API has no answer.
package enum APIClientError: Error, Equatable, Sendable {
    /// Nobody answers, or not in time.
    case unreachable
    /// The caller did not want the answer any more.
    case stopped
    /// The answer is longer than any can be.
    case tooLong
    /// What came back is none of this API, or what was asked is nothing that it takes.
    case misunderstood
    /// The server refused or failed, and says so.
    case refused(APIRefusal)
}

/// What a server said instead of the answer.
package struct APIRefusal: Equatable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The problem document; nil when there was none, as from a proxy before the server.
    package let problem: ProblemBody?
    /// After how many seconds it wants to be asked again, when it says so.
    package let retryAfter: Int?

    /// What an answer says.
    package init(_ answer: APIAnswer) {
        self.init(
            status: answer.status, problem: try? ProblemBody(json: answer.body), retryAfter: answer.retryAfter)
    }

    /// A refusal of these parts.
    package init(status: Int, problem: ProblemBody? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.problem = problem
        self.retryAfter = retryAfter
    }

    /// What happened, when this version knows it.
    package var code: ProblemCode? { problem.flatMap { ProblemCode(rawValue: $0.code) } }

    /// Whether another try may end otherwise: the server has too much to do, or failed.
    package var isPassing: Bool { status == 429 || status >= 500 }
}

/// How a request is sent again that a server puts off.
package struct Retry: Equatable, Sendable {
    /// How often it is sent at most.
    package let attempts: Int
    /// For how long a server may put it off each time, seconds; a longer pause is a refusal.
    package let longestPause: Int
    /// What a server says that will do later what it does not do now.
    package let codes: Set<ProblemCode>

    /// What a server says that has too much to do at the moment.
    package static let passing: Set<ProblemCode> = [
        .requestTooMany, .requestTooManyAttempts, .requestOverloaded, .storageUnavailable,
    ]
    /// Each request is sent once.
    package static let never = Retry(attempts: 1, longestPause: 0)

    /// So many tries in all after refusals with these codes.
    package init(attempts: Int, longestPause: Int, codes: Set<ProblemCode> = passing) {
        self.attempts = attempts
        self.longestPause = longestPause
        self.codes = codes
    }

    /// The seconds to wait before the next try, at least 1; nil when the refusal is the last word.
    package func pause(after refusal: APIRefusal, attempt: Int) -> Int? {
        let seconds = refusal.retryAfter ?? 1
        guard attempt < attempts, seconds <= longestPause, let code = refusal.code, codes.contains(code) else {
            return nil
        }
        return max(1, seconds)
    }
}
