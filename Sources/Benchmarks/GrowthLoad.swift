import Basics
import Exposure
import ExposureWire
import Foundation
import HTTPKit
import NIOCore
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What one kind of request came to.
struct GrowthCost: Sendable {
    /// What was asked for.
    let name: String
    let perSecond: Double
    let latency: LatencyHistogram
    /// Microseconds of processor, those of the load generator included.
    let processor: Double
}

/// Loads a server with requests of one kind.
struct GrowthLoad {
    static let connections = 64

    let port: Int
    let warmUpSeconds: Double
    let seconds: Double

    /// Sends what `sources` give, one connection for each; anything but 200 is a failure.
    ///
    /// - Parameter late: A status that one of twenty answers at most may have, and that is not counted.
    func measure(_ name: String, _ sources: [any RequestSource], late: Int? = nil) async throws -> GrowthCost {
        let end = BatchLoadClient.Switch()
        let requests = sources.map { StoppedRequests(source: $0, end: end) }
        let next = Atomic<Int>(0)
        let measuresFrom = NIODeadline.now() + .milliseconds(Int64(warmUpSeconds * 1000))
        let finished = BenchmarkServer.connect(sources.count, to: port) { promise in
            let number = next.add(1, ordering: .relaxed).oldValue
            return RequestLoadClient(load: requests[number], measuresFrom: measuresFrom, finished: promise)
        }
        try await Task.sleep(for: .seconds(warmUpSeconds))
        let (before, begin) = (Self.processorSeconds(), ContinuousClock.now)
        try await Task.sleep(for: .seconds(seconds))
        let used = Self.processorSeconds() - before
        let took = (ContinuousClock.now - begin) / .seconds(1)
        end.stop()
        var sum = RequestLoadClient.Tally()
        for future in finished {
            let tally = try await future.get()
            if let failure = tally.failure { throw BenchmarkServer.Failure(description: "\(name): \(failure)") }
            sum.statuses.merge(tally.statuses, uniquingKeysWith: +)
            sum.latency.add(tally.latency)
        }
        let few = sum.statuses.values.reduce(0, +) / 20
        if let (status, count) = sum.statuses.first(where: { $0.key != 200 && ($0.key != late || $0.value > few) }) {
            throw BenchmarkServer.Failure(description: "\(name): \(count) answers had status \(status)")
        }
        guard sum.latency.count > 0 else { throw BenchmarkServer.Failure(description: "\(name): nothing was answered") }
        return GrowthCost(
            name: name, perSecond: Double(sum.latency.count) / took, latency: sum.latency,
            processor: used * 1e6 / Double(sum.latency.count))
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}

/// Another's requests until a switch is turned.
private struct StoppedRequests: RequestSource {
    let source: any RequestSource
    let end: BatchLoadClient.Switch

    func writeNext(into buffer: inout ByteBuffer) -> Bool {
        !end.isStopped && source.writeNext(into: &buffer)
    }
}

/// The same page again and again.
struct PageRequests: RequestSource {
    private let bytes: ByteBuffer

    /// Requests for a path, with a session's token where there is one.
    init(_ path: String, token: String? = nil) {
        let session = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        bytes = ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(session)\r\n")
    }

    func writeNext(into buffer: inout ByteBuffer) -> Bool {
        buffer.writeImmutableBuffer(bytes)
        return true
    }
}

/// Reports of people who have tested positive: fourteen keys, each with a code of its own.
final class ReportRequests: RequestSource {
    private struct State {
        var next = 0
        var random = SplitMix64(seed: 14)
    }

    private let codes: [String]
    private let today: UTCDay
    private let state = Mutex(State())

    init(codes: [String], today: UTCDay) {
        self.codes = codes
        self.today = today
    }

    /// Whether every code has been used.
    var isExhausted: Bool { state.withLock { $0.next >= codes.count } }

    func writeNext(into buffer: inout ByteBuffer) -> Bool {
        let upload: ExposedListUpload? = state.withLock { state in
            guard state.next < codes.count else { return nil }
            defer { state.next += 1 }
            let first = PublishedKey(key: DayKey(using: &state.random), day: today.advanced(by: -13))
            let days = (0..<14).map { first.day.advanced(by: $0) }
            let keys = days.compactMap { day in first.key(on: day).map { PublishedKey(key: $0, day: day) } }
            return ExposedListUpload(keys: keys, authorization: codes[state.next])
        }
        guard let body = upload?.json() else { return false }
        buffer.writeString(
            "POST /v1/exposedlist HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: growth\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
        buffer.writeBytes(body)
        return true
    }
}
