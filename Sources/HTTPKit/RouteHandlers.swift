import API
import HTTPTypes
import Hummingbird

/// What the server does for each route.
///
/// Modules add their routes in `buildApplication`; a route that has no handler answers 404, so that the table in `API`
/// may list routes that only some servers have.
package struct RouteHandlers: Sendable {
    typealias Handler = @Sendable (RouteCall) async throws -> Response

    private(set) var entries: [(route: Route, handler: Handler)] = []
    private(set) var natives: [NativeProtocol] = []
    private(set) var signIns: [String: SignInCounting] = [:]
    /// The names of routes whose answers may take as long as they take.
    private(set) var takingLong: Set<String> = []
    /// The names of routes whose answers are documents in memory that all readers share.
    private(set) var sharing: Set<String> = []
    /// The names of routes whose answers pages of other sites may read.
    private(set) var open: Set<String> = []
    let streaming: Streaming

    /// No handlers; streams are sent by `streaming`.
    package init(streaming: Streaming) {
        self.streaming = streaming
    }

    /// Answers a route with a response that `perform` makes.
    package mutating func respond(_ route: Route, _ perform: @escaping @Sendable (RouteCall) async throws -> Response) {
        entries.append((route, perform))
    }

    /// Answers a route with a document in memory that all readers share, so that no reader has a copy.
    package mutating func share(_ route: Route, _ perform: @escaping @Sendable (RouteCall) async throws -> Response) {
        respond(route, perform)
        sharing.insert(route.name)
    }

    /// Lets pages of other sites read the answers of these routes (the Fetch standard's CORS protocol), never with the
    /// credentials of a visitor.
    ///
    /// It is for routes that ask for neither a session nor a signature.
    package mutating func openToPages(_ names: [String]) {
        open.formUnion(names)
    }

    /// Lets another protocol answer for what happens at its paths, unless one that came before owns them.
    package mutating func answer(_ native: NativeProtocol) {
        natives.append(native)
    }

    /// Counts each request of these routes as an attempt to sign in: it costs a password hash or guesses a code.
    ///
    /// - Parameter showsDevice: Whether a request shows something by which its browser may be known, so that a bound of
    ///   its own holds for it; nil where that is never asked.
    package mutating func countSignIns(
        at routes: [Route], showsDevice: (@Sendable (HTTPFields) -> Bool)? = nil
    ) {
        for route in routes { signIns[route.name] = SignInCounting(showsDevice: showsDevice) }
    }

    /// Whether a route is answered.
    package func answers(_ route: Route) -> Bool {
        entries.contains { $0.route.name == route.name }
    }

    /// Answers a path of another protocol, which is in no document of ours.
    ///
    /// The handler sees the request as it is; what it throws is answered with the status and a line of plain text.
    ///
    /// - Parameter takesLong: Whether its answers wait for something to happen.
    package mutating func native(
        _ method: HTTPRequest.Method, _ path: PathTemplate, _ name: String, takesLong: Bool = false,
        _ perform: @escaping @Sendable (RouteCall) async throws -> Response
    ) {
        let route = Route(name, method, path, "A path of another protocol.", answer: .nothing)
        respond(route, perform)
        if takesLong { takingLong.insert(name) }
    }

    /// Answers an endpoint that takes a body with a response that `perform` makes.
    package mutating func respond<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>,
        _ perform: @escaping @Sendable (RouteCall, Body) async throws -> Response
    ) {
        respond(endpoint.route) { call in try await perform(call, try await call.body(Body.self)) }
    }

    /// Answers an endpoint that takes a body and gives one.
    package mutating func on<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>,
        _ perform: @escaping @Sendable (RouteCall, Body) async throws -> Reply
    ) {
        let status = endpoint.route.status
        respond(endpoint.route) { call in
            try .json(try await perform(call, try await call.body(Body.self)), status: status)
        }
    }

    /// Answers an endpoint that takes a body and gives none.
    package mutating func on<Body: APIBody>(
        _ endpoint: Endpoint<Body, NoBody>,
        _ perform: @escaping @Sendable (RouteCall, Body) async throws -> Void
    ) {
        respond(endpoint.route) { call in
            try await perform(call, try await call.body(Body.self))
            return .nothing()
        }
    }

    /// Answers an endpoint that takes a body with nothing but header fields, such as a cookie.
    package mutating func onFields<Body: APIBody>(
        _ endpoint: Endpoint<Body, NoBody>,
        _ perform: @escaping @Sendable (RouteCall, Body) async throws -> HTTPFields
    ) {
        respond(endpoint.route) { call in .nothing(headers: try await perform(call, try await call.body(Body.self))) }
    }

    /// Answers an endpoint that gives a body and takes none.
    package mutating func on<Reply: APIBody>(
        _ endpoint: Endpoint<NoBody, Reply>, _ perform: @escaping @Sendable (RouteCall) async throws -> Reply
    ) {
        let status = endpoint.route.status
        respond(endpoint.route) { call in try .json(try await perform(call), status: status) }
    }

    /// Answers an endpoint that neither takes nor gives a body.
    package mutating func on(
        _ endpoint: Endpoint<NoBody, NoBody>, _ perform: @escaping @Sendable (RouteCall) async throws -> Void
    ) {
        respond(endpoint.route) { call in
            try await perform(call)
            return .nothing()
        }
    }

    /// Answers a route with a stream of events.
    ///
    /// The stream ends when the events end or throw, the client goes away or reads too slowly, the session ends, or the
    /// server stops.
    package mutating func stream<Events: AsyncSequence & Sendable>(
        _ route: Route, _ perform: @escaping @Sendable (RouteCall) async throws -> Events
    ) where Events.Element == ServerSentEvent {
        let streaming = streaming
        respond(route) { call in
            try streaming.requireRoom(for: call.address)
            return streaming.response(try await perform(call), to: call)
        }
    }
}

/// How the requests of a route count as attempts to sign in.
struct SignInCounting: Sendable {
    /// Whether a request shows something by which its browser may be known; nil where that is never asked.
    let showsDevice: (@Sendable (HTTPFields) -> Bool)?
}
