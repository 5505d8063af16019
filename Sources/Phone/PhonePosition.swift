import Proximity

/// Where a phone is on the plan of its venue, and how sure it is of that.
public struct PhonePosition: Sendable, Equatable {
    /// The point on the plan.
    public let point: PlanPoint
    /// The radius in metres around the point within which the phone is in 68 of 100 cases.
    public let doubt: Double
    /// The place of the beacon that it is nearest to, of which words can be made.
    public let place: PhonePlace?

    /// A position of these parts.
    public init(point: PlanPoint, doubt: Double, place: PhonePlace?) {
        self.point = point
        self.doubt = doubt
        self.place = place
    }
}
