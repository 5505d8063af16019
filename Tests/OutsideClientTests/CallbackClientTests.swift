import NIOCore
import NIOPosix
import Testing

@testable import OutsideClient

@Suite struct CallbackClientTests {
    @Test func `nobody within the own network is called, whatever name leads there`() async {
        let names: [String: [[UInt8]]] = [
            "inside.example": [[10, 0, 0, 1]], "both.example": [[93, 184, 215, 14], [127, 0, 0, 1]],
            "linked.example": [[169, 254, 169, 254]], "nowhere.example": [],
            "mapped.example": [Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1]],
        ]
        let client = CallbackClient(allowsOwnNetwork: false) { names[$0] ?? [] }
        for host in [
            "inside.example", "both.example", "linked.example", "nowhere.example", "mapped.example", "localhost",
            "shop.localhost", "127.0.0.1", "10.1.2.3", "192.168.0.1", "[::1]", "[fe80::1]", "[::ffff:127.0.0.1]",
            "0.0.0.0",
        ] {
            await #expect(throws: CallbackClient.Fault.place, "\(host)") {
                try await client.post([], to: "http://\(host)/", headers: [])
            }
        }
        for text in [
            "ftp://shop.example/", "http://", "http://a@shop.example/", "http://Shop.example/", "shop.example",
        ] {
            await #expect(throws: CallbackClient.Fault.address, "\(text)") {
                try await client.post([], to: text, headers: [])
            }
        }
    }

    @Test func `a redirect is an answer like another, and is not followed`() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.pipeline.addHandler(Redirecting()) }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let client = CallbackClient(allowsOwnNetwork: true) { _ in [] }
        let status = try await client.post(
            Array("{}".utf8), to: "http://shop.invalid:\(port)/", headers: [("x-a", "b")])
        #expect(status == 302)
        try await server.close()
        await #expect(throws: CallbackClient.Fault.unreachable) {
            try await client.post([], to: "http://shop.invalid:\(port)/", headers: [])
        }
    }
}

/// Answers whatever comes first with a redirect.
private final class Redirecting: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let text =
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        context.close(promise: nil)
    }
}
