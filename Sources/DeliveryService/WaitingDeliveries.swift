import HTTPKit
import ServiceKit
import Storage
import Time

/// How much waits to be handed over by one way.
package struct WaitingDeliveries: Sendable {
    /// The way.
    package let lane: DeliveryLane
    /// How many wait.
    package let count: Int64
    /// How many of them were tried before.
    package let failing: Int64
    /// For how many seconds the one is due that is due the longest; 0 when none is.
    package let overdueSeconds: Int64
}

extension DeliveryQueue {
    /// How much waits by each way that is there; when something was put into the queue is not kept.
    package func waiting() async throws(ServiceError) -> [WaitingDeliveries] {
        let now = clock.now()
        let found = try await database.reading { try DeliveryStore($0).waiting(at: now) }
        return DeliveryLane.allCases.filter(isAvailable).map { lane in
            found[lane] ?? WaitingDeliveries(lane: lane, count: 0, failing: 0, overdueSeconds: 0)
        }
    }
}

extension DeliveryStore {
    /// How much waits by each way by which anything does.
    func waiting(at now: Timestamp) throws -> [DeliveryLane: WaitingDeliveries] {
        let rows = try connection.query(
            """
            SELECT lane, COUNT(*) AS number, SUM(CASE WHEN attempts > 0 THEN 1 ELSE 0 END) AS failing,
                MIN(next_at) AS next_at
            FROM deliveries GROUP BY lane
            """, [])
        var found: [DeliveryLane: WaitingDeliveries] = [:]
        for row in rows {
            guard let lane = DeliveryLane(rawValue: try row.text("lane")) else { continue }
            let nextAt = try row.integer("next_at")
            found[lane] = WaitingDeliveries(
                lane: lane, count: try row.integer("number"), failing: try row.integer("failing"),
                overdueSeconds: max(0, (now.milliseconds - nextAt) / 1000))
        }
        return found
    }
}
