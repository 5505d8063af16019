/// Where a phone is, and how sure that is.
public struct PositionEstimate: Hashable, Sendable {
    /// The most useful single point, in the plan's unit.
    public let point: PlanPoint
    /// The radius around `point` within which the phone is in 68 of 100 cases, in the plan's unit.
    public let doubt: Double

    /// An estimate at `point` with this doubt.
    public init(point: PlanPoint, doubt: Double) {
        self.point = point
        self.doubt = doubt
    }
}
