import API
import Accounts
import Forwarding
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import Tracing

/// Answers every request: limits, route, session, handler, problem, header fields and figures in one pass.
package struct ServerResponder: HTTPResponder {
    /// What is known of a request besides itself.
    package typealias Context = ConnectionContext

    let table: RouteTable
    /// Where sessions are looked up; nil on a server without accounts, where no route needs one.
    let sessions: SessionLookup?
    /// What a request must pass before anything else; nil where everybody may ask.
    let admission: Admission?
    let webApp: WebApp
    let headers: SecurityHeaders
    /// The paths of the pages that may use the camera.
    let scanningPages: Set<String>
    let bodyBytes: Int
    /// Where what happens to all requests is counted.
    let watch: ServerMetrics
    /// The answers that are too large to be written at once.
    let largeAnswers: LargeAnswers
    let proxies: TrustedProxies
    let perAddress: NamedRate<ClientAddress>?
    let perAccount: NamedRate<[UInt8]>?
    let signInPerAddress: NamedRate<ClientAddress>?
    let knownSignInPerAddress: NamedRate<ClientAddress>?
    /// Whether the log has been told that proxies and server misunderstand each other; once is enough.
    let hasToldOfProxies = ToldOnce()
    /// The answers that are not there yet.
    let answers = AnswerWatch()
    /// Requests that were not answered in time.
    let late = RepeatedLine("requests are not answered in time", level: .warning)
    /// Requests that failed for what may be gone a little later.
    let passing = RepeatedLine("requests failed", level: .error)
    /// The figures of the web app's files.
    let fileFigures: RouteMetrics
    /// The figures of requests that were refused before a route was found.
    let otherFigures: RouteMetrics

    /// The answer to `request`.
    ///
    /// - Throws: Only what says that the request could not be read to its end; everything else becomes an answer.
    package func respond(to request: Request, context connection: ConnectionContext) async throws -> Response {
        let isBelieved = connection.source.map { proxies.contains($0) } ?? false
        let above = RequestTrace.context(request.headers, isBelieved: isBelieved)
        return try await withSpan("request", context: above, ofKind: .server) { span in
            var connection = connection
            if let trace = RequestTrace.trace(of: span.context, request.headers, isBelieved: isBelieved) {
                connection.logger[metadataKey: "trace"] = "\(trace)"
            }
            let (response, route) = try await answered(request, connection)
            // The pattern, never the path.
            span.operationName = route
            span.attributes["http.route"] = route
            span.attributes["http.response.status_code"] = response.status.code
            if response.status.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }

    private func answered(
        _ request: Request, _ context: ConnectionContext
    ) async throws -> (response: Response, route: String) {
        let begun = NIODeadline.now().uptimeNanoseconds
        let path = Self.path(of: request.head)
        let connectionSource = context.source
        let source = proxies.client(connectionSource, request.headers)
        hasToldOfProxies.tell(context.logger) { proxies.misunderstanding(connectionSource, request.headers) }
        let rates = RateNotes()
        let resolution = table.resolve(request.method, path)
        var native = table.native(path)
        var figures = otherFigures
        var fields = native == nil ? headers.api : headers.native
        var isOpen = false
        var response: Response
        var code: String?
        do {
            if let admission { try await admission(request.head, resolution.route) }
            if let address = source.map(ClientAddress.init), let seconds = perAddress?.take(address, now: begun, rates)
            {
                throw Refusal(.requestTooMany, headers: [.retryAfter: String(seconds)])
            }
            switch resolution {
            case .found(let entry, let parameters):
                figures = entry.figures
                isOpen = entry.isOpen
                let asked = entry.isNative ? [:] : try entry.route.query(of: request.head.path ?? "")
                let call = RouteCall(
                    request: request, parameters: parameters.merging(asked) { path, _ in path }, connection: context,
                    source: source, signedIn: nil,
                    bodyBytes: entry.route.bodyBytes ?? bodyBytes, rates: rates, security: watch.security)
                response = try await answerInTime(call, with: entry, at: begun)
                response = try largeAnswers.inPieces(response, for: source, isShared: entry.isShared, request.method)
            case .otherMethods(_, let open) where request.method == .options && !open.isEmpty:
                isOpen = true
                response = .nothing(headers: CrossOrigin.preflight(open))
            case .otherMethods(let methods, _):
                let allowed = methods.map(\.rawValue).joined(separator: ", ")
                throw Refusal(.requestMethodNotAllowed, headers: [.allow: allowed])
            // The figures are on a port of their own, and no view of the web app is called like them.
            case .nothing where path == "/metrics" || native != nil:
                throw Refusal(.requestNotFound)
            case .nothing:
                if let likely = APIPath.likely(path) {
                    native = table.native(likely)
                    if native != nil { fields = headers.native }
                    throw Refusal(.requestNotFound)
                }
                figures = fileFigures
                guard request.method == .get || request.method == .head else {
                    throw Refusal(.requestMethodNotAllowed, headers: [.allow: "GET, HEAD"])
                }
                response = try webApp.response(path: path, headers: request.headers)
                response = try largeAnswers.inPieces(
                    response, for: source, isShared: WebApp.isKept(response.body.contentLength), request.method)
                fields = scanningPages.contains(path) ? headers.scanningPage : headers.page
            }
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let refusal = Refusal(error)
            code = refusal.problem.code
            response = refuse(refusal, figures, context, native)
        }
        // Fields of the answer itself, such as Cache-Control of a file, come first and win.
        for field in fields where !response.headers.contains(field.name) { response.headers.append(field) }
        if native?.tellsRates ?? true { rates.add(to: &response.headers) }
        if isOpen { CrossOrigin.open(&response.headers) }
        if request.method == .head { response = Self.withoutBody(response) }
        let nanoseconds = NIODeadline.now().uptimeNanoseconds - begun
        figures.count(status: response.status.code, nanoseconds: nanoseconds)
        context.logger.debug(
            "request",
            metadata: [
                "route": "\(figures.name)", "status": "\(response.status.code)",
                "ms": "\(Double(nanoseconds / 1000) / 1000)",
            ].merging(code.map { ["code": "\($0)"] } ?? [:]) { $1 })
        return (response, figures.name)
    }

    private func answerInTime(
        _ call: RouteCall, with entry: RouteTable.Entry, at begun: UInt64
    ) async throws -> Response {
        guard let seconds = entry.answerSeconds else { return try await answer(call, with: entry, at: begun) }
        do {
            return try await TimedAnswer.within(seconds, by: answers, on: call.connection.client?.executor) { timed in
                var call = call
                call.timed = timed
                return try await answer(call, with: entry, at: begun)
            }
        } catch is TimedAnswer.Late {
            watch.lateAnswers.add(1, ordering: .relaxed)
            late.tell(call.logger, ["route": "\(entry.figures.name)"])
            throw Refusal.late(call.request.method)
        }
    }

    private func answer(
        _ call: RouteCall, with entry: RouteTable.Entry, at now: UInt64
    ) async throws -> Response {
        let request = call.request
        var call = call
        if let signIns = entry.signIns, let address = call.address {
            let (rates, unknown, known) = (call.rates, signInPerAddress, knownSignInPerAddress)
            call.signInRate = { isKnown in (isKnown ? known : unknown)?.take(address, now: now, rates) }
            // Whether a browser is known takes the body to say; everybody else is counted before it is read.
            if signIns.showsDevice?(request.headers) != true {
                try call.countSignIn(isKnown: false)
                call.signInRate = nil
            }
        }
        var session: Session?
        let token = entry.isNative ? nil : PresentedToken(request.headers)
        try token?.requireSameSite(request.method, request.headers)
        if entry.route.needsSession {
            guard let token, let sessions else { throw ServiceError.account(.notSignedIn) }
            let found = try await Self.session(token, by: sessions, for: entry.route)
            if let seconds = perAccount?.take(found.accountID, now: now, call.rates) {
                throw Refusal(.requestTooMany, headers: [.retryAfter: String(seconds)])
            }
            if let role = entry.route.role, found.role?.rawValue != role.rawValue {
                throw Refusal(.accountsWrongRole)
            }
            session = found
        }
        return try await entry.handler(session.map(call.signed) ?? call)
    }

    /// The session of a token; that its role has ended is told where the route asks for one, else it is as any that ended.
    private static func session(
        _ token: PresentedToken, by sessions: SessionLookup, for route: Route
    ) async throws(ServiceError) -> Session {
        do throws(ServiceError) { return try await sessions(token.text) } catch {
            guard route.role == nil, error.code == ProblemCode.accountsRoleEnded.rawValue else { throw error }
            throw .account(.notSignedIn)
        }
    }

    private func refuse(
        _ refusal: Refusal, _ figures: RouteMetrics, _ context: ConnectionContext, _ native: NativeProtocol?
    ) -> Response {
        var refusal = refusal
        watch.security.count(refusal.problem.code)
        if refusal.problem.status >= 500 {
            if let cause = refusal.cause {
                let details: Logger.Metadata = ["route": "\(figures.name)", "cause": "\(cause)"]
                // What is away is away for everybody: one line a second tells as much.
                if refusal.problem.status == 500 {
                    context.logger.error("request failed", metadata: details)
                } else {
                    passing.tell(context.logger, details)
                }
            }
            // The one thing that leads from the answer to the log.
            if let id = context.logger[metadataKey: "hb.request.id"] { refusal.headers[.requestID] = "\(id)" }
        }
        return native?.response(to: refusal) ?? refusal.response
    }

    /// The path without query and fragment; also of a target in absolute form (RFC 9112 section 3.2.2).
    static func path(of head: HTTPRequest) -> String {
        guard let target = head.path, target.utf8.first == UInt8(ascii: "/") else { return URI(head.path ?? "/").path }
        guard let end = target.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return target
        }
        return String(target[..<end])
    }

    private static func withoutBody(_ response: Response) -> Response {
        let length = response.headers[.contentLength]
        var head = Response(status: response.status, headers: response.headers)
        head.headers[.contentLength] = length
        return head
    }
}

/// Something that the log is told once, however often it happens.
final class ToldOnce: Sendable {
    private let isTold = Atomic<Bool>(false)

    /// Warns of `text` unless something was told before; it is not asked for any more afterwards.
    func tell(_ logger: Logger, _ text: () -> String?) {
        guard !isTold.load(ordering: .relaxed), let text = text() else { return }
        if !isTold.exchange(true, ordering: .relaxed) { logger.warning("\(text)") }
    }
}
