/// What a beacon told of itself at one time.
package struct Telemetry: Hashable, Sendable {
    /// How many advertisements it had sent since it was switched on.
    package let advertisements: Int64
    /// For how long it had been on, in seconds.
    package let uptime: Double
    /// When that was heard, in seconds since 1970-01-01.
    package let heardAt: Double

    /// What was heard at `heardAt`.
    package init(advertisements: Int64, uptime: Double, heardAt: Double) {
        self.advertisements = advertisements
        self.uptime = uptime
        self.heardAt = heardAt
    }

    /// When it was switched on, in seconds since 1970-01-01.
    package var begunAt: Double { heardAt - uptime }
}

/// What two reports of a beacon, one after the other, say of it.
package struct TelemetryStep: Hashable, Sendable {
    /// When something is heard is known to a quarter of an hour; a beginning that moves by more is another one.
    private static let leastReboot = 1800.0
    /// A rate says something after so many seconds.
    private static let leastSeconds = 600.0

    /// Whether it was switched on anew between them.
    package let hasRebooted: Bool
    /// Advertisements a second between them, or since it was switched on; nil while that is too short a time.
    package let perSecond: Double?

    /// What happened between two reports.
    package init(from earlier: Telemetry, to later: Telemetry) {
        hasRebooted =
            later.begunAt - earlier.begunAt > Self.leastReboot || later.advertisements < earlier.advertisements
        let seconds = hasRebooted ? later.uptime : later.uptime - earlier.uptime
        let sent = hasRebooted ? later.advertisements : later.advertisements - earlier.advertisements
        perSecond = seconds >= Self.leastSeconds ? Double(sent) / seconds : nil
    }
}
