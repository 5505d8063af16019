import Crypto
import Forwarding
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOWebSocket

/// Makes a WebSocket of a connection when a request for a path of sockets asks for one.
///
/// It stands behind the `ConnectionGuard`, whose limits and time-outs hold for the request as for any other, and which
/// passes on one request of a connection at a time. Any request may ask. What cannot be accepted goes on as an ordinary
/// request and is answered with the protocol's error.
///
/// No header says who somebody is on a socket, and cookies mean nothing there; therefore a page of somebody else gains
/// nothing by opening one, and `Origin` is not looked at.
final class WebSocketUpgrade: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let sockets: any WebSocketAcceptor
    private let proxies: TrustedProxies
    /// The head of a request for a WebSocket that has not come to its end.
    private var held: HTTPRequest?
    /// Whether the connection ends with its next answer: the decoder reads nothing after a request for an upgrade.
    private var endsWithAnswer = false

    init(sockets: any WebSocketAcceptor, proxies: TrustedProxies) {
        self.sockets = sockets
        self.proxies = proxies
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if head.headerFields[.upgrade] != nil {
                endsWithAnswer = true
                if sockets.owns(head.path) {
                    held = head
                    return
                }
            }
            context.fireChannelRead(data)
        case .body:
            release(context)
            context.fireChannelRead(data)
        case .end:
            if let head = held {
                if let (socket, accept) = socket(for: head, context) {
                    held = nil
                    return upgrade(context, socket, accept)
                }
                release(context)
            }
            context.fireChannelRead(data)
        }
    }

    private func release(_ context: ChannelHandlerContext) {
        guard let head = held else { return }
        held = nil
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Whoever was refused an upgrade is not read any more: what comes then is in no protocol that is known here.
    func read(context: ChannelHandlerContext) {
        if !endsWithAnswer || held != nil { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where endsWithAnswer:
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where endsWithAnswer:
            context.writeAndFlush(data, promise: promise)
            context.close(promise: nil)
        default:
            context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { sockets.stop() }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: - Upgrading

    private func socket(
        for head: HTTPRequest, _ context: ChannelHandlerContext
    ) -> (any WebSocketHandler, accept: String)? {
        guard head.method == .get, Self.has("websocket", in: head.headerFields[.upgrade]),
            Self.has("upgrade", in: head.headerFields[.connection]),
            head.headerFields[.secWebSocketVersion] == "13",
            let key = head.headerFields[.secWebSocketKey], key.utf8.count == 24
        else { return nil }
        let socket = sockets.accept(head) {
            let door = try? context.pipeline.syncOperations.handler(type: ConnectionDoor.self)
            let source = door?.connection.source ?? IPAddress(context.channel.remoteAddress)
            return proxies.client(source, head.headerFields).map(ClientAddress.init)
        }
        return socket.map { ($0, Self.accept(key: key)) }
    }

    /// What proves to a client that its request for a WebSocket was understood (RFC 6455 section 4.2.2).
    private static func accept(key: String) -> String {
        let digest = Insecure.SHA1.hash(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        return Data(digest).base64EncodedString()
    }

    /// Puts the WebSocket in front of everything that speaks HTTP, which then sees no bytes any more.
    private func upgrade(_ context: ChannelHandlerContext, _ socket: any WebSocketHandler, _ accept: String) {
        let pipeline = context.pipeline.syncOperations
        do {
            let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
            try pipeline.addHandlers(
                [ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: sockets.messageBytes)), socket],
                position: .before(encoder))
            try pipeline.handler(type: ConnectionGuard.self).leaveToSocket()
            // It would take the silence for that of a connection without requests.
            pipeline.removeHandler(try pipeline.handler(type: HTTPConnectionStateHandler.self), promise: nil)
        } catch {
            return context.close(promise: nil)
        }
        endsWithAnswer = false
        socket.begin(accept: accept)
    }

    private static func has(_ token: String, in field: String?) -> Bool {
        (field ?? "").split(separator: ",").contains { part in
            part.drop { $0 == " " || $0 == "\t" }.lowercased().prefix { $0 != " " && $0 != "\t" } == token
        }
    }
}

@available(*, unavailable)
extension WebSocketUpgrade: Sendable {}
