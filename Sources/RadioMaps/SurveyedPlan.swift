import Basics
import Beacons
import Crypto
import Loyalty
import Proximity

/// What of a venue's plan a radio map depends on: the floor, its walls, and where the beacons hang.
package struct SurveyedPlan: Sendable {
    /// The venue.
    package let venue: UUID128
    /// Metres from left to right.
    package let width: Double
    /// Metres from top to bottom.
    package let height: Double
    /// Where each beacon hangs.
    package let beacons: [BeaconIdentity: PlanPoint]
    /// What stands in the way: the walls without what doors open of them.
    package let walls: [PlanWall]

    /// A plan of these parts.
    package init(
        venue: UUID128, width: Double, height: Double, beacons: [BeaconIdentity: PlanPoint], walls: [PlanWall]
    ) {
        self.venue = venue
        self.width = width
        self.height = height
        self.beacons = beacons
        self.walls = walls
    }

    /// The plan of a venue file.
    package init(_ venue: Venue) {
        self.init(
            venue: venue.uuid, width: venue.plan.width, height: venue.plan.height,
            beacons: Dictionary(
                venue.beacons.map { beacon in
                    (venue.identity(of: beacon), PlanPoint(x: beacon.position.x, y: beacon.position.y))
                }, uniquingKeysWith: { first, _ in first }),
            walls: venue.plan.barriers.map { wall in
                PlanWall(from: PlanPoint(x: wall.from.x, y: wall.from.y), to: PlanPoint(x: wall.to.x, y: wall.to.y))
            })
    }

    /// 32 bytes that are others when the floor, a wall or the place of a beacon is another, to the centimetre.
    ///
    /// They are the SHA-256 of lines of text, which Docs/protocols/radio-map.md tells.
    package var digest: [UInt8] {
        let hung = beacons.sorted { $0.key < $1.key }.map { beacon, point in
            "beacon \(beacon.major) \(beacon.minor) \(Self.centimetres(point))"
        }
        let drawn = walls.map { "wall \(Self.centimetres($0.from)) \(Self.centimetres($0.to))" }.sorted()
        let floor = "floor \(Self.centimetres(PlanPoint(x: width, y: height)))"
        let lines = ["cerca-radio-map 1", "venue \(venue)", floor] + hung + drawn
        return Array(SHA256.hash(data: Array((lines.joined(separator: "\n") + "\n").utf8)))
    }

    private static func centimetres(_ point: PlanPoint) -> String {
        "\(centimetres(point.x)) \(centimetres(point.y))"
    }

    /// Whole centimetres; what no plan has is bounded.
    static func centimetres(_ metres: Double) -> Int64 {
        metres.isFinite ? Int64((min(max(metres, -1e6), 1e6) * 100).rounded()) : 0
    }
}
