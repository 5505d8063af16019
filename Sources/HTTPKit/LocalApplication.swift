import API
import HTTPTypes
import Hummingbird
import Logging

/// What a request must pass before anything else happens; it throws a problem to refuse it.
///
/// It is given the head of the request and the route that would answer it, nil for a file or nothing.
package typealias Admission = @Sendable (HTTPRequest, Route?) async throws -> Void

/// Puts a server together that has no accounts and no database: the web app's files, and the routes that it is given.
///
/// It is what a program on somebody's own machine serves to that machine's own browser. Limits, header fields, problems
/// and files are those of the server for everybody.
///
/// - Parameters:
///   - admission: What every request must pass first, also one for a file.
///   - onListening: Called once with the port, which matters when the configuration asked for a free one.
///   - routes: Adds the routes.
/// - Throws: When the files for TLS cannot be read.
package func buildLocalApplication(
    configuration: ServerConfiguration, clock: ServerClock, logger: Logger, admission: @escaping Admission,
    onListening: @escaping @Sendable (Int) async -> Void = { _ in }, routes: (inout RouteHandlers) -> Void
) throws -> Application<ServerResponder> {
    let figures = ServerMetrics()
    var handlers = RouteHandlers(
        streaming: Streaming(figures: figures, limits: configuration.limits, sessions: nil, jitter: { 0 }))
    routes(&handlers)
    return try application(
        of: handlers, configuration: configuration, sessions: nil, admission: admission, clock: clock,
        figures: figures, answersInTime: false, logger: logger, onListening: onListening)
}
