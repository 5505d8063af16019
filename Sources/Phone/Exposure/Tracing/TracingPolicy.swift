import Exposure

/// The numbers that tracing on a phone goes by.
public struct TracingPolicy: Sendable {
    /// For how many days own keys, contacts and known cases are kept, the day itself not counted.
    public var retentionDays = 21
    /// For how many days a day of exposure is shown and kept.
    public var exposureDays = 10
    /// How many days back a report reaches: the oldest key of this window is published.
    public var reportDays = 14
    /// How many days back a server is asked for batches that were missed.
    public var catchUpDays = 14
    /// After how many days of tracing the phone says that it works and found nothing.
    public var heartbeats = [2, 6, 7]
    /// The power in dBm that the own advertisements state where there is no controller to tell what it sends with, as in a
    /// simulation.
    ///
    /// −21 dBm is what Android's "ultra low" comes to, which the DP-3T SDK uses.
    public var transmitPower: Int8 = -21
    /// Of one identifier, at most one reading in this many milliseconds is kept.
    ///
    /// No honest phone sends more often. What it does send is all kept: a rule may count how often a phone was heard.
    public var readingInterval: Int64 = 100
    /// The most identifiers that are followed within one epoch; hostile air can name any number.
    public var mostIdentifiers = 4096
    /// The most readings that are kept within one epoch, eight bytes each.
    public var mostReadings = 200_000

    /// The numbers of the published system: 21 days, 10 days of exposure, reports that reach back 14 days.
    public static let standard = TracingPolicy()

    /// The numbers of the published system, to be changed one by one.
    public init() {}
}
