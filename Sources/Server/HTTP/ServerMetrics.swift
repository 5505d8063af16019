import API
import Hummingbird
import NIOCore
import Synchronization

/// What the server counts of itself; nothing here is about anybody in particular.
final class ServerMetrics: Sendable {
    private let begun = NIODeadline.now()
    private let routes = Mutex<[RouteMetrics]>([])
    private let sightings = Mutex<[String: Int]>([:])
    /// Streams that are open now.
    let openStreams = Atomic<Int>(0)
    /// Connections that are open now.
    let openConnections = Atomic<Int>(0)
    /// The sockets, where the server has any.
    private let sockets = Mutex<SocketServer?>(nil)

    /// Counts these sockets from now on.
    func watch(_ sockets: SocketServer) {
        self.sockets.withLock { $0 = sockets }
    }

    /// New figures under a name such as `GET /api/venues/{uuid}`.
    func register(_ name: String) -> RouteMetrics {
        let figures = RouteMetrics(name: name)
        routes.withLock { $0.append(figures) }
        return figures
    }

    /// Counts how a sighting ended: `accepted` or the code of its refusal.
    func countSighting(_ outcome: String) {
        sightings.withLock { $0[outcome, default: 0] += 1 }
    }

    /// The answer that has all figures.
    var response: Response { .text(text, mediaType: "text/plain; version=0.0.4; charset=utf-8") }

    /// All figures in the text format of Prometheus, version 0.0.4.
    var text: String {
        var text = ""
        func family(_ name: String, _ type: String, _ help: String, _ samples: [String]) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
            for sample in samples { text += sample + "\n" }
        }
        let seconds = Double((NIODeadline.now() - begun).nanoseconds) / 1e9
        family("cerca_uptime_seconds", "gauge", "Time since the server began.", ["cerca_uptime_seconds \(seconds)"])
        family(
            "cerca_open_connections", "gauge", "Connections that are open now.",
            ["cerca_open_connections \(openConnections.load(ordering: .relaxed))"])
        family(
            "cerca_open_streams", "gauge", "Streams that are open now.",
            ["cerca_open_streams \(openStreams.load(ordering: .relaxed))"])
        family(
            "cerca_open_sockets", "gauge", "Sockets of the market, by WebSocket or by polling, that are open now.",
            ["cerca_open_sockets \(sockets.withLock { $0?.count ?? 0 })"])
        family(
            "cerca_sightings_total", "counter", "Sightings by what they ended as.",
            sightings.withLock { $0 }.sorted { $0.key < $1.key }
                .map { "cerca_sightings_total{outcome=\"\($0.key)\"} \($0.value)" })
        let used = routes.withLock { $0 }.map { ($0.name, $0.snapshot) }.filter { $0.1.total > 0 }
        family(
            "cerca_http_requests_total", "counter", "Requests by route and class of status.",
            used.flatMap { name, counts in
                counts.byClass.enumerated().filter { $0.element > 0 }.map { index, count in
                    "cerca_http_requests_total{route=\"\(name)\",status=\"\(index + 1)xx\"} \(count)"
                }
            })
        family(
            "cerca_http_request_duration_seconds", "histogram", "Time until the head of the answer was ready.",
            used.flatMap { name, counts in Self.histogram(name, counts) })
        return text
    }

    private static func histogram(_ name: String, _ counts: RouteMetrics.Counts) -> [String] {
        let metric = "cerca_http_request_duration_seconds"
        var lines: [String] = []
        var sum = 0
        for (bound, count) in zip(RouteMetrics.bounds, counts.byDuration) {
            sum += count
            lines.append("\(metric)_bucket{route=\"\(name)\",le=\"\(Double(bound) / 1e9)\"} \(sum)")
        }
        lines.append("\(metric)_bucket{route=\"\(name)\",le=\"+Inf\"} \(counts.total)")
        lines.append("\(metric)_sum{route=\"\(name)\"} \(Double(counts.nanoseconds) / 1e9)")
        lines.append("\(metric)_count{route=\"\(name)\"} \(counts.total)")
        return lines
    }
}

/// What is counted for one route.
final class RouteMetrics: Sendable {
    /// Upper bounds of the histogram, nanoseconds.
    static let bounds: [UInt64] = [
        500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000,
        1_000_000_000, 5_000_000_000,
    ]

    struct Counts {
        var byClass = [Int](repeating: 0, count: 5)
        var byDuration = [Int](repeating: 0, count: RouteMetrics.bounds.count + 1)
        var nanoseconds: UInt64 = 0
        var total: Int { byClass.reduce(0, +) }
    }

    /// The route's method and path.
    let name: String
    private let counts = Mutex(Counts())

    init(name: String) {
        self.name = name
    }

    /// Counts an answer with `status` that took `nanoseconds`.
    func count(status: Int, nanoseconds: UInt64) {
        let bucket = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
        counts.withLock { counts in
            counts.byClass[min(max(status / 100, 1), 5) - 1] += 1
            counts.byDuration[bucket] += 1
            counts.nanoseconds &+= nanoseconds
        }
    }

    var snapshot: Counts { counts.withLock { $0 } }
}
