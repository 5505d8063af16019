import Basics
import Beacons
import Loyalty

/// That the phone came to a beacon of a shop or left it.
package struct VisitEvent: Hashable, Sendable {
    /// Which of the two.
    package enum Kind: Sendable {
        /// The phone came near.
        case enter
        /// It had not been near for five minutes.
        case exit
    }

    /// The beacon.
    package let beacon: BeaconIdentity
    /// Which of the two.
    package let kind: Kind
    /// When.
    package let at: Timestamp

    /// What happened at `beacon`.
    package init(_ kind: Kind, at beacon: BeaconIdentity, _ at: Timestamp) {
        self.beacon = beacon
        self.kind = kind
        self.at = at
    }

    /// The shop whose beacon it is.
    var shop: ShopKey { ShopKey(venue: beacon.uuid, major: beacon.major) }
}

/// Visit events that wait until nothing of the visit can be told from when they are sent.
///
/// They wait in memory alone: what a stopped phone has not sent would be too old after a restart.
package struct VisitEventQueue: Sendable {
    /// For how many milliseconds an event waits at least.
    package static let least: Int64 = 300_000
    /// Up to how many milliseconds more the first event of a batch waits, by chance.
    static let spread: Int64 = 60_000
    /// An event that is older than so many milliseconds is kept by no server.
    package static let oldest: Int64 = 900_000
    /// Who has not been near for so many milliseconds has left.
    static let absence: Int64 = 300_000
    /// A sending that failed is tried again after so many milliseconds.
    static let pause: Int64 = 60_000
    /// The most events that wait; when more come, the oldest goes.
    package static let capacity = 400
    /// The most events that one request takes.
    package static let mostAtOnce = 100
    /// The most beacons that the phone is near to at once, so that hostile air cannot fill the memory.
    private static let mostNear = 256

    /// The beacons that the phone came to, each with the instant since when it has been silent.
    private var near: [BeaconIdentity: Timestamp?] = [:]
    private var waiting: [VisitEvent] = []
    /// When the next batch goes; nil while nothing waits.
    private var due: Timestamp?

    /// A queue in which nothing waits.
    package init() {}

    /// How many events wait.
    package var count: Int { waiting.count }

    /// Takes it that the phone came into the region of a beacon.
    package mutating func enter(
        _ beacon: BeaconIdentity, at now: Timestamp, using random: inout some RandomNumberGenerator
    ) {
        leave(at: now, using: &random)
        let isNew = near[beacon] == nil
        guard !isNew || near.count < Self.mostNear else { return }
        near.updateValue(nil, forKey: beacon)
        if isNew { add(VisitEvent(.enter, at: beacon, now), at: now, using: &random) }
    }

    /// Takes it that a beacon has fallen silent; coming back within five minutes is no event.
    package mutating func exit(_ beacon: BeaconIdentity, at now: Timestamp) {
        guard near[beacon] != nil else { return }
        near.updateValue(now, forKey: beacon)
    }

    /// Lets time pass: notes who has left by now, and drops what is too old to be kept.
    package mutating func tick(at now: Timestamp, using random: inout some RandomNumberGenerator) {
        leave(at: now, using: &random)
        waiting.removeAll { now.milliseconds(since: $0.at) > Self.oldest }
        if waiting.isEmpty { due = nil }
    }

    /// Forgets whatever is of other shops than these, which alone may know of visits.
    package mutating func keep(_ isAllowed: (ShopKey) -> Bool) {
        near = near.filter { isAllowed(ShopKey(venue: $0.key.uuid, major: $0.key.major)) }
        waiting.removeAll { !isAllowed($0.shop) }
    }

    /// The events to send now, oldest first: once one of them has waited long enough, all that have waited five minutes.
    ///
    /// They stay until `remove`; whoever fails to send them calls `postpone`.
    package func batch(at now: Timestamp) -> [VisitEvent] {
        guard let due, due <= now else { return [] }
        return Array(
            waiting.filter {
                (Self.least...Self.oldest).contains(now.milliseconds(since: $0.at))
            }.prefix(Self.mostAtOnce))
    }

    /// Takes out what was sent, or was refused for good.
    package mutating func remove(
        _ batch: [VisitEvent], using random: inout some RandomNumberGenerator
    ) {
        let gone = Set(batch)
        waiting.removeAll { gone.contains($0) }
        due = waiting.first.map { Self.due($0.at, using: &random) }
    }

    /// Tries again a minute later.
    package mutating func postpone(at now: Timestamp) {
        due = now.advanced(byMilliseconds: Self.pause)
    }

    private mutating func leave(at now: Timestamp, using random: inout some RandomNumberGenerator) {
        let gone = near.compactMap { beacon, silentSince -> VisitEvent? in
            guard let silentSince, now.milliseconds(since: silentSince) >= Self.absence else { return nil }
            return VisitEvent(.exit, at: beacon, silentSince.advanced(byMilliseconds: Self.absence))
        }
        // A dictionary has no order of its own, and the same phone must do the same.
        for event in gone.sorted(by: { Self.order($0) < Self.order($1) }) {
            near.removeValue(forKey: event.beacon)
            add(event, at: now, using: &random)
        }
    }

    private static func order(_ event: VisitEvent) -> (Timestamp, UInt16, UInt16) {
        (event.at, event.beacon.major, event.beacon.minor)
    }

    private mutating func add(
        _ event: VisitEvent, at now: Timestamp, using random: inout some RandomNumberGenerator
    ) {
        if waiting.count == Self.capacity { waiting.removeFirst() }
        waiting.append(event)
        if due == nil { due = Self.due(event.at, using: &random) }
    }

    private static func due(_ at: Timestamp, using random: inout some RandomNumberGenerator) -> Timestamp {
        at.advanced(byMilliseconds: least + Int64.random(in: 0..<spread, using: &random))
    }
}
