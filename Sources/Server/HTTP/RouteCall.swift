import API
import Accounts
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What Hummingbird knows of a request's connection.
public struct ConnectionContext: InitializableFromSource, Sendable {
    /// The connection.
    let channel: any Channel
    /// A log that carries the request's identifier.
    let logger: Logger

    /// The context of a request that came by `source`.
    public init(source: ApplicationRequestContextSource) {
        self.channel = source.channel
        self.logger = source.logger
    }
}

/// One request on its way through a route.
public struct RouteCall: Sendable {
    /// The request.
    public let request: Request
    /// The parameters of the path.
    public let parameters: [String: String]
    /// A log that carries the request's identifier.
    public var logger: Logger { connection.logger }

    let connection: ConnectionContext
    let signedIn: Session?
    let bodyBytes: Int

    /// The session of whoever asks.
    ///
    /// - Throws: `accounts.not_signed_in`; never in a route that needs a session.
    public var session: Session {
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
    func jsonBytes() async throws -> [UInt8] {
        guard Self.isJSON(request.headers[.contentType]) else { throw Refusal(.requestUnsupportedMediaType) }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bodyBytes {
            throw Refusal(.requestTooLarge)
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: bodyBytes)
        } catch is NIOTooManyBytesError {
            throw Refusal(.requestTooLarge)
        }
        return Array(buffer.readableBytesView)
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
