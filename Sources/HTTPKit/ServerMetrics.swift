import API
import Hummingbird
import NIOCore
import Synchronization

/// What the server counts of itself; nothing here is about anybody in particular.
package final class ServerMetrics: Sendable {
    private let begun = NIODeadline.now()
    private let routes = Mutex<[RouteMetrics]>([])
    private let outcomes = Mutex<[OutcomeCounter]>([])
    private let others = Mutex<[@Sendable () async -> [MetricFamily]]>([])
    /// Streams that are open now.
    let openStreams = Atomic<Int>(0)
    /// Streams that were ended because their readers took too little.
    let droppedStreams = Atomic<Int>(0)
    /// Connections that were closed because their clients did not take the answers.
    let untakenAnswers = Atomic<Int>(0)
    /// Bytes of large answers that are in memory for one reader each.
    let answerBytes = Atomic<Int>(0)
    /// Requests whose work did not end in time.
    let lateAnswers = Atomic<Int>(0)
    /// What was refused for safety's sake.
    let security = SecurityCounter()
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

    /// Lets what others count be told beside it.
    package func tell(_ families: @escaping @Sendable () async -> [MetricFamily]) {
        others.withLock { $0.append(families) }
    }

    /// The answer that has all figures.
    var response: Response {
        get async { .text(await text, mediaType: "text/plain; version=0.0.4; charset=utf-8") }
    }

    /// All figures in the text format of Prometheus, version 0.0.4.
    var text: String {
        get async {
            var families = own
            for other in others.withLock({ $0 }) { families += await other() }
            return families.map(\.text).joined()
        }
    }

    private var own: [MetricFamily] {
        var families = [
            MetricFamily(
                "cerca_build_info", .gauge, "1, and which version this is.",
                [MetricFamily.Sample(1, [("version", CercaVersion.text)])]),
            MetricFamily(
                "cerca_uptime_seconds", .gauge, "Time since the server began.",
                Double((NIODeadline.now() - begun).nanoseconds) / 1e9),
            MetricFamily(
                "cerca_open_connections", .gauge, "Connections that are open now.",
                openConnections.load(ordering: .relaxed)),
            MetricFamily(
                "cerca_open_streams", .gauge, "Streams that are open now.", openStreams.load(ordering: .relaxed)),
            MetricFamily(
                "cerca_dropped_streams_total", .counter, "Streams whose readers took too little.",
                droppedStreams.load(ordering: .relaxed)),
            MetricFamily(
                "cerca_open_sockets", .gauge, "Sockets of the market, by WebSocket or by polling, that are open now.",
                sockets.withLock { $0?.count ?? 0 }),
            MetricFamily(
                "cerca_late_answers_total", .counter, "Requests whose work did not end in time.",
                lateAnswers.load(ordering: .relaxed)),
            MetricFamily(
                "cerca_untaken_answers_total", .counter, "Connections closed because their answers were not taken.",
                untakenAnswers.load(ordering: .relaxed)),
            MetricFamily(
                "cerca_answer_bytes", .gauge, "Bytes of large answers that wait for their readers.",
                answerBytes.load(ordering: .relaxed)),
            security.family,
        ]
        families += ProcessFigures.families
        families += outcomes.withLock { $0 }.map { MetricFamily($0.name, .counter, $0.help, $0.samples) }
        return families + requests
    }

    private var requests: [MetricFamily] {
        let used = routes.withLock { $0 }.map { ($0.name, $0.snapshot) }.filter { $0.1.total > 0 }
        return [
            MetricFamily(
                "cerca_http_requests_total", .counter, "Requests by route and class of status.",
                used.flatMap { name, counts in
                    counts.byClass.enumerated().filter { $0.element > 0 }.map { index, count in
                        MetricFamily.Sample(count, [("route", name), ("status", "\(index + 1)xx")])
                    }
                }),
            MetricFamily(
                "cerca_http_request_duration_seconds", .histogram, "Time until the head of the answer was ready.",
                used.flatMap { name, counts in Self.histogram(name, counts) }),
        ]
    }

    private static func histogram(_ name: String, _ counts: RouteMetrics.Counts) -> [MetricFamily.Sample] {
        var samples: [MetricFamily.Sample] = []
        var sum = 0
        for (bound, count) in zip(RouteMetrics.bounds, counts.byDuration) {
            sum += count
            samples.append(.init(sum, [("route", name), ("le", "\(Double(bound) / 1e9)")], suffix: "_bucket"))
        }
        samples.append(.init(counts.total, [("route", name), ("le", "+Inf")], suffix: "_bucket"))
        samples.append(.init(Double(counts.nanoseconds) / 1e9, [("route", name)], suffix: "_sum"))
        samples.append(.init(counts.total, [("route", name)], suffix: "_count"))
        return samples
    }
}
