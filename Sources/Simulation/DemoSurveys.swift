import API
import Basics
import Beacons
import HTTPKit
import Loyalty
import LoyaltyService
import Proximity
import RadioMaps
import ServiceKit
import Storage

/// What operators of the simulated venue hear of its beacons where they tap on its plan.
package struct DemoSurveys: Sendable {
    private let venue: UUID128
    private let air: SurveyAir
    private let loyalty: LoyaltyService
    private let random: ServerRandom
    /// A place is ten simulated seconds of work, behind which nobody else is to wait.
    private let workers = BoundedWorkers(label: "cerca.demo-surveys", width: 1, waitingLimit: 8)

    /// Surveys of the simulated `venue`, in which the beacons of `mute` send nothing; `random` gives each its own chance.
    package init(of venue: Venue, mute: Set<BeaconRef>, loyalty: LoyaltyService, random: ServerRandom = .system) {
        self.venue = venue.uuid
        self.air = SurveyAir(of: venue, mute: mute)
        self.loyalty = loyalty
        self.random = random
    }

    /// What some scans hear at a place, of the beacons that the plan in force has; nothing of it is kept.
    func listen(
        at place: PlanPosition, of venue: UUID128, for account: [UInt8]
    ) async throws(ServiceError) -> DemoSurveyBody {
        try await loyalty.database.reading {
            try VenueStaffService.require(.operator(venue: venue), of: account, in: $0)
        }
        // Beacons of other venues are in no simulated air.
        guard venue == self.venue, air.hasFloor(at: place) else { throw ServiceError.refused(DemoRefusal.noFloor) }
        let plan = SurveyedPlan(try await loyalty.venue(venue))
        let seed = random.next()
        let heard = try await workers.run { [air] in air.listen(at: place, seed: seed) }.places.first
        let beacons = plan.beacons.sorted { $0.key < $1.key }
        return DemoSurveyBody(
            plan: plan.digest.hexadecimal, scans: heard?.scans ?? SurveyAir.scans,
            heard: beacons.compactMap { beacon, point in
                heard?.heard[beacon].map { tally in
                    DemoHeardBody(
                        major: Int(beacon.major), minor: Int(beacon.minor), x: point.x, y: point.y, scans: tally.scans,
                        sum: tally.sum, squares: tally.squares)
                }
            })
    }
}

/// Why a demo refuses a place.
enum DemoRefusal: ServiceFault, Equatable {
    /// Nobody can stand there.
    case noFloor

    var problem: ProblemCode { .demoNoFloor }
}
