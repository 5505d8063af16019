/// One more beacon for a plan, to be tried.
public struct BeaconProposal: Sendable {
    /// Where it would hang.
    public let point: PlanPoint
    /// The trial of the plan with it.
    public let trial: PlanTrial
    /// The numbers of the cells that it changes; everywhere else the samples of the plan without it hold.
    public let changed: [Int]
}

extension PlanTrial {
    /// The places where one more beacon should gain most, the best first, at most `most`.
    ///
    /// They are ranked by a reckoning, not tried: what they gain, a trial says. None where the floor has as many beacons as
    /// it may have, or where nothing is to be gained.
    public func proposals(_ most: Int, for accuracy: ExpectedAccuracy) -> [BeaconProposal] {
        BeaconRanking(trial: self, accuracy: accuracy).best(most).compactMap { point, changed in
            PlanTrial(self, adding: point).map { BeaconProposal(point: point, trial: $0, changed: changed) }
        }
    }
}
