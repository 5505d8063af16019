import Foundation
import HTTPKit
import Hummingbird
import Logging
import MarketService
import NIOCore
import NIOPosix
import ServerApp
import Storage

/// A server on the loopback interface in this process, beside its load generator.
enum BenchmarkServer {
    /// Something that must not happen while measuring.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Calls `body` with a new SQLite database in `directory`, and closes it; the file stays for the caller to remove.
    static func withDatabase<Value: Sendable>(
        named name: String, in directory: URL, _ body: (any Database) async throws -> Value
    ) async throws -> Value {
        let database = try await ServerDatabase.open(
            .sqlite(path: directory.appending(path: name).path), keyring: .temporary(), logger: quiet)
        do {
            let value = try await body(database)
            await database.close()
            return value
        } catch {
            await database.close()
            throw error
        }
    }

    /// Calls `body` with the port of a server of `services` without limits of rates, and stops it.
    static func serving<Value: Sendable>(
        _ services: ServerServices, _ body: (Int) async throws -> Value
    ) async throws -> Value {
        services.market.start()
        do {
            let value = try await listening(services, body)
            await services.market.stop()
            return value
        } catch {
            await services.market.stop()
            throw error
        }
    }

    private static func listening<Value: Sendable>(
        _ services: ServerServices, _ body: (Int) async throws -> Value
    ) async throws -> Value {
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let application = try buildApplication(
            configuration: ServerConfiguration(port: 0, limits: ServerLimits.standard.withoutRates.forOneAddress),
            services: services, logger: quiet, onListening: { listening.yield($0) })
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            defer { group.cancelAll() }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else { throw Failure(description: "the server did not start") }
            return try await body(port)
        }
    }

    /// Opens connections to `port`, each with a handler that `makeHandler` makes and that keeps its promise at the end.
    static func connect<Tally: Sendable>(
        _ connections: Int, to port: Int,
        _ makeHandler: @escaping @Sendable (EventLoopPromise<Tally>) -> any ChannelInboundHandler
    ) -> [EventLoopFuture<Tally>] {
        let group = MultiThreadedEventLoopGroup.singleton
        return (0..<connections).map { _ in
            let promise = group.next().makePromise(of: Tally.self)
            ClientBootstrap(group: group)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(makeHandler(promise))
                    }
                }
                .connect(host: "127.0.0.1", port: port)
                .whenFailure { promise.fail($0) }
            return promise.futureResult
        }
    }

    private static let quiet = Logger(label: "cerca.bench", factory: { _ in SwiftLogNoOpLogHandler() })
}
