import HTTPTypes

/// One thing that the server does when it is asked over HTTP, as a value.
///
/// The server matches requests against it and the Swift client builds requests from it; the table that it is generated
/// from makes the TypeScript client and the OpenAPI document as well: none of them can disagree with another.
package struct Route: Sendable {
    /// The name of the operation, in camel case.
    package let name: String
    /// The method.
    package let method: HTTPRequest.Method
    /// The path.
    package let path: PathTemplate
    /// The names that its query may have.
    package let query: [String]
    /// What it does, in a sentence.
    package let summary: String
    /// Whether somebody must be signed in.
    package let needsSession: Bool
    /// The role that the session must have; nil for a route that needs none.
    package let role: Role?
    /// What the request carries; nil when it carries nothing.
    package let body: Schema?
    /// The media type of a file that is the whole body of the request; nil when the body is none or is JSON of ours.
    package let upload: String?
    /// The largest body that it takes, bytes; nil for the usual one, ``usualBodyBytes`` unless the operator says otherwise.
    package let bodyBytes: Int?
    /// What comes back.
    package let answer: Answer
    /// The status when it succeeds.
    package let status: Int
    /// Whether only `cerca demo` has it.
    package let isDemo: Bool

    /// The largest body of a route that names no bound of its own, bytes.
    package static let usualBodyBytes = 64 * 1024

    /// What an account can be entrusted with.
    package enum Role: String, CaseIterable, Sendable {
        /// The console of the health authority.
        case health
        /// The console of the market.
        case market
        /// The console of merchants.
        case merchant
        /// The console of those who run a venue.
        case `operator`
    }

    /// What comes back when a route succeeds.
    package enum Answer: Sendable {
        /// Nothing.
        case nothing
        /// A JSON body.
        case json(Schema)
        /// A text or a picture of this media type.
        case text(mediaType: String)
        /// Server-sent events until either side ends them.
        case events([Event])
    }

    /// A kind of event in a stream.
    package struct Event: Sendable {
        /// The name in the field `event`.
        package let name: String
        /// The shape of the field `data`.
        package let schema: Schema

        /// An event that carries `body`.
        package init<Body: APIBody>(_ name: String, _ body: Body.Type) {
            self.name = name
            self.schema = Body.schema
        }
    }

    /// A route; the defaults are a public `GET` that answers 200, and one that needs a role needs a session as well.
    package init(
        _ name: String, _ method: HTTPRequest.Method = .get, _ path: PathTemplate, _ summary: String,
        query: [String] = [], needsSession: Bool = false, needsRole role: Role? = nil, body: Schema? = nil,
        upload: String? = nil,
        bodyBytes: Int? = nil, answer: Answer, status: Int = 200, isDemo: Bool = false
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.query = query
        self.summary = summary
        self.needsSession = needsSession || role != nil
        self.role = role
        self.body = body
        self.upload = upload
        self.bodyBytes = bodyBytes
        self.answer = answer
        self.status = status
        self.isDemo = isDemo
    }
}

/// A route that takes `Body` and answers `Reply`, `NoBody` for nothing, so that both ends use the same types.
package struct Endpoint<Body: APIBody, Reply: APIBody>: Sendable {
    /// The route.
    package let route: Route

    /// A route with typed bodies; the defaults are a public `GET`.
    ///
    /// - Parameters:
    ///   - needsRole: The role that the session must have; with one a session is needed in any case.
    ///   - bodyBytes: The largest body that it takes; nil for the usual one.
    ///   - status: The status when it succeeds; nil for 204 without an answer and 200 with one.
    package init(
        _ name: String, _ method: HTTPRequest.Method = .get, _ path: PathTemplate, _ summary: String,
        query: [String] = [], needsSession: Bool = false, needsRole: Route.Role? = nil, bodyBytes: Int? = nil,
        status: Int? = nil,
        isDemo: Bool = false
    ) {
        let answersNothing = Reply.self == NoBody.self
        self.route = Route(
            name, method, path, summary, query: query, needsSession: needsSession, needsRole: needsRole,
            body: Body.self == NoBody.self ? nil : Body.schema, bodyBytes: bodyBytes,
            answer: answersNothing ? .nothing : .json(Reply.schema),
            status: status ?? (answersNothing ? 204 : 200), isDemo: isDemo)
    }
}

extension Route {
    /// The head of a request to this route; nil when a parameter of the path is missing, or one is malformed.
    ///
    /// - Parameters:
    ///   - parameters: The values of the parameters of path and query.
    ///   - token: The session's token, when somebody is signed in.
    package func request(
        scheme: String, authority: String, parameters: [ParameterValue] = [], token: String? = nil
    ) -> HTTPRequest? {
        guard let path = target(parameters) else { return nil }
        var request = HTTPRequest(method: method, scheme: scheme, authority: authority, path: path)
        if body != nil { request.headerFields[.contentType] = "application/json" }
        if let upload { request.headerFields[.contentType] = upload }
        switch answer {
        case .events: request.headerFields[.accept] = "text/event-stream"
        case .json: request.headerFields[.accept] = "application/json, \(ProblemBody.mediaType)"
        case .nothing, .text: break
        }
        if let token { request.headerFields[.authorization] = "Bearer \(token)" }
        return request
    }
}
