import API
import HTTPTypes
import Hummingbird
import NIOCore

/// What a call is answered with that may come again.
package enum RepeatableAnswer<Reply: APIBody>: Sendable {
    /// It came for the first time, or has no key by which it would be known.
    case new(Reply)
    /// It came before, and this text was answered.
    case again([UInt8])
}

extension RouteHandlers {
    /// Answers an endpoint that takes a body and does something once, however often it is asked.
    ///
    /// - Parameter perform: Gets the bytes of the body beside what they say.
    package mutating func onRepeatable<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>,
        _ perform: @escaping @Sendable (RouteCall, Body, [UInt8]) async throws -> RepeatableAnswer<Reply>
    ) {
        let status = endpoint.route.status
        respond(endpoint.route) { call in
            let bytes = try await call.jsonBytes()
            return try .repeatable(try await perform(call, try Body(request: bytes), bytes), status: status)
        }
    }

    /// Answers an endpoint that takes no body and does something once, however often it is asked.
    package mutating func onRepeatable<Reply: APIBody>(
        _ endpoint: Endpoint<NoBody, Reply>,
        _ perform: @escaping @Sendable (RouteCall) async throws -> RepeatableAnswer<Reply>
    ) {
        let status = endpoint.route.status
        respond(endpoint.route) { call in try .repeatable(try await perform(call), status: status) }
    }
}

extension RouteCall {
    /// What the call is known by when it comes again, as it was sent; nil when it has nothing of the kind.
    package var idempotencyKey: String? { request.headers[.idempotencyKey] }
    /// What is asked for: the method, and the path with its query, as they were sent.
    package var target: (method: String, path: String) { (request.method.rawValue, request.uri.string) }
}

extension Response {
    fileprivate static func repeatable(_ answer: RepeatableAnswer<some APIBody>, status: Int) throws -> Response {
        switch answer {
        case .new(let reply): try .json(reply, status: status)
        case .again(let bytes):
            Response(
                status: .init(code: status), headers: [.contentType: "application/json", .idempotentReplayed: "true"],
                body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}
