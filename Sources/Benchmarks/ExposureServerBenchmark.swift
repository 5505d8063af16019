import API
import AccountService
import Accounts
import ArgumentParser
import Basics
import Commands
import Exposure
import ExposureService
import ExposureWire
import Foundation
import LoyaltyService
import NIOCore
import NIOPosix
import ServerApp
import ServiceKit
import Storage

/// `cerca-bench exposure-server`: how many phones a server tells that nothing has changed, and how fast it gives batches.
struct BenchExposureServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exposure-server",
        abstract: "Conditional requests (304) and full batches of keys a second over HTTP, load generator included.")

    @Option(help: "How many keys the batch holds.")
    var keys = 8000

    @Option(help: "How long to measure each.")
    var seconds = 5.0

    @Option(help: "Connections of the load generator, which runs in this process.")
    var connections = 64

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (0...1_000_000).contains(keys), seconds > 0, (1...10_000).contains(connections) else {
            throw ValidationError("--keys must be 0 to 1000000, --seconds positive and --connections 1 to 10000")
        }
    }

    func run() async throws {
        OpenFiles.allowAsManyAsPossible()
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if !json { StandardError.write("making a batch of \(keys) keys, then \(seconds) seconds of each kind …") }
        let result = try await ExposureServerBenchmark(
            keys: keys, seconds: seconds, connections: connections, directory: folder
        ).run()
        if json {
            print(JSONValue.object(members(result)).compactText)
        } else {
            let (unchanged, full) = (result.unchanged, result.full)
            print(
                "unchanged (304): \(Int(unchanged.perSecond)) requests a second; p50 \(unchanged.p50Milliseconds) ms, "
                    + "p99 \(unchanged.p99Milliseconds) ms, \(connections) connections")
            print(
                "full: \(Int(full.perSecond)) batches of \(keys) keys (\(full.answerBytes) bytes) a second, "
                    + "\(Int(full.bytesPerSecond / 1e6)) MB/s; p50 \(full.p50Milliseconds) ms, "
                    + "p99 \(full.p99Milliseconds) ms")
        }
    }

    private func members(_ result: ExposureServerBenchmark.Result) -> [JSONValue.Member] {
        [
            JSONValue.Member("bench", "exposure-server"),
            JSONValue.Member("conditionalPerSecond", .count(Int64(result.unchanged.perSecond))),
            JSONValue.Member("conditionalP50Milliseconds", .number(result.unchanged.p50Milliseconds)),
            JSONValue.Member("conditionalP99Milliseconds", .number(result.unchanged.p99Milliseconds)),
            JSONValue.Member("batchesPerSecond", .number(result.full.perSecond)),
            JSONValue.Member("bytesPerSecond", .count(Int64(result.full.bytesPerSecond))),
            JSONValue.Member("batchBytes", .count(result.full.answerBytes)),
            JSONValue.Member("keys", .count(keys)),
            JSONValue.Member("connections", .count(connections)),
        ]
    }
}

/// One server with one batch on the loopback interface, in this process with its load generator.
struct ExposureServerBenchmark {
    /// What one kind of request came to.
    struct Rate: Sendable {
        let perSecond: Double
        let answerBytes: Int
        let p50Milliseconds: Double
        let p99Milliseconds: Double

        var bytesPerSecond: Double { perSecond * Double(answerBytes) }
    }

    /// What was measured.
    struct Result: Sendable {
        /// Requests with the tag of the batch that the phone has.
        let unchanged: Rate
        /// Requests for all of it.
        let full: Rate
    }

    private static let warmUpSeconds = 1.0
    private static let release = Timestamp(milliseconds: 249_000 * BatchTime.milliseconds)

    let keys: Int
    let seconds: Double
    let connections: Int
    let directory: URL

    /// Prepares a server, loads it, and stops it; the files stay for the caller to remove.
    func run() async throws -> Result {
        try await BenchmarkServer.withDatabase(named: "bench-exposure.sqlite", in: directory) { database in
            try await measure(database)
        }
    }

    private func measure(_ database: any Database) async throws -> Result {
        let clock = SteppedClock(Self.release.advanced(bySeconds: -60))
        let exposure = ExposureService(database: database, clock: clock.serverClock, signer: .generate())
        try await publishKeys(exposure, before: Self.release)
        clock.set(Self.release.advanced(bySeconds: 60))
        let events = UserEvents()
        let services = ServerServices(
            database: database, clock: clock.serverClock,
            accounts: AccountService(database: database, clock: clock.serverClock, cost: .simulation),
            loyalty: LoyaltyService(database: database, clock: clock.serverClock, events: events), exposure: exposure,
            events: events)
        return try await BenchmarkServer.serving(services) { port in
            let full = "GET /v1/exposed/\(Self.release.milliseconds) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            let tag = try await entityTag(full + "\r\n", port: port)
            return Result(
                unchanged: try await rate(full + "If-None-Match: \(tag)\r\n\r\n", status: 304, port: port),
                full: try await rate(full + "\r\n", status: 200, port: port))
        }
    }

    private func publishKeys(_ exposure: ExposureService, before release: Timestamp) async throws {
        var random = SplitMix64(seed: 1)
        let today = UTCDay(containing: release.advanced(bySeconds: -1))
        for start in stride(from: 0, to: keys, by: 14) {
            let first = PublishedKey(key: DayKey(using: &random), day: today.advanced(by: -13))
            let days = (0..<min(14, keys - start)).map { first.day.advanced(by: $0) }
            let published = days.compactMap { day in first.key(on: day).map { PublishedKey(key: $0, day: day) } }
            try await exposure.publish(approved: published, by: .server)
        }
    }

    /// The tag of the batch, as the server tells it in the head of a first answer.
    private func entityTag(_ request: String, port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var head = ""
            for try await piece in inbound {
                head += String(buffer: piece)
                let fields = head.split(separator: "\r\n")
                if let field = fields.dropLast().first(where: { $0.lowercased().hasPrefix("etag: ") }) {
                    return String(field.dropFirst("etag: ".count))
                }
            }
            throw BenchmarkServer.Failure(description: "the server gave no tag")
        }
    }

    private func rate(_ request: String, status: Int, port: Int) async throws -> Rate {
        let measuresFrom = NIODeadline.now() + .milliseconds(Int64(Self.warmUpSeconds * 1000))
        let end = BatchLoadClient.Switch()
        let bytes = ByteBuffer(string: request)
        let finished = BenchmarkServer.connect(connections, to: port) { promise in
            BatchLoadClient(request: bytes, status: status, end: end, measuresFrom: measuresFrom, finished: promise)
        }
        try await Task.sleep(for: .seconds(Self.warmUpSeconds + seconds))
        end.stop()
        var sum = BatchLoadClient.Tally()
        for future in finished {
            let tally = try await future.get()
            if let failure = tally.failure { throw BenchmarkServer.Failure(description: failure) }
            sum.answers += tally.answers
            sum.latency.add(tally.latency)
            sum.answerBytes = max(sum.answerBytes, tally.answerBytes)
        }
        return Rate(
            perSecond: Double(sum.answers) / seconds, answerBytes: sum.answerBytes,
            p50Milliseconds: sum.latency.milliseconds(percentile: 50),
            p99Milliseconds: sum.latency.milliseconds(percentile: 99))
    }
}
