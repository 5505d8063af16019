import NIOCore
import NIOHTTP1

/// Refuses requests of HTTP/1.1 without a `Host` field or with several, and any request with several (RFC 9112 section
/// 3.2): a proxy and this server could understand them as requests to two different servers.
///
/// It stands before what turns HTTP/1 into the types that every version shares, which know neither version nor field.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        if case .head(let head) = unwrapInboundIn(data), !Self.hasRightHost(head) {
            isOver = true
            return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
        context.fireChannelRead(data)
    }

    private static func hasRightHost(_ head: HTTPRequestHead) -> Bool {
        let count = head.headers.count { $0.name.utf8.count == 4 && $0.name.lowercased() == "host" }
        // Health checks of HAProxy are HTTP/1.0 and have none.
        return count == 1 || count == 0 && (head.version == .http1_0 || head.version == .http0_9)
    }
}

@available(*, unavailable)
extension HostCheck: Sendable {}
