import API
import Hummingbird
import NIOCore
import Synchronization

/// What the server counts of itself; nothing here is about anybody in particular.
package final class ServerMetrics: Sendable {
    private let begun = NIODeadline.now()
    private let routes = Mutex<[RouteMetrics]>([])
    private let outcomes = Mutex<[OutcomeCounter]>([])
    /// Streams that are open now.
    let openStreams = Atomic<Int>(0)
    /// Connections that are open now.
    let openConnections = Atomic<Int>(0)
    /// The sockets, where the server has any.
    private let sockets = Mutex<(any WebSocketAcceptor)?>(nil)

    /// Nothing is counted yet.
    package init() {}

    /// Counts these sockets from now on.
    func watch(_ sockets: any WebSocketAcceptor) {
        self.sockets.withLock { $0 = sockets }
    }

    /// New figures under a name such as `GET /api/venues/{uuid}`.
    func register(_ name: String) -> RouteMetrics {
        let figures = RouteMetrics(name: name)
        routes.withLock { $0.append(figures) }
        return figures
    }

    /// A new count of something by what it ended as, under a name such as `cerca_sightings_total`.
    package func outcomes(_ name: String, _ help: String) -> OutcomeCounter {
        let counter = OutcomeCounter(name: name, help: help)
        outcomes.withLock { $0.append(counter) }
        return counter
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
        for counter in outcomes.withLock({ $0 }) {
            family(counter.name, "counter", counter.help, counter.samples)
        }
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
