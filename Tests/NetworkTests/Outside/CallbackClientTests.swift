import Forwarding
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Network

@Suite struct CallbackClientTests {
    private func numbers(_ texts: String...) -> [IPAddress] { texts.compactMap { IPAddress($0) } }

    /// Runs `body` with a server at `host`, the first words of its visitors, and its port.
    private func serving(
        at host: String, _ answer: String?, _ body: (Visits, Int) async throws -> Void
    ) async throws {
        let visits = Visits()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                visits.connections.withLock { $0 += 1 }
                return channel.pipeline.addHandler(Answering(answer, visits))
            }
            .bind(host: host, port: 0).get()
        do {
            try await body(visits, try #require(server.localAddress?.port))
            try await server.close()
        } catch {
            try? await server.close()
            throw error
        }
    }

    @Test func `no machine of the own network is called, whatever name leads there`() async {
        let names: [String: [IPAddress]] = [
            "inside.example": numbers("10.0.0.1"), "both.example": numbers("93.184.215.14", "127.0.0.1"),
            "linked.example": numbers("169.254.169.254"), "mapped.example": numbers("::ffff:127.0.0.1"),
        ]
        let client = CallbackClient(.callbacks) { name, _ in names[name] ?? [] }
        func expect(_ fault: OutsideFault, _ text: String) async {
            await #expect(throws: fault, "\(text)") { try await client.post([], to: text, of: "ana", headers: []) }
        }
        for host in [
            "inside.example", "both.example", "linked.example", "mapped.example", "localhost", "shop.localhost",
            "127.0.0.1", "10.1.2.3", "192.168.0.1", "[::1]", "[fe80::1]", "[::ffff:127.0.0.1]", "0.0.0.0",
            "INSIDE.example", "Inside.Example.",
        ] {
            await expect(.ownNetwork, "http://\(host)/")
        }
        await expect(.noPlace, "http://nowhere.example/")
        for text in [
            "ftp://shop.example/", "http://", "http://a@shop.example/", "shop.example", "http://shop.example:25/",
        ] {
            await expect(.address, text)
        }
    }

    @Test func `a host in capitals is asked at the number of its lower-case form, and at no other`() async throws {
        let answer = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"
        try await serving(at: "127.0.0.2", answer) { checked, port in
            try await serving(at: "127.0.0.1", answer) { other, _ in
                let asked = Mutex<[String]>([])
                let client = CallbackClient(.loopbackOnly) { name, _ in
                    asked.withLock { $0.append(name) }
                    return name == "evil.invalid" ? numbers("127.0.0.2") : numbers("127.0.0.1")
                }
                let status = try await client.post(
                    Array("{}".utf8), to: "http://EVIL.invalid:\(port)/evil.invalid?a=evil.invalid", of: "ana",
                    headers: [("x-a", "b")])
                #expect(status == 204 && asked.withLock { $0 } == ["evil.invalid"])
                #expect(checked.connections.withLock { $0 } == 1 && other.connections.withLock { $0 } == 0)
                let words = checked.words.withLock { $0 }
                #expect(words.hasPrefix("POST /evil.invalid?a=evil.invalid HTTP/1.1\r\n"), "\(words)")
                #expect(words.lowercased().contains("\r\nhost: evil.invalid:\(port)\r\n"), "\(words)")
            }
        }
    }

    @Test func `a redirect is an answer like another, and is not followed`() async throws {
        let answer =
            "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        let client = CallbackClient(.loopbackOnly) { _, _ in numbers("127.0.0.1") }
        var last = 0
        try await serving(at: "127.0.0.1", answer) { visits, port in
            last = port
            let status = try await client.post([], to: "http://shop.invalid:\(port)/", of: "ana", headers: [])
            #expect(status == 302 && visits.connections.withLock { $0 } == 1)
        }
        await #expect(throws: OutsideFault.unreachable) {
            try await client.post([], to: "http://shop.invalid:\(last)/", of: "ana", headers: [])
        }
    }

    @Test(arguments: ["http", "https"])
    func `one call to a machine that hangs up is one connection`(scheme: String) async throws {
        try await serving(at: "127.0.0.1", nil) { visits, port in
            let client = CallbackClient(.loopbackOnly) { _, _ in numbers("127.0.0.1") }
            await #expect(throws: OutsideFault.unreachable) {
                try await client.post([], to: "\(scheme)://Dead.invalid:\(port)/", of: "ana", headers: [])
            }
            #expect(visits.connections.withLock { $0 } == 1)
        }
    }
}

/// Who came to a server of a test.
private final class Visits: Sendable {
    let connections = Mutex(0)
    let words = Mutex("")
}

/// Answers whatever arrives first with a text, or hangs up without one.
private final class Answering: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String?
    private let visits: Visits

    init(_ answer: String?, _ visits: Visits) {
        self.answer = answer
        self.visits = visits
    }

    func channelActive(context: ChannelHandlerContext) {
        if answer == nil { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        visits.words.withLock { $0 += String(buffer: buffer) }
        guard let answer, visits.words.withLock({ $0.contains("\r\n\r\n") }) else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        context.close(promise: nil)
    }
}
