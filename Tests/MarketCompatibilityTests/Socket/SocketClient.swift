import Basics
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A client of sockets for tests: it does as little as it can by itself, so that it can do everything wrong.
final class SocketClient: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isClosed = false
    }

    /// A frame as it came.
    struct Frame: Equatable {
        let opcode: UInt8
        let payload: [UInt8]
        var text: String { String(decoding: payload, as: UTF8.self) }
        /// The code of a close frame.
        var closeCode: Int { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : -1 }
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let client: SocketClient

        init(_ client: SocketClient) {
            self.client = client
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = Array(unwrapInboundIn(data).readableBytesView)
            client.state.withLock { $0.bytes += bytes }
        }

        func channelInactive(context: ChannelHandlerContext) {
            client.state.withLock { $0.isClosed = true }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private let state = Mutex(State())
    private let connection = Mutex<(any Channel)?>(nil)

    /// A connection on which nothing was said.
    init(port: Int, reads: Bool = true) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelOption(.socketOption(.so_rcvbuf), value: reads ? 262_144 : 4096)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(self))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        connection.withLock { $0 = channel }
    }

    /// A WebSocket at `/socket.io/`; `query` without `transport`.
    static func webSocket(port: Int, query: String = "EIO=4", reads: Bool = true) async throws -> SocketClient {
        let client = try await SocketClient(port: port, reads: true)
        try await client.send(bytes: upgradeRequest("/socket.io/?transport=websocket&\(query)"))
        let head = try await client.head()
        guard head.hasPrefix("HTTP/1.1 101 ") else { throw Unexpected(text: head) }
        if !reads { try await client.stopReading() }
        return client
    }

    struct Unexpected: Error { let text: String }

    static func upgradeRequest(_ target: String) -> [UInt8] {
        Array(
            """
            GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """.utf8)
    }

    func stopReading() async throws {
        try await connection.withLock { $0 }?.setOption(.autoRead, value: false).get()
    }

    func resumeReading() async throws {
        try await connection.withLock { $0 }?.setOption(.autoRead, value: true).get()
    }

    func send(bytes: [UInt8]) async throws {
        try await connection.withLock { $0 }?.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Sends a masked frame, as a client must.
    func send(opcode: UInt8 = 1, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true) async throws {
        var bytes: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case ...125: bytes.append(mask | UInt8(payload.count))
        case ...0xFFFF: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [mask | 127] + withUnsafeBytes(of: UInt64(payload.count).bigEndian) { Array($0) }
        }
        let key: [UInt8] = [1, 2, 3, 4]
        if isMasked { bytes += key }
        bytes += isMasked ? payload.enumerated().map { $1 ^ key[$0 % 4] } : payload
        try await send(bytes: bytes)
    }

    func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    /// Sends an event of the root namespace.
    func emit(_ event: String, _ argument: String? = nil) async throws {
        try await send("42[\"\(event)\"\(argument.map { "," + $0 } ?? "")]")
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var byteCount: Int { state.withLock { $0.bytes.count } }

    /// Waits until `take` finds something in what has come and not been taken; nil when the connection ended first.
    private func wait<Value>(seconds: Double, _ take: (inout [UInt8]) -> Value?) async throws -> Value? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let (value, isClosed) = state.withLock { (take(&$0.bytes), $0.isClosed) }
            if let value { return value }
            if isClosed { return nil }
            guard ContinuousClock.now < deadline else { throw Unexpected(text: "nothing came in time") }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// The head of an answer of HTTP, up to the empty line.
    func head(seconds: Double = 10) async throws -> String {
        let end = Array("\r\n\r\n".utf8)
        return try await wait(seconds: seconds) { bytes in
            guard bytes.count >= 4,
                let place = (0...bytes.count - 4).first(where: { Array(bytes[$0..<$0 + 4]) == end })
            else { return nil }
            defer { bytes.removeFirst(place + 4) }
            return String(decoding: bytes[..<place], as: UTF8.self)
        } ?? ""
    }

    /// An answer of HTTP whose head says its length.
    func answer() async throws -> (head: String, body: String) {
        let head = try await head()
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
        let body = try await wait(seconds: 10) { bytes -> String? in
            guard bytes.count >= length ?? 0 else { return nil }
            defer { bytes.removeFirst(length ?? 0) }
            return String(decoding: bytes[..<(length ?? 0)], as: UTF8.self)
        }
        return (head, body ?? "")
    }

    /// The next frame; nil when the connection ended before one.
    func frame(seconds: Double = 10) async throws -> Frame? {
        try await wait(seconds: seconds) { bytes in
            guard bytes.count >= 2 else { return nil }
            var (start, length) = (2, Int(bytes[1] & 0x7F))
            if length == 126 {
                guard bytes.count >= 4 else { return nil }
                (start, length) = (4, Int(bytes[2]) << 8 | Int(bytes[3]))
            } else if length == 127 {
                guard bytes.count >= 10 else { return nil }
                (start, length) = (10, bytes[2..<10].reduce(0) { $0 << 8 | Int($1) })
            }
            guard bytes.count >= start + length else { return nil }
            let frame = Frame(opcode: bytes[0] & 0x0F, payload: Array(bytes[start..<start + length]))
            bytes.removeFirst(start + length)
            return frame
        }
    }

    /// The text of the next message that is no ping.
    func message(seconds: Double = 10) async throws -> String {
        while let frame = try await frame(seconds: seconds) {
            if frame.opcode == 1, frame.text == "2" {
                try await send("3")
            } else if frame.opcode == 1 {
                return frame.text
            } else if frame.opcode == 8 {
                throw Unexpected(text: "closed with \(frame.closeCode)")
            }
        }
        throw Unexpected(text: "closed")
    }

    /// The next event, of this name when one is told.
    func event(_ name: String? = nil, seconds: Double = 10) async throws -> (name: String, argument: JSONValue) {
        while true {
            let text = try await message(seconds: seconds)
            guard text.hasPrefix("42"),
                case .array(let elements) = try JSONValue(parsing: Array(text.utf8.dropFirst(2))),
                case .string(let event)? = elements.first
            else { continue }
            if name == nil || name == event { return (event, elements.count > 1 ? elements[1] : .null) }
        }
    }

    /// The code with which the server closes; -1 when it ends the connection without a word.
    func closeCode(seconds: Double = 10) async throws -> Int {
        while let frame = try await frame(seconds: seconds) {
            if frame.opcode == 8 { return frame.closeCode }
        }
        return -1
    }

    /// Waits until the connection has ended.
    func ended(seconds: Double = 10) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isClosed {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    func close() async {
        try? await connection.withLock { $0 }?.close()
    }
}
