import API
import HTTPTypes

/// A problem with header fields of its own, such as `Retry-After`, for handlers outside this module.
public struct ProblemAnswer: Error {
    /// The problem.
    public var problem: ProblemBody
    /// The header fields that belong to it.
    public var headers: HTTPFields

    /// A problem with header fields.
    public init(_ problem: ProblemBody, headers: HTTPFields = [:]) {
        self.problem = problem
        self.headers = headers
    }
}
