import Beacons

/// What was heard in one scan, a second or two, at a known place: what a radio map is learned from.
public struct SurveyReading: Sendable {
    /// Where it was heard.
    public let place: PlanPoint
    /// The strength of each beacon that was heard, in dBm.
    public let strengths: [BeaconIdentity: Double]

    /// A scan at `place`.
    public init(place: PlanPoint, strengths: [BeaconIdentity: Double]) {
        self.place = place
        self.strengths = strengths
    }
}
