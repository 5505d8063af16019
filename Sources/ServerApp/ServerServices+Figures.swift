import AccountService
import HTTPKit
import MarketService
import ServiceKit
import Storage

extension ServerServices {
    /// How long figures that are asked of the database may take.
    private static let patience = Duration.milliseconds(500)

    /// What the services tell those who watch the server: nothing about anybody.
    func families() async -> [MetricFamily] {
        Self.families(of: market.database.figures) + Self.families(of: market.watched)
            + Self.families(of: events.figures) + (await queues()) + [housekeepingFailures.family]
    }

    private static func families(of figures: DatabaseFigures) -> [MetricFamily] {
        func samples(_ value: (DatabaseFigures.Pool) -> Int) -> [MetricFamily.Sample] {
            figures.pools.map { MetricFamily.Sample(value($0), [("pool", $0.name)]) }
        }
        return [
            MetricFamily(
                "cerca_db_connections_limit", .gauge, "Connections that a pool of the database may have.",
                samples(\.limit)),
            MetricFamily(
                "cerca_db_connections", .gauge, "Connections that work, as far as the pool knows.", samples(\.connected)
            ),
            MetricFamily("cerca_db_working", .gauge, "Connections that do something now.", samples(\.working)),
            MetricFamily("cerca_db_waiting", .gauge, "Transactions that wait for a connection.", samples(\.waiting)),
            MetricFamily(
                "cerca_db_refused_total", .counter, "Transactions that were refused because too many waited.",
                samples(\.refused)),
            MetricFamily(
                "cerca_db_retries_total", .counter, "Transactions that were begun again, by what they had met.",
                figures.retries.sorted { $0.key < $1.key }.map { MetricFamily.Sample($0.value, [("reason", $0.key)]) }),
            MetricFamily(
                "cerca_db_busy_total", .counter, "Transactions that were given up after others had won too often.",
                figures.givenUp),
            MetricFamily(
                "cerca_db_replica_reads_total", .counter, "Reads that a replica was to answer, by what came of them.",
                figures.replicaReads.sorted { $0.key < $1.key }.map {
                    MetricFamily.Sample($0.value, [("outcome", $0.key)])
                }),
        ]
    }

    private static func families(of markets: [WatchedMarket]) -> [MetricFamily] {
        func samples(_ value: (WatchedMarket) -> Double) -> [MetricFamily.Sample] {
            markets.map { MetricFamily.Sample(value($0), [("market", $0.name)]) }
        }
        func summary(_ sum: (WatchedMarket) -> Double) -> [MetricFamily.Sample] {
            markets.flatMap { market in
                [
                    MetricFamily.Sample(sum(market), [("market", market.name)], suffix: "_sum"),
                    MetricFamily.Sample(market.batches.batches, [("market", market.name)], suffix: "_count"),
                ]
            }
        }
        return [
            MetricFamily(
                "cerca_market_waiting_commands", .gauge, "Commands that wait for a market's writer.",
                samples { Double($0.writer.waiting) }),
            MetricFamily(
                "cerca_market_writing_seconds", .gauge, "For how long the batch is being written that is now.",
                samples { Double($0.writer.busyMilliseconds) / 1000 }),
            MetricFamily(
                "cerca_market_batch_commands", .summary, "Commands in the batches that were committed.",
                summary { Double($0.batches.commands) }),
            MetricFamily(
                "cerca_market_commit_seconds", .summary, "How long batches took that were committed.",
                summary { Double($0.batches.nanoseconds) / 1e9 }),
            MetricFamily(
                "cerca_market_lost_commands_total", .counter, "Commands in batches that were not committed.",
                samples { Double($0.batches.lost) }),
        ]
    }

    private static func families(of figures: EventFigures) -> [MetricFamily] {
        [
            MetricFamily(
                "cerca_events_told_total", .counter, "Events that were told to people's streams.", figures.told),
            MetricFamily(
                "cerca_event_hints_total", .counter, "Times that servers told others to look for events.",
                [
                    MetricFamily.Sample(figures.hintsSent, [("direction", "sent")]),
                    MetricFamily.Sample(figures.hintsReceived, [("direction", "received")]),
                ]),
            MetricFamily(
                "cerca_events_behind_seconds", .gauge,
                "How long ago everything was read that had happened to people on any server.", figures.secondsBehind),
        ]
    }

    /// What waits to be handed over; nothing while the database does not answer.
    private func queues() async -> [MetricFamily] {
        let lanes = await withPatience(Self.patience) { [deliveries] in try await deliveries.waiting() }
        guard let lanes else { return [] }
        func samples(_ value: (WaitingDeliveries) -> Double) -> [MetricFamily.Sample] {
            lanes.map { MetricFamily.Sample(value($0), [("way", $0.lane.rawValue)]) }
        }
        return [
            MetricFamily(
                "cerca_deliveries_waiting", .gauge, "Mails and messages that wait, by the way that they go.",
                samples { Double($0.count) }),
            MetricFamily(
                "cerca_deliveries_failing", .gauge, "Those among them that were not taken at least once.",
                samples { Double($0.failing) }),
            MetricFamily(
                "cerca_deliveries_overdue_seconds", .gauge, "For how long the one is due that is due the longest.",
                samples { Double($0.overdueSeconds) }),
        ]
    }
}
