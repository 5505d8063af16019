import AsyncHTTPClient
import Basics
import HTTPKit
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Sends spans to a collector each second (OTLP/HTTP in JSON, `POST …/v1/traces`).
///
/// What the collector does not take is lost, and so is what is too much: a server never waits for those who watch it.
package final class SpanExporter: NamedService {
    /// Spans that wait at most.
    private static let most = 8192
    /// Spans in one request.
    private static let batch = 512
    private static let patience = TimeAmount.seconds(3)

    private struct State {
        var waiting: [FinishedSpan] = []
        var lost = 0
    }

    private let address: String
    private let version: String
    private let client: HTTPClient
    private let logger: Logger
    private let state = Mutex(State())

    /// An exporter to the collector at `address`, as `http://127.0.0.1:4318`.
    ///
    /// - Parameter version: Which version of the server this is.
    package init(to address: String, version: String, logger: Logger) {
        self.address = "\(address)/v1/traces"
        self.version = version
        self.logger = logger
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(2)))
        configuration.connectionPool.retryConnectionEstablishment = false
        self.client = HTTPClient(
            eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }

    /// Whether a text is an address of a collector: `http` or `https`, a host, and no more than a path.
    package static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 256, let scheme = ["http://", "https://"].first(where: text.hasPrefix) else {
            return false
        }
        let rest = text.dropFirst(scheme.count)
        return !rest.isEmpty && !rest.hasPrefix("/") && !rest.hasSuffix("/")
            && rest.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Array("?#@\\".utf8).contains($0) }
    }

    /// Lets a span wait, or loses it where too many do.
    func add(_ span: FinishedSpan) {
        state.withLock { state in
            if state.waiting.count < Self.most { state.waiting.append(span) } else { state.lost += 1 }
        }
    }

    /// Sends until the server stops, and then what is left.
    package func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil { await sendAll() }
        }
        await sendAll()
        try? await client.shutdown()
    }

    private func sendAll() async {
        while true {
            let (spans, lost) = state.withLock { state in
                defer {
                    state.waiting.removeFirst(min(Self.batch, state.waiting.count))
                    state.lost = 0
                }
                return (Array(state.waiting.prefix(Self.batch)), state.lost)
            }
            var missing = lost
            if !spans.isEmpty, await !send(spans) { missing += spans.count }
            if missing > 0 { logger.warning("spans were not taken", metadata: ["count": "\(missing)"]) }
            // One that does not take some is not asked again until the next second.
            guard spans.count == Self.batch, missing == 0 else { return }
        }
    }

    private func send(_ spans: [FinishedSpan]) async -> Bool {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: FinishedSpan.request(spans, version: version).compactText))
        do {
            let answer = try await client.execute(request, timeout: Self.patience)
            _ = try? await answer.body.collect(upTo: 65_536)
            return (200..<300).contains(answer.status.code)
        } catch {
            return false
        }
    }
}
