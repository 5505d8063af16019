import API
import HTTPTypes

/// A problem with header fields of its own, such as `Retry-After`, for handlers outside this module.
package struct ProblemAnswer: Error {
    /// The problem.
    package var problem: ProblemBody
    /// The header fields that belong to it.
    package var headers: HTTPFields

    /// A problem with header fields.
    package init(_ problem: ProblemBody, headers: HTTPFields = [:]) {
        self.problem = problem
        self.headers = headers
    }
}
