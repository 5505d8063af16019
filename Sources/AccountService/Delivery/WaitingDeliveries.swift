import Basics
import HTTPKit
import ServiceKit
import Storage

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
        let (now, name) = (clock.now(), schedule.name)
        let found = try await database.reading { try DeliveryStore($0).waiting(at: now, for: name) }
        return DeliveryLane.allCases.filter(isAvailable).map { lane in
            let waiting = found[lane] ?? WaitingDeliveries(lane: lane, count: 0, failing: 0, overdueSeconds: 0)
            return WaitingDeliveries(
                lane: lane, count: waiting.count, failing: waiting.failing,
                overdueSeconds: max(waiting.overdueSeconds, schedule.overdueSeconds(lane, at: now)))
        }
    }
}

extension DeliveryStore {
    /// How much waits by each way by which anything does.
    ///
    /// Of what the server with this name holds, and of what is dated by the day, the database does not say how late it is.
    func waiting(at now: Timestamp, for name: String) throws -> [DeliveryLane: WaitingDeliveries] {
        let rows = try connection.query(
            """
            SELECT lane, COUNT(*) AS number, SUM(CASE WHEN attempts > 0 THEN 1 ELSE 0 END) AS failing,
                MIN(CASE WHEN holder <> ?1 AND lane = ?2 THEN due_at END) AS due_at
            FROM deliveries GROUP BY lane
            """, [.text(name), .text(DeliveryLane.callback.rawValue)])
        var found: [DeliveryLane: WaitingDeliveries] = [:]
        for row in rows {
            guard let lane = DeliveryLane(rawValue: try row.text("lane")) else { continue }
            let overdue = try row.optionalInteger("due_at").map { (now.milliseconds - $0) / 1000 }
            found[lane] = WaitingDeliveries(
                lane: lane, count: try row.integer("number"), failing: try row.integer("failing"),
                overdueSeconds: max(0, overdue ?? 0))
        }
        return found
    }
}
