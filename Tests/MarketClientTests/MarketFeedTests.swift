import Basics
import Crypto
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import MarketClient

@Suite("A feed's connection", .timeLimit(.minutes(1)))
struct MarketFeedTests {
    /// Answers each request for a WebSocket with the agreement and its first packets in one piece.
    private final class HastyExchange: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let packets: [String]
        private var request = ""

        init(_ packets: [String]) {
            self.packets = packets
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !request.hasSuffix("\r\n\r\n") else { return }
            request += String(buffer: unwrapInboundIn(data))
            guard request.hasSuffix("\r\n\r\n") else { return }
            let key = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }
            let text = (key?.dropFirst(18).drop { $0 == " " } ?? "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
            let accept = Insecure.SHA1.hash(data: Array(text.utf8))
            var answer = ByteBuffer(
                string: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: \(Self.base64(Array(accept)))\r\n\r\n")
            for packet in packets {
                answer.writeBytes([0x81, UInt8(packet.utf8.count)])
                answer.writeString(packet)
            }
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }

        /// RFC 4648 section 4.
        private static func base64(_ bytes: [UInt8]) -> String {
            let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
            var text = ""
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let group = bytes[start..<min(start + 3, bytes.count)]
                let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
                for place in 0..<4 {
                    text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
                }
            }
            return text
        }
    }

    private func events(_ packets: [String], until isLast: @escaping @Sendable (FeedEvent) -> Bool) async throws
        -> [FeedEvent]
    {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(HastyExchange(packets))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let exchange = try #require(MarketServer(address: "http://127.0.0.1:\(port)"))
        let seen = Mutex<[FeedEvent]>([])
        try await MarketFeed(MarketClient(exchange), markets: ["ETHCLP"]).follow { event in
            seen.withLock { $0.append(event) }
            return !isLast(event)
        }
        try await server.close()
        return seen.withLock { $0 }
    }

    private static let open = #"0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":60000}"#

    @Test("what the exchange says in one piece with its agreement is not lost")
    func forwards() async throws {
        let snapshot = #"42["board",{"to_tx":1,"data":{"ETHCLP":{}}}]"#
        let events = try await events([Self.open, "40", snapshot]) { event in
            if case .changed = event { true } else { false }
        }
        #expect(events == [.connected, .changed(FeedTopic(.board), .object([.init("ETHCLP", .object([]))]))])
    }

    @Test("a connection that ends is said, with the seconds until the next")
    func disconnects() async throws {
        let events = try await events([Self.open, "40", "1"]) { event in
            if case .disconnected = event { true } else { false }
        }
        #expect(events.count == 2 && events.first == .connected)
        guard case .disconnected(_, let seconds)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(seconds == 1)
    }
}
