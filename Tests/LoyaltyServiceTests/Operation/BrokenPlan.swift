import API

@testable import LoyaltyService

/// A plan with one thing wrong, and what is said of it.
struct BrokenPlan: Sendable {
    /// Where the fault is told.
    let path: String
    /// Words of its reason.
    let reason: String
    /// Where on the plan it is, or nil.
    let place: [Double]?
    /// Makes a sound plan of the test centre wrong.
    let change: @Sendable (inout PlanDocumentBody) -> Void

    init(
        _ path: String, _ reason: String, _ place: [Double]? = nil,
        _ change: @escaping @Sendable (inout PlanDocumentBody) -> Void
    ) {
        (self.path, self.reason, self.place, self.change) = (path, reason, place, change)
    }

    private static func area(_ corners: [(Double, Double)]) -> [PointBody] {
        corners.map { PointBody(x: $0.0, y: $0.1) }
    }

    static let all: [BrokenPlan] = [
        BrokenPlan("$.name", "is empty") { $0.name = "" },
        BrokenPlan("$.name", "at most 80") { $0.name = String(repeating: "x", count: 81) },
        BrokenPlan("$.timeZone", "time zone") { $0.timeZone = "Europe/Atlantis" },
        BrokenPlan("$.location.latitude", "degrees") { $0.location.latitude = 91 },
        BrokenPlan("$.plan.width", "metres") { $0.plan.width = 3000 },
        BrokenPlan("$.plan.walls[0]", "no length", [5, 5]) {
            $0.plan.walls = [SegmentBody(x1: 5, y1: 5, x2: 5, y2: 5)]
        },
        BrokenPlan("$.plan.walls[1]", "outside", [250, 50]) {
            $0.plan.walls = [SegmentBody(x1: 0, y1: 50, x2: 9, y2: 50), SegmentBody(x1: 0, y1: 50, x2: 500, y2: 50)]
        },
        BrokenPlan("$.plan.doors[0]", "no length", [3, 4]) {
            $0.plan.doors = [SegmentBody(x1: 3, y1: 4, x2: 3, y2: 4)]
        },
        BrokenPlan("$.plan.doors[0]", "outside", [0, 0]) {
            $0.plan.doors = [SegmentBody(x1: -3, y1: 0, x2: 3, y2: 0)]
        },
        BrokenPlan("$.plan.image", "neither a path") { $0.plan.image = "javascript:alert(1)" },
        BrokenPlan("$.plan.imageArea", "no area") {
            $0.plan.imageArea = SegmentBody(x1: 10, y1: 0, x2: 0, y2: 10)
        },
        BrokenPlan("$.shops[1].major", "already the major", [110, 10]) { plan in
            plan.shops[1].major = 100
            plan.beacons.removeAll { $0.major == 101 }
        },
        BrokenPlan("$.shops[0].name", "begins or ends", [10, 10]) { $0.shops[0].name = " Almendra" },
        BrokenPlan("$.shops[2].category", "U+0007 alert", [210, 10]) { $0.shops[2].category = "a\u{7}b" },
        BrokenPlan("$.shops[0].area", "at least 3", [10, 0]) { $0.shops[0].area = area([(0, 0), (20, 0)]) },
        BrokenPlan("$.shops[0].area", "not a simple polygon", [10, 10]) {
            $0.shops[0].area = area([(0, 0), (20, 20), (20, 0), (0, 20)])
        },
        BrokenPlan("$.shops[0].area[2]", "outside", [20, -1]) {
            $0.shops[0].area = area([(0, 20), (0, 0), (20, -1), (20, 20)])
        },
        BrokenPlan("$.shops[1].area", "overlaps", [105, 10]) {
            $0.shops[0].area = area([(0, 0), (105, 0), (105, 20), (0, 20)])
            $0.shops[1].area = area([(100, 0), (110, 0), (110, 20), (100, 20)])
        },
        BrokenPlan("$.beacons[1].x", "within the plan", [401, 20]) { $0.beacons[1].x = 401 },
        BrokenPlan("$.beacons[2].minor", "which is $.beacons[1] already", [10, 10]) { $0.beacons[2].minor = 1 },
        BrokenPlan("$.beacons[6].major", "no shop has", [210, 20]) { plan in
            plan.shops.removeLast()
        },
        BrokenPlan("$.beacons[0].measuredPower", "dBm", [2, 95]) { $0.beacons[0].measuredPower = 4 },
        BrokenPlan("$.beacons[3].period", "seconds", [12, 12]) { $0.beacons[3].period = 4 },
        BrokenPlan("$.beacons[3].accountsPerWindow", "accounts", [12, 12]) { $0.beacons[3].accountsPerWindow = 0 },
        BrokenPlan("$.beacons[4].neighbours[0]", "does not exist", [110, 20]) {
            $0.beacons[4].neighbours = [BeaconPairBody(major: 101, minor: 7)]
        },
        BrokenPlan("$.beacons[4].neighbours[0]", "the beacon itself", [110, 20]) {
            $0.beacons[4].neighbours = [BeaconPairBody(major: 101, minor: 1)]
        },
    ]
}
