import API
import Accounts
import Basics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A problem on its way to the client, with the header fields that belong to it.
package struct Refusal: Error {
    /// What the client is told.
    package var problem: ProblemBody
    /// The header fields that belong to it.
    package var headers: HTTPFields = [:]
    /// What went wrong, for the log; the client never sees it.
    package var cause: (any Error)?

    /// The refusal with this code.
    package init(_ code: ProblemCode, detail: String? = nil, faults: [Fault]? = nil, headers: HTTPFields = [:]) {
        self.problem = code.problem(detail: detail, faults: faults)
        self.headers = headers
    }

    /// The refusal that tells of any error.
    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let problem as ProblemBody: self.init(problem)
        case let answer as ProblemAnswer:
            self.init(answer.problem)
            headers = answer.headers
        case let error as ServiceError: self.init(service: error)
        case BodyError.malformed(let reason):
            self.init(.requestMalformed, detail: "The body is not JSON: \(reason.reason).")
        case BodyError.invalid(let faults):
            let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
            let place = faults.allSatisfy { $0.path.hasPrefix("?") } ? "query" : "body"
            self.init(.requestInvalid, detail: "The \(place) has \(count).", faults: faults)
        case is CancellationError:
            self.init(.requestOverloaded, headers: [.retryAfter: "1"])
        default:
            self.init(.serverInternal)
            self.cause = error
        }
    }

    private init(_ problem: ProblemBody) {
        self.problem = problem
    }

    private init(service error: ServiceError) {
        self.init(error.problem)
        switch error {
        case .account(let error):
            error.complete(&problem)
            // It is about our inside, such as a stored hash that cannot be understood.
            if problem.status >= 500 { cause = error }
        case .refused(let fault): fault.complete(&problem)
        case .request(.tooManyAttempts(let seconds)): headers[.retryAfter] = String(seconds)
        case .request(.overloaded): headers[.retryAfter] = "1"
        case .storage(let cause):
            self.cause = cause
            // Not where it may have been done: that would ask for it twice.
            if problem.status == 503 { headers[.retryAfter] = "1" }
        }
    }

    /// The refusal of a request that was not answered in time.
    ///
    /// What only reads may be asked again. What may have been done is not refused: nobody knows, and that is what is said.
    static func late(_ method: HTTPRequest.Method) -> Refusal {
        method == .get || method == .head
            ? Refusal(.requestOverloaded, headers: [.retryAfter: "1"]) : Refusal(.requestOutcomeUnknown)
    }

    /// The answer to a client that speaks another protocol: the status, and the title as a line of plain text.
    package var nativeResponse: Response {
        var response = Response.text(
            problem.title, mediaType: "text/plain;charset=UTF-8", status: .init(code: problem.status))
        for field in headers { response.headers.append(field) }
        return response
    }

    /// The answer to the client.
    var response: Response {
        var headers = headers
        headers[.contentType] = ProblemBody.mediaType
        // RFC 9110 section 15.5.2: an answer 401 names a scheme.
        if problem.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        let bytes = (try? problem.json()) ?? []
        return Response(
            status: .init(code: problem.status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Response {
    /// An answer with a JSON body.
    package static func json(_ body: some APIBody, status: Int = 200, headers: HTTPFields = [:]) throws -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(
            status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try body.json())))
    }

    /// An answer without a body.
    package static func nothing(headers: HTTPFields = [:]) -> Response {
        // RFC 9110 section 8.6: an answer 204 has no Content-Length, which `Response` would set.
        var response = Response(status: .noContent, headers: headers)
        response.headers[.contentLength] = nil
        return response
    }

    /// An answer with a text that is not JSON.
    package static func text(_ text: String, mediaType: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: mediaType], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
