import Basics
import Exposure

/// What a phone remembers of the shops in which it proved to be, by day, and what it has yet to tell of them.
///
/// It is empty unless its owner wants it, and a report tells nothing of it unless they agree then.
public struct VenueDayMemory: Equatable, Sendable {
    /// Whether its owner wants it.
    public var isOn = false
    /// The shops and days of the last fourteen days, each once.
    public var places: [VenueDay] = []
    /// What waits for its time.
    public var waiting: [VenueDayContribution] = []

    /// The most shops and days; no honest phone comes near it.
    static let mostPlaces = 500

    /// Nothing, and not wanted.
    public init() {}
}

/// One shop and day that a phone tells, or seems to.
public struct VenueDayContribution: Equatable, Sendable {
    /// The shop and day.
    public let place: VenueDay
    /// The period of the credential.
    public let period: VenueDayPeriod
    /// What proves that some credential of the period makes it; chance when it is fake.
    public let presentation: [UInt8]
    /// Whether it only makes traffic.
    public let isFake: Bool
    /// When it is to be sent.
    public var at: Timestamp

    /// A contribution that is to be sent at `at`.
    public init(place: VenueDay, period: VenueDayPeriod, presentation: [UInt8], isFake: Bool, at: Timestamp) {
        self.place = place
        self.period = period
        self.presentation = presentation
        self.isFake = isFake
        self.at = at
    }
}

extension Tracer {
    /// Remembers from now on in which shops the phone proves to be, by day, or forgets it all.
    public mutating func rememberVenueDays(_ isOn: Bool) -> TracingStep {
        var step = TracingStep()
        guard settings.venueDays.isOn != isOn else { return step }
        settings.venueDays = VenueDayMemory()
        settings.venueDays.isOn = isOn
        journal(.settings(settings), &step)
        return step
    }

    /// The phone proved to be in a shop on a day; it is remembered if its owner wants that, and tracing is on.
    public mutating func proved(_ place: VenueDay) -> TracingStep {
        var step = TracingStep()
        guard settings.venueDays.isOn, settings.state == .on, !settings.venueDays.places.contains(place),
            settings.venueDays.places.count < VenueDayMemory.mostPlaces
        else { return step }
        settings.venueDays.places.append(place)
        journal(.settings(settings), &step)
        return step
    }

    /// Plans what is to be told, each at its time.
    mutating func planVenueDays(_ contributions: [VenueDayContribution]) -> TracingStep {
        var step = TracingStep()
        settings.venueDays.waiting += contributions
        journal(.settings(settings), &step)
        return step
    }

    /// Takes note of what is left to be told, and when.
    mutating func leaveVenueDays(_ left: [VenueDayContribution]) -> TracingStep {
        var step = TracingStep()
        settings.venueDays.waiting = left
        journal(.settings(settings), &step)
        return step
    }

    /// Forgets the shops of days that a report would not tell any more.
    mutating func forgetVenueDays(today: UTCDay) {
        let oldest = today.number - VenueDayPeriod.days
        settings.venueDays.places.removeAll { $0.day < oldest }
    }
}
