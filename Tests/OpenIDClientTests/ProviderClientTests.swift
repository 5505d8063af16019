import NIOCore
import NIOPosix
import OpenID
import Testing

@testable import OpenIDClient

@Suite struct ProviderClientTests {
    /// Answers every connection at once with this text and ends it; gives the port.
    private func answering(
        _ text: String, _ body: (Int) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.pipeline.addHandler(Answer(text: text)) }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(try #require(server.localAddress?.port))
            try await server.close()
        } catch {
            try? await server.close()
            throw error
        }
    }

    @Test func `a name is asked at the address that was looked at, whatever it leads to by now`() async throws {
        let text = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncache-control: max-age=9\r\nconnection: close\r\n\r\nhi"
        try await answering(text) { port in
            // No resolver knows names that end in `invalid` (RFC 2606).
            let address = try #require(ProviderAddress("http://token.invalid:\(port)/token"))
            let reply = try await ProviderClient().ask(
                address, at: [127, 0, 0, 1], form: "a=b", authorization: nil)
            #expect(reply.status == 200 && reply.body == Array("hi".utf8) && reply.cacheControl == "max-age=9")
            await #expect(throws: OpenIDFault.unreachable) {
                try await ProviderClient().ask(address, of: address, form: nil, authorization: nil)
            }
            // The client would look up a name with capitals by itself.
            let other = try #require(ProviderAddress("http://Token.invalid:\(port)/token"))
            await #expect(throws: OpenIDFault.unreachable) {
                try await ProviderClient().ask(other, at: [127, 0, 0, 1], form: nil, authorization: nil)
            }
        }
    }
}

/// Writes an answer to whatever comes first.
private final class Answer: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String

    init(text: String) {
        self.text = text
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        context.close(promise: nil)
    }
}
