import Forwarding
import NIOCore
import NIOPosix
import OpenID
import Synchronization
import Testing

@testable import Network

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

    @Test func `a name is asked at the number that was checked, whatever it leads to by now`() async throws {
        let text = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncache-control: max-age=9\r\nconnection: close\r\n\r\nhi"
        try await answering(text) { port in
            let number = try #require(IPAddress("127.0.0.1"))
            // No resolver knows names that end in `invalid` (RFC 2606); one in capitals is the same name.
            for host in ["token.invalid", "Token.Invalid"] {
                let address = try #require(OutsideAddress("http://\(host):\(port)/token", longest: 1000))
                let reply = try await ProviderClient().ask(address, at: number, form: "a=b", authorization: nil)
                #expect(reply.status == 200 && reply.body == Array("hi".utf8) && reply.cacheControl == "max-age=9")
            }
            let home = try #require(ProviderAddress("http://token.invalid:\(port)/token"))
            await #expect(throws: OpenIDFault.unreachable) {
                try await ProviderClient().ask(home, of: home, form: nil, authorization: nil)
            }
        }
    }

    @Test func `a provider's document leads nowhere within the own network, unless its issuer is there`() async throws {
        let text = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi"
        try await answering(text) { port in
            let asked = Mutex<[String]>([])
            let client = ProviderClient { name, _ in
                asked.withLock { $0.append(name) }
                return [IPAddress("127.0.0.1")].compactMap { $0 }
            }
            let issuer = try #require(ProviderAddress("https://accounts.example"))
            for host in [
                "token.example", "TOKEN.example", "127.0.0.1", "localhost", "[::1]", "2130706433", "issuer.localhost",
            ] {
                let address = try #require(ProviderAddress("http://\(host):\(port)/token.example"))
                await #expect(throws: OpenIDFault.unreachable, "\(host)") {
                    try await client.ask(address, of: issuer, form: nil, authorization: nil)
                }
            }
            #expect(asked.withLock { $0 } == ["token.example", "token.example"])
            // The operator configured an issuer of the own network, so what it names may be there too.
            let (near, place) = (
                try #require(ProviderAddress("http://127.0.0.1:\(port)")),
                try #require(ProviderAddress("http://localhost:\(port)/token"))
            )
            for (address, home) in [(near, near), (place, near), (near, place)] {
                #expect(try await client.ask(address, of: home, form: nil, authorization: nil).status == 200)
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
