import API
import Accounts
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Answers every request: limits, route, session, handler, problem, header fields and figures in one pass.
public struct ServerResponder: HTTPResponder {
    /// What is known of a request besides itself.
    public typealias Context = ConnectionContext

    let table: RouteTable
    /// Where sessions are looked up; nil on a server without accounts, where no route needs one.
    let accounts: AccountService?
    /// What a request must pass before anything else; nil where everybody may ask.
    let admission: Admission?
    let webApp: WebApp
    let headers: SecurityHeaders
    let bodyBytes: Int
    let perAddress: RateLimiter<ClientAddress>?
    let perAccount: RateLimiter<[UInt8]>?
    let signInPerAddress: RateLimiter<ClientAddress>?
    /// The figures of the web app's files.
    let fileFigures: RouteFigures
    /// The figures of requests that were refused before a route was found.
    let otherFigures: RouteFigures

    /// The answer to `request`.
    ///
    /// - Throws: Only what says that the request could not be read to its end; everything else becomes an answer.
    public func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let begun = NIODeadline.now().uptimeNanoseconds
        let path = Self.path(of: request)
        let resolution = table.resolve(request.method, path)
        let isNative = RouteTable.isNative(path)
        var figures = otherFigures
        var fields = isNative ? headers.native : headers.api
        var response: Response
        do {
            if let admission { try await admission(request.head, resolution.route) }
            try limitAddress(context, at: begun)
            switch resolution {
            case .found(let entry, let parameters):
                figures = entry.figures
                response = try await answer(request, with: entry, parameters, context, at: begun)
            case .otherMethods(let methods):
                let allowed = methods.map(\.rawValue).joined(separator: ", ")
                throw Refusal(.requestMethodNotAllowed, headers: [.allow: allowed])
            case .nothing where path == "/api" || path.hasPrefix("/api/") || isNative:
                throw Refusal(.requestNotFound)
            case .nothing:
                figures = fileFigures
                guard request.method == .get || request.method == .head else {
                    throw Refusal(.requestMethodNotAllowed, headers: [.allow: "GET, HEAD"])
                }
                response = try webApp.response(path: path, headers: request.headers)
                fields = path == "/console/health" ? headers.scanningPage : headers.page
            }
        } catch let error as HTTPParserError {
            throw error
        } catch {
            response = refuse(error, figures, context, at: path, isNative: isNative)
        }
        // Fields of the answer itself, such as Cache-Control of a file, come first and win.
        for field in fields where !response.headers.contains(field.name) { response.headers.append(field) }
        if request.method == .head { response = Self.withoutBody(response) }
        let nanoseconds = NIODeadline.now().uptimeNanoseconds - begun
        figures.count(status: response.status.code, nanoseconds: nanoseconds)
        context.logger.debug(
            "request",
            metadata: [
                "route": "\(figures.name)", "status": "\(response.status.code)",
                "microseconds": "\(nanoseconds / 1000)",
            ])
        return response
    }

    private func answer(
        _ request: Request, with entry: RouteTable.Entry, _ parameters: [String: String],
        _ context: ConnectionContext, at now: UInt64
    ) async throws -> Response {
        if entry.attemptsSignIn, let address = ClientAddress(context.channel.remoteAddress),
            let seconds = signInPerAddress?.take(address, now: now)
        {
            throw Refusal(.requestTooManyAttempts, headers: [.retryAfter: String(seconds)])
        }
        var session: Session?
        let token = entry.isNative ? nil : PresentedToken(request.headers)
        try token?.requireSameSite(request.method, request.headers)
        if entry.route.needsSession {
            guard let token, let accounts else { throw ServiceError.account(.notSignedIn) }
            let found = try await accounts.session(token: token.text)
            if let seconds = perAccount?.take(found.accountID, now: now) {
                throw Refusal(.requestTooMany, headers: [.retryAfter: String(seconds)])
            }
            if let role = entry.route.role, found.role?.rawValue != role.rawValue {
                throw Refusal(.accountsWrongRole)
            }
            session = found
        }
        return try await entry.handler(
            RouteCall(
                request: request, parameters: parameters, connection: context, signedIn: session, bodyBytes: bodyBytes))
    }

    private func limitAddress(_ context: ConnectionContext, at now: UInt64) throws(Refusal) {
        guard let perAddress, let address = ClientAddress(context.channel.remoteAddress),
            let seconds = perAddress.take(address, now: now)
        else { return }
        throw Refusal(.requestTooMany, headers: [.retryAfter: String(seconds)])
    }

    private func refuse(
        _ error: any Error, _ figures: RouteFigures, _ context: ConnectionContext, at path: String, isNative: Bool
    ) -> Response {
        var refusal = Refusal(error)
        if refusal.problem.status >= 500 {
            if let cause = refusal.cause {
                context.logger.error("request failed", metadata: ["route": "\(figures.name)", "cause": "\(cause)"])
            }
            // The one thing that leads from the answer to the log.
            if let id = context.logger[metadataKey: "hb.request.id"] { refusal.headers[.requestID] = "\(id)" }
        }
        guard isNative else { return refusal.response }
        guard ExchangeAPI.owns(path) else { return refusal.nativeResponse }
        return ExchangeFault(refusal).response(headers: refusal.headers)
    }

    /// The path without query and fragment; also of a target in absolute form (RFC 9112 section 3.2.2).
    private static func path(of request: Request) -> String {
        guard let target = request.head.path, target.utf8.first == UInt8(ascii: "/") else { return request.uri.path }
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
