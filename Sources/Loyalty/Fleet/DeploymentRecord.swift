/// How far the deployment of one beacon is.
package struct DeploymentRecord: Hashable, Sendable {
    /// What became of a device.
    package enum Device: String, Sendable {
        /// It hangs where it should.
        case hanging
        /// It was taken down.
        case removed
        /// It was lost or stolen, and its key is dropped.
        case lost
    }

    /// Something that is missing before a beacon can be handed over; the words are the interface's.
    package enum Step: String, CaseIterable, Sendable {
        /// No device has been claimed for it.
        case claim
        /// Nobody said where it hangs.
        case place
        /// It hangs too far from where the plan has it.
        case nearPlan = "near-plan"
        /// What is heard one metre away is not what the plan says, or was not measured.
        case power
        /// The estimate at three metres is too far off, or missing.
        case near
        /// The estimate at six metres is too far off, or missing.
        case far
        /// No code of it has been seen.
        case code
        /// Too few neighbours were heard from its place.
        case neighbours
        /// It was taken down or lost.
        case back
    }

    /// How far from the plan a beacon may hang, in metres.
    private static let mostMetres = 2.0
    /// How many neighbours are to be heard, of those that there are.
    private static let leastNeighbours = 2

    /// Whether a device has been claimed, or its key was taken at import and has proved something.
    package var isClaimed = false
    /// What became of its device.
    package var device = Device.hanging
    /// Where it hangs.
    package var position: PlanPosition?
    /// What was measured.
    package var checks: [DistanceCheck] = []
    /// Whether a code of it has been accepted.
    package var hasProved = false
    /// Its neighbours that were heard from its place.
    package var heard: Set<BeaconRef> = []

    /// A beacon of which nothing has been done.
    package init() {}

    /// What is missing before `beacon` can be handed over, in the order in which it is done.
    package func missing(for beacon: VenueBeacon) -> [Step] {
        if device != .hanging { return [.back] }
        var steps: [Step] = []
        if !isClaimed { steps.append(.claim) }
        if let position {
            if position.distance(to: beacon.position) > Self.mostMetres { steps.append(.nearPlan) }
        } else {
            steps.append(.place)
        }
        for (distance, step) in [(DistanceCheck.Distance.one, Step.power), (.three, .near), (.six, .far)] {
            let check = checks.last { $0.distance == distance }
            if check?.isGood(measuredPower: Int(beacon.measuredPower)) != true { steps.append(step) }
        }
        if !hasProved { steps.append(.code) }
        let neighbours = heard.intersection(beacon.neighbours).count
        if neighbours < min(Self.leastNeighbours, beacon.neighbours.count) { steps.append(.neighbours) }
        return steps
    }
}
