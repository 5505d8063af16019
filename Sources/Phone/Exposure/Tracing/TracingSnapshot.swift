import Exposure

/// All that a phone remembers of tracing, at one moment.
public struct TracingSnapshot: Equatable, Sendable {
    /// What it remembers of itself.
    public var settings: TracingSettings
    /// Contacts that match no published key so far.
    public var contacts: [Contact]
    /// Contacts with people who reported.
    public var matched: [Contact]
    /// Days of a possible infection, the latest first.
    public var exposureDays: [ExposureDay]
    /// The batches that were compared.
    public var compared: [ComparedBatch]
    /// What was heard in epochs that are not closed yet.
    public var observations: [Observation]

    /// A memory of these parts.
    public init(
        settings: TracingSettings, contacts: [Contact] = [], matched: [Contact] = [], exposureDays: [ExposureDay] = [],
        compared: [ComparedBatch] = [], observations: [Observation] = []
    ) {
        self.settings = settings
        self.contacts = contacts
        self.matched = matched
        self.exposureDays = exposureDays
        self.compared = compared
        self.observations = observations
    }
}
