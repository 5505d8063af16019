import Basics
import NIOCore
import NIOPosix
import NIOWebSocket
import SocketIO
import Synchronization

/// What a feed tells as it happens.
public enum FeedEvent: Equatable, Sendable {
    /// The stream is connected; snapshots follow.
    case connected
    /// A topic has a new value.
    case changed(FeedTopic, JSONValue)
    /// The connection was lost or refused; the feed comes back after so many seconds.
    case disconnected(reason: String, retryInSeconds: Int)
}

/// Follows an exchange's stream: Socket.IO over a WebSocket, snapshots and deltas, asked for anew after a gap.
public struct MarketFeed: Sendable {
    /// The longest wait before the next try.
    static let longestWait = 30

    private let client: MarketClient
    private let markets: [String]
    private let topics: [FeedTopic]

    /// A feed of `markets`; when the client's server has a key, also of the account's orders and balances and of the
    /// prices of all markets.
    ///
    /// `topics` are asked for beyond that, such as the prices of all markets without a key.
    public init(_ client: MarketClient, markets: [String], asking topics: [FeedTopic] = []) {
        self.client = client
        self.markets = markets
        self.topics = topics
    }

    /// Follows until the task is cancelled or `handle` says false, connecting anew whenever the connection is lost.
    ///
    /// - Throws: A refusal by which no later try can succeed, such as a key that the exchange does not know.
    public func follow(_ handle: @escaping @Sendable (FeedEvent) async -> Bool) async throws(MarketClientError) {
        var wait = 1
        while !Task.isCancelled {
            let began = ContinuousClock.now
            let reason: String
            do {
                guard try await connection(handle) else { return }
                reason = "the exchange closed the stream"
            } catch let error as MarketClientError {
                if case .refused(let status, _) = error, (400..<500).contains(status), status != 429 { throw error }
                reason = "\(error)"
            } catch is CancellationError {
                return
            } catch {
                reason = "\(error)"
            }
            // A connection that held is no reason to wait longer.
            if began.duration(to: .now) > .seconds(60) { wait = 1 }
            guard await handle(.disconnected(reason: reason, retryInSeconds: wait)) else { return }
            guard (try? await Task.sleep(for: .seconds(wait))) != nil else { return }
            wait = min(wait * 2, Self.longestWait)
        }
    }

    /// One connection; false when `handle` wants no more.
    private func connection(_ handle: @escaping @Sendable (FeedEvent) async -> Bool) async throws -> Bool {
        guard let address = WebAddress(client.server.streamAddress) else {
            throw MarketClientError.unreachable("its address has no host")
        }
        let ticket = client.server.key == nil ? nil : try await client.socketTicket()
        let link = try await WebSocketLink.open(
            address, target: address.path + "/socket.io/?EIO=3&transport=websocket")
        return try await link.channel.executeThenClose { inbound, outbound in
            let session = FeedSession(markets: markets, topics: topics, ticket: ticket, outbound: outbound)
            return try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await session.read(inbound, handle) }
                group.addTask { try await session.keepAlive() }
                defer { group.cancelAll() }
                return try await group.next() ?? true
            }
        }
    }
}

/// The state of one connection, between the task that reads and the one that keeps it alive.
private final class FeedSession: Sendable {
    private let socket = Mutex(SocketClient(version: .three, now: FeedSession.now()))
    private let state = Mutex(FeedState())
    private let markets: [String]
    private let topics: [FeedTopic]
    private let ticket: MarketSocketTicket?
    private let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>

    init(
        markets: [String], topics: [FeedTopic], ticket: MarketSocketTicket?,
        outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) {
        self.markets = markets
        self.topics = topics
        self.ticket = ticket
        self.outbound = outbound
    }

    /// Reads until the stream ends; false when `handle` wants no more.
    func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ handle: @escaping @Sendable (FeedEvent) async -> Bool
    ) async throws -> Bool {
        for try await frame in inbound {
            let message: EngineFrame
            switch frame.opcode {
            case .text: message = .text(String(buffer: frame.unmaskedData))
            case .binary: message = .binary(Array(frame.unmaskedData.readableBytesView))
            case .ping:
                try await outbound.write(.masked(.pong, frame.unmaskedData))
                continue
            case .connectionClose: return true
            default: continue
            }
            let actions = socket.withLock { $0.frameReceived(message, now: Self.now()) }
            for action in actions {
                guard try await perform(action, handle) else { return false }
                if case .closed = action { return true }
            }
        }
        return true
    }

    /// Pings, and ends a connection on which nothing comes back.
    func keepAlive() async throws -> Bool {
        while true {
            let deadline = socket.withLock { $0.nextDeadline }
            try await Task.sleep(for: .milliseconds(max(50, min(deadline - Self.now(), 1000))))
            for action in socket.withLock({ $0.tick(now: Self.now()) }) {
                switch action {
                case .send(let frame): try await send(frame)
                case .closed: throw MarketClientError.unreachable("its stream has fallen silent")
                default: continue
                }
            }
        }
    }

    private func perform(
        _ action: SocketClientAction, _ handle: @escaping @Sendable (FeedEvent) async -> Bool
    ) async throws -> Bool {
        switch action {
        case .send(let frame): try await send(frame)
        case .connected:
            if let ticket {
                var ids = [JSONValue.Member("uid", .string(ticket.uid)), .init("socid", .string(ticket.socid))]
                if let verify = ticket.verify { ids.append(.init("verify", .string(verify))) }
                try await emit("user-auth", .object(ids))
            }
            for market in markets { try await emit("subscribe", .string(market)) }
            for case .ask(let event, let argument) in topics.map(FeedState.ask) { try await emit(event, argument) }
            return await handle(.connected)
        case .event(let name, let arguments, _):
            guard let argument = arguments.first else { return true }
            for outcome in state.withLock({ $0.receive(name, argument) }) {
                switch outcome {
                case .changed(let topic, let value):
                    guard await handle(.changed(topic, value)) else { return false }
                case .ask(let event, let argument): try await emit(event, argument)
                }
            }
        case .refused: throw MarketClientError.unreachable("it refuses the stream")
        case .closeWebSocket(let code):
            var data = ByteBuffer()
            data.writeInteger(code)
            try await outbound.write(.masked(.connectionClose, data))
        case .acknowledged, .closed: break
        }
        return true
    }

    private func emit(_ event: String, _ argument: JSONValue?) async throws {
        let actions = socket.withLock { $0.emit(event, argument.map { [$0] } ?? []) } ?? []
        for case .send(let frame) in actions { try await send(frame) }
    }

    private func send(_ frame: EngineFrame) async throws {
        switch frame {
        case .text(let text): try await outbound.write(.masked(.text, ByteBuffer(string: text)))
        case .binary(let bytes): try await outbound.write(.masked(.binary, ByteBuffer(bytes: bytes)))
        }
    }

    /// Milliseconds of a clock that never goes back.
    private static func now() -> Int64 {
        Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000)
    }
}
