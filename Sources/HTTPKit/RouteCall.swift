import API
import Accounts
import Forwarding
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What Hummingbird knows of a request's connection.
package struct ConnectionContext: InitializableFromSource, Sendable {
    /// The connection.
    package let channel: any Channel
    /// A log that carries the request's identifier.
    var logger: Logger
    /// The connection as its door knows it; nil where it came through none, as in tests without sockets.
    package let client: ClientConnection?

    /// The context of a request that came by `source`.
    package init(source: ApplicationRequestContextSource) {
        self.channel = source.channel
        self.logger = source.logger
        self.client = .current
    }

    /// Where the connection comes from.
    var source: IPAddress? { client.map(\.source) ?? IPAddress(channel.remoteAddress) }
}

/// One request on its way through a route.
package struct RouteCall: Sendable {
    /// The request.
    package let request: Request
    /// The parameters of the path, and those of the query that the route knows, by their names.
    package let parameters: [String: String]
    /// A log that carries the request's identifier.
    package var logger: Logger { connection.logger }

    /// What is known of the request's connection.
    package let connection: ConnectionContext
    /// Whose request it is, as far as proxies that are trusted tell; nil when it did not come over the network.
    package let source: IPAddress?
    private(set) var signedIn: Session?
    /// The largest body that the route takes, bytes.
    let bodyBytes: Int
    /// What is told of rates beside the answer.
    package let rates: RateNotes
    /// Counts what is refused for safety's sake by an answer of another protocol's; others are counted by themselves.
    package let security: SecurityCounter
    /// What sees to it that the answer is there in time; nil where it may take as long as it takes.
    var timed: TimedAnswer?
    /// Counts an attempt to sign in by its address, of a browser that is known or not; nil when that was done already.
    ///
    /// It gives the seconds to wait when there is no room for it.
    var signInRate: (@Sendable (_ isKnown: Bool) -> Int?)?

    /// Counts an attempt to sign in whose device had to be recognized first.
    package func countSignIn(isKnown: Bool) throws(Refusal) {
        guard let seconds = signInRate?(isKnown) else { return }
        throw Refusal(.requestTooManyAttempts, headers: [.retryAfter: String(seconds)])
    }

    /// Whose request it is, as limits count.
    package var address: ClientAddress? { source.map(ClientAddress.init) }

    /// The same request, of somebody who is signed in.
    func signed(in session: Session) -> RouteCall {
        var call = self
        call.signedIn = session
        return call
    }

    /// The session of whoever asks.
    ///
    /// - Throws: `accounts.not_signed_in`; never in a route that needs a session.
    package var session: Session {
        get throws(ServiceError) {
            guard let signedIn else { throw .account(.notSignedIn) }
            return signedIn
        }
    }

    /// The body as the value that it says.
    ///
    /// - Throws: `Refusal` for a body that is no JSON or too large, `BodyError` for one that is not as it must be.
    func body<Body: APIBody>(_ type: Body.Type) async throws -> Body {
        try Body(request: try await jsonBytes())
    }

    /// The bytes of a body that says that it is JSON.
    ///
    /// - Throws: `Refusal` for another media type, and for a body that is too large.
    package func jsonBytes() async throws -> [UInt8] {
        guard Self.isJSON(request.headers[.contentType]) else { throw Refusal(.requestUnsupportedMediaType) }
        return Array(try await bodyBuffer().readableBytesView)
    }

    /// The bytes of the body, whatever they are.
    ///
    /// - Throws: `Refusal` for a body that is too large, at once when it says so itself.
    package func bodyBuffer() async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bodyBytes {
            throw Refusal(.requestTooLarge)
        }
        do {
            return try await collect(upTo: bodyBytes)
        } catch is NIOTooManyBytesError {
            throw Refusal(.requestTooLarge)
        }
    }

    /// The bytes of the body, whatever they are; `taking` is called with the number of bytes each time some have come.
    ///
    /// - Throws: `Refusal` for a body that is too large, at once when it says so itself; what `taking` throws.
    package func bodyBuffer(taking: @escaping @Sendable (Int) throws -> Void) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bodyBytes {
            throw Refusal(.requestTooLarge)
        }
        let (body, most) = (request.body, bodyBytes)
        func read() async throws -> ByteBuffer {
            var bytes = ByteBuffer()
            for try await part in body {
                guard bytes.readableBytes + part.readableBytes <= most else { throw Refusal(.requestTooLarge) }
                try taking(part.readableBytes)
                bytes.writeImmutableBuffer(part)
            }
            return bytes
        }
        guard let timed else { return try await read() }
        return try await timed.reading { try await read() }
    }

    /// The bytes of the body, at most so many.
    ///
    /// - Throws: `NIOTooManyBytesError` when there are more.
    package func collect(upTo bytes: Int) async throws -> ByteBuffer {
        guard let timed else { return try await request.body.collect(upTo: bytes) }
        return try await timed.reading { try await request.body.collect(upTo: bytes) }
    }

    /// Whether a content type is JSON in UTF-8; RFC 8259 knows no other encoding.
    static func isJSON(_ contentType: String?) -> Bool {
        guard let contentType else { return false }
        if contentType == "application/json" { return true }
        let parts = contentType.lowercased().split(separator: ";", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        return parts.first == "application/json"
            && parts.dropFirst().allSatisfy { $0 == "charset=utf-8" || $0 == "charset=\"utf-8\"" || $0.isEmpty }
    }
}
