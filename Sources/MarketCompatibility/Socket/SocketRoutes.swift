import API
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore
import SocketIO

/// The path of Socket.IO, which its clients have built in.
enum SocketPath {
    static let path = "/socket.io/"

    /// Whether a request's target is there.
    static func matches(_ target: String?) -> Bool {
        let path = (target ?? "").prefix { $0 != "?" && $0 != "#" }
        return path == Self.path || path == Self.path.dropLast()
    }

    /// The names and values of a target's query, at most 16; none that is asked for needs an escape.
    static func values(_ target: String?) -> [(name: String, value: String)] {
        let target = target ?? ""
        guard let mark = target.firstIndex(of: "?") else { return [] }
        let query = target[target.index(after: mark)...].prefix { $0 != "#" }
        return query.split(separator: "&", maxSplits: 16).prefix(16).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }
}

extension RouteHandlers {
    /// Long polling at `/socket.io/`, and the answers to requests for a WebSocket that were not accepted.
    package mutating func addSocketRoutes(_ sockets: SocketServer) {
        answer(NativeProtocol(owns: { $0.hasPrefix(SocketPath.path) || SocketPath.matches($0) }))
        let routes = SocketRoutes(sockets: sockets)
        // Nobody is anybody on a socket because of a cookie: who has a ticket says so in a message.
        openToPages(["socketPoll", "socketPost"])
        for path in ["/socket.io/", "/socket.io"] as [PathTemplate] {
            // A poll is answered when there is something to tell.
            native(.get, path, "socketPoll", takesLong: true) { call in try await routes.get(call) }
            native(.post, path, "socketPost") { call in try await routes.post(call) }
        }
    }
}

private struct SocketRoutes: Sendable {
    let sockets: SocketServer

    func get(_ call: RouteCall) async throws -> Response {
        let query: EngineQuery
        do { query = try self.query(call) } catch { return Self.refused(error) }
        guard query.transport == .polling else { return refuseUpgrade(query, call) }
        let session: SocketSession
        if let sid = query.sid {
            guard let known = sockets.session(sid) else { return Self.refused(.unknownSession) }
            session = known
        } else {
            guard let new = sockets.open(query, address: call.address) else {
                throw Refusal(.requestOverloaded, headers: [.retryAfter: "10"])
            }
            session = new
        }
        let promise = call.connection.channel.eventLoop.makePromise(of: SocketSession.PollAnswer.self)
        let poll = { () async throws -> SocketSession.PollAnswer in
            session.poll(promise)
            return try await promise.futureResult.get()
        }
        // To wait for the other side's end by reading would leave a connection that no next poll could use.
        let answer =
            if let client = call.connection.client {
                try await client.watch(poll, whenGone: { session.pollAbandoned(promise) })
            } else {
                try await poll()
            }
        switch answer {
        case .refused(let refusal): return Self.refused(refusal)
        case .packets(let body, let contentType):
            return Response(
                status: .ok, headers: [.contentType: contentType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: body)))
        }
    }

    func post(_ call: RouteCall) async throws -> Response {
        let query: EngineQuery
        do { query = try self.query(call) } catch { return Self.refused(error) }
        guard let sid = query.sid, let session = sockets.session(sid) else { return Self.refused(.unknownSession) }
        let limit = sockets.limits.messageBytes
        if let length = call.request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            session.close()
            return Self.refused(.tooLarge)
        }
        let body: ByteBuffer
        do { body = try await call.collect(upTo: limit) } catch is NIOTooManyBytesError {
            session.close()
            return Self.refused(.tooLarge)
        }
        if let refusal = session.post(Array(body.readableBytesView)) { return Self.refused(refusal) }
        return .text("ok", mediaType: "text/html")
    }

    private func query(_ call: RouteCall) throws(EngineRefusal) -> EngineQuery {
        let asksForWebSocket = call.request.headers[.upgrade]?.lowercased().contains("websocket") == true
        return try EngineQuery(
            SocketPath.values(call.request.head.path), method: call.request.method == .post ? "POST" : "GET",
            isUpgrade: asksForWebSocket)
    }

    /// Why a request for a WebSocket was not accepted.
    private func refuseUpgrade(_ query: EngineQuery, _ call: RouteCall) -> Response {
        if let sid = query.sid {
            return Self.refused(sockets.session(sid) == nil ? .unknownSession : .badRequest)
        }
        guard sockets.hasRoom(for: call.address) else {
            return Refusal(.requestOverloaded, headers: [.retryAfter: "10"]).nativeResponse
        }
        return Self.refused(.badRequest)
    }

    private static func refused(_ refusal: EngineRefusal) -> Response {
        .text(refusal.body, mediaType: "application/json", status: .init(code: refusal.httpStatus))
    }
}
