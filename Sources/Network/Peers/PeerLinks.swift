import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Asks the other servers of a database, over one connection to each, which is kept.
package final class PeerLinks: Sendable {
    private let secret: [UInt8]
    private let group: any EventLoopGroup
    private let lines = Mutex<[String: EventLoopFuture<PeerLine>]>([:])
    /// How long it may take until a connection stands and the other side has proven who it is.
    private static let connecting = TimeAmount.seconds(1)

    /// Links to servers that have the same secret.
    package init(secret: [UInt8]) {
        self.secret = secret
        group = MultiThreadedEventLoopGroup.singleton
    }

    /// Asks the server at `address`, as `10.0.0.2:9443` or `[fd00::2]:9443`.
    ///
    /// - Parameter limit: How long its answer is waited for, in milliseconds.
    package func ask(_ address: String, _ question: [UInt8], within limit: Int64) async throws(PeerFault) -> [UInt8] {
        do {
            let line = try await line(to: address).get()
            return try await line.ask(question, within: .milliseconds(limit)).get()
        } catch {
            throw error as? PeerFault ?? .notSent
        }
    }

    /// Closes every connection.
    package func close() {
        let all = lines.withLock { lines in
            defer { lines = [:] }
            return lines
        }
        for line in all.values { line.whenSuccess { $0.close() } }
    }

    private func line(to address: String) -> EventLoopFuture<PeerLine> {
        let (line, isNew) = lines.withLock { lines in
            if let known = lines[address] { return (known, false) }
            let new = connect(to: address)
            lines[address] = new
            return (new, true)
        }
        if isNew {
            line.whenFailure { _ in self.forget(address) }
            line.whenSuccess { line in line.whenClosed { self.forget(address) } }
        }
        return line
    }

    private func forget(_ address: String) {
        lines.withLock { $0[address] = nil }
    }

    private func connect(to address: String) -> EventLoopFuture<PeerLine> {
        let loop = group.next()
        guard let (host, port) = PeerAddress.parts(of: address) else {
            return loop.makeFailedFuture(PeerFault.notSent)
        }
        let ready = loop.makePromise(of: PeerLine.self)
        let secret = secret
        ClientBootstrap(group: loop)
            .connectTimeout(Self.connecting)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var random = SystemRandomNumberGenerator()
                    let conversation = PeerConversation(.asking, secret: secret, random: &random)
                    try channel.pipeline.syncOperations.addHandler(PeerLine(channel, conversation, ready: ready))
                }
            }
            .connect(host: host, port: port)
            .whenComplete { result in
                switch result {
                case .failure(let error): ready.fail(Self.isRefusal(error) ? PeerFault.nobodyThere : .notSent)
                case .success(let channel):
                    let deadline = loop.scheduleTask(in: Self.connecting) { channel.close(promise: nil) }
                    ready.futureResult.whenComplete { _ in deadline.cancel() }
                }
            }
        return ready.futureResult
    }

    /// Whether it was the other machine that said no, at each of its addresses.
    private static func isRefusal(_ error: any Error) -> Bool {
        guard let error = error as? NIOConnectionError, !error.connectionErrors.isEmpty else { return false }
        return error.connectionErrors.allSatisfy { ($0.error as? IOError)?.errnoCode == ECONNREFUSED }
    }
}

extension PeerLine {
    /// Ends the connection.
    func close() {
        channel.close(promise: nil)
    }

    /// Calls `body` once the connection has ended.
    func whenClosed(_ body: @escaping @Sendable () -> Void) {
        channel.closeFuture.whenComplete { _ in body() }
    }
}

/// Where a server is found by the others.
package enum PeerAddress {
    /// Host and port as one text; an IPv6 address stands in brackets.
    package static func text(host: String, port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// What ``text(host:port:)`` was made of; nil when it was not.
    static func parts(of text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return host.isEmpty ? nil : (String(host), port)
    }
}
