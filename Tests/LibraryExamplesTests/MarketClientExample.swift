import Market
import MarketClient
import NIOCore
import NIOPosix
import Testing

extension LibraryExamples {
    @Test("MarketClient: an exchange is asked, and what an order would cost is worked out", .timeLimit(.minutes(1)))
    func marketClient() async throws {
        let exchange = try await OneAnswer.serve(
            #"{"status":"success","data":[{"price":"2500","amount":"2","timestamp":"2026-11-22T10:00:00"},"#
                + #"{"price":"2510","amount":"5","timestamp":"2026-11-22T10:00:00"}],"#
                + #""pagination":{"page":0,"limit":100,"previous":null,"next":null}}"#)
        let address = "http://127.0.0.1:\(try #require(exchange.localAddress?.port))"
        // example
        // Give `MarketServer` a `MarketKey` as well, and the client may trade.
        let server = try #require(MarketServer(address: address))
        let client = MarketClient(server)
        let asks = try await client.book("ETHCLP", side: .sell).items

        // What buying three would take, before anything is sent.
        let levels = asks.compactMap { entry in
            ExactDecimal(entry.price).flatMap { price in ExactDecimal(entry.amount).map { (price: price, amount: $0) } }
        }
        let estimate = OrderEstimate(
            side: .buy, amount: try #require(ExactDecimal("3")), limit: nil, levels: levels,
            taker: ExactDecimal(partsPerMillion: 6800), maker: ExactDecimal(partsPerMillion: 3900))
        print(estimate?.given.text ?? "the book is too thin")
        // end of example
        try await exchange.close()
        #expect(estimate?.given.text == "7510")
        #expect(estimate?.worstPrice?.text == "2510")
    }
}

/// A server that answers each request with the same JSON.
private final class OneAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let body: String
    private var request = ""

    private init(_ body: String) {
        self.body = body
    }

    /// Listens on a free port of this machine.
    static func serve(_ body: String) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(OneAnswer(body))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        request += String(buffer: unwrapInboundIn(data))
        guard request.hasSuffix("\r\n\r\n") else { return }
        request = ""
        let answer = ByteBuffer(
            string: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                + "\r\n\(body)")
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
}
