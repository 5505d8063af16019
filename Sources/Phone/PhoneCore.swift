import Basics
import Beacons
import Presence
import Proximity
import Radio

/// What became of a sighting that a phone sent.
public enum SightingOutcome: Sendable, Equatable {
    /// The server took it for proved.
    case accepted(ProvedSighting)
    /// The server refused it, with its stable code.
    case refused(code: String)
    /// The server could not be reached; the sighting waits elsewhere.
    case unreachable
}

/// Where a phone says it is, in terms that words can be made of.
public struct PhonePlace: Sendable, Equatable {
    /// The beacon that it is nearest to.
    public let beacon: BeaconIdentity
    /// The shop's name, when the beacon is a shop's.
    public let shop: String?
    /// Which part of the place, as the venue file has it: `window`, `till` and so on.
    public let zone: String

    /// The place of a beacon.
    public init(beacon: BeaconIdentity, shop: String?, zone: String) {
        self.beacon = beacon
        self.shop = shop
        self.zone = zone
    }
}

/// The phone as a value: it hears advertisements, ranges once a second, follows regions, and says when it has
/// something to prove.
///
/// It has no radio, no clock and no network: a real phone and a simulated one drive it in the same way, and the same
/// input gives the same output.
public struct PhoneCore: Sendable {
    /// What one second came to.
    public struct Tick: Sendable {
        /// What to tell the owner, in order.
        public let events: [PhoneEvent]
        /// The sighting to send now, if there is one; tell the phone what became of it with `conclude`.
        public let sighting: PresenceSighting?
        /// By how much beacons were heard otherwise than by the venue's radio map.
        package let residuals: [MapResidual]
    }

    /// The shops that may know of visits.
    public var choices: Set<ChosenShop>
    /// The beacons around at the last second, nearest first.
    public private(set) var ranged: [RangedBeacon] = []
    /// The estimated position on the plan of the venue that the phone is in.
    public private(set) var position: PlanPoint?
    /// The radius in metres around the position within which the phone is in 68 of 100 cases.
    public private(set) var positionDoubt: Double?

    private var venues: [UUID128: PhoneVenue]
    private let rule: SightingRule
    private var ranger = Ranger()
    private var nearest = NearestBeacon()
    private var window: RegionWindow
    private var monitor: RegionMonitor
    private var positionings: [UUID128: VenuePositioning]
    private var senders = StrongestSenders()
    private var codes = HeardCodes()
    private var schedule: SightingSchedule
    private var regionEvents: [RegionEvent] = []
    /// Until when it looks for an answer to "update my position"; nil while nobody asks.
    private var lookingUntil: Timestamp?

    /// For how many seconds beacons are listened for, at most, before "update my position" is answered.
    public static let lookingSeconds: Int64 = 5

    /// A phone that knows `venues` and may tell `choices` of visits.
    public init(venues: [PhoneVenue], choices: Set<ChosenShop>, rule: SightingRule = .standard) {
        self.venues = Dictionary(venues.map { ($0.uuid, $0) }, uniquingKeysWith: { first, _ in first })
        self.choices = choices
        self.rule = rule
        window = Self.window(over: venues)
        monitor = RegionMonitor(monitored: Set(window.regions))
        positionings = self.venues.mapValues { VenuePositioning($0) }
        schedule = SightingSchedule(rule: rule)
    }

    /// The regions of venues, at first those at the entrances.
    private static func window(over venues: [PhoneVenue]) -> RegionWindow {
        var neighbours: [BeaconIdentity: [BeaconIdentity]] = [:]
        var entrances: [BeaconIdentity] = []
        for venue in venues {
            for (identity, beacon) in venue.beacons { neighbours[identity] = beacon.neighbours }
            // A dictionary has no order of its own, and the same phone must do the same.
            entrances += venue.beacons.filter { $0.value.zone == "entrance" }.map(\.key).sorted()
        }
        return RegionWindow(neighbours: neighbours, start: entrances)
    }

    /// Knows these venues from now on and no others; regions that are none of theirs are left.
    public mutating func replaceVenues(_ venues: [PhoneVenue]) {
        self.venues = Dictionary(venues.map { ($0.uuid, $0) }, uniquingKeysWith: { first, _ in first })
        window = Self.window(over: venues)
        _ = window.locate(from: ranged)
        regionEvents += monitor.monitor(Set(window.regions))
        positionings = self.venues.mapValues { VenuePositioning($0) }
    }

    /// Takes in an advertisement; those of unknown venues are ignored.
    public mutating func hear(_ advertisement: HeardAdvertisement) {
        guard let rssi = advertisement.rssi else { return }
        for frame in advertisement.frames {
            switch frame {
            case .iBeacon(let beacon):
                guard let known = venues[beacon.identity.uuid]?.beacons[beacon.identity] else { continue }
                regionEvents += monitor.hear(beacon.identity, rssi: rssi, at: advertisement.time)
                guard senders.take(beacon.identity, from: advertisement.address, rssi: rssi, at: advertisement.time)
                else { continue }
                let reading = Reading(
                    identity: beacon.identity, rssi: rssi, measuredPower: known.measuredPower ?? beacon.measuredPower,
                    time: advertisement.time)
                ranger.hear(reading)
                positionings[beacon.identity.uuid]?.hear(reading)
            case .security(let frame):
                codes.hear(frame, from: advertisement.address, rssi: rssi, at: advertisement.time)
            default:
                break
            }
        }
    }

    /// Lives a second: ranges, follows regions, and looks for something to prove.
    public mutating func tick(at now: Timestamp) -> Tick {
        ranged = ranger.range(at: now)
        let plausible = plausible(ranged)
        nearest.update(plausible, at: now)
        regionEvents += monitor.tick(at: now)
        followNeighbours(plausible, at: now)
        if lookingUntil != nil { locate() }
        let estimate = nearest.current.flatMap { positionings[$0.uuid]?.estimate(at: now) }
        (position, positionDoubt) = (estimate?.point, estimate?.doubt)
        var events = regionEvents.map { event -> PhoneEvent in
            switch event {
            case .entered(let identity): .regionEntered(identity)
            case .exited(let identity): .regionExited(identity)
            }
        }
        regionEvents.removeAll()
        // Ranging begins with the first region of a venue and ends with the last.
        let entered = Set(monitor.inside.map(\.uuid))
        let around = ranged.filter { entered.contains($0.identity.uuid) }
        if !around.isEmpty { events.append(.ranged(around)) }
        let told = estimate.map { PhonePosition(point: $0.point, doubt: $0.doubt, place: place) }
        if let told, nearest.current.map({ entered.contains($0.uuid) }) ?? false { events.append(.positioned(told)) }
        if let until = lookingUntil, told != nil || now >= until {
            lookingUntil = nil
            events.append(.located(told))
        }
        let residuals = nearest.current.flatMap { positionings[$0.uuid]?.residuals } ?? []
        return Tick(events: events, sighting: sightingToSend(at: now), residuals: residuals)
    }

    /// Takes in what became of a sighting.
    public mutating func conclude(_ sighting: PresenceSighting, _ outcome: SightingOutcome, at now: Timestamp) {
        guard case .refused(let code) = outcome else { return }
        if code == PresenceRejection.codeMismatch.code || code == PresenceRejection.stale.code {
            codes.refuse(sighting.code)
        }
        // The code was good and the network was slow: whoever still stands there has a newer one.
        if code == PresenceRejection.stale.code, now.milliseconds(since: sighting.heardAt) >= rule.slowAfter {
            schedule.wasLate(sighting.identity, at: now)
        } else {
            schedule.refused(sighting.identity, at: now)
        }
    }

    /// "Locate me now": looks at every beacon that is heard, monitored or not, and monitors what is around the nearest.
    ///
    /// It is for a phone that switched Bluetooth on in the middle of a centre, far from the regions at its entrance.
    public mutating func locate() {
        guard window.locate(from: ranged) != nil else { return }
        regionEvents += monitor.monitor(Set(window.regions))
    }

    /// "Update my position", for who wants to know it now: locates, and answers with ``PhoneEvent/located(_:)`` as soon as
    /// there is a position, or after ``lookingSeconds`` without one.
    public mutating func updatePosition(at now: Timestamp) {
        locate()
        lookingUntil = now.advanced(bySeconds: Self.lookingSeconds)
    }

    /// The place of the beacon that the phone is nearest to.
    public var place: PhonePlace? {
        guard let identity = nearest.current, let venue = venues[identity.uuid], let beacon = venue.beacons[identity]
        else { return nil }
        return PhonePlace(beacon: identity, shop: venue.shops[identity.major], zone: beacon.zone)
    }

    /// The beacons that can be where the venue has them.
    ///
    /// One beacon that is far too loud for the position that all of them give together, such as the copy of another
    /// shop's beacon, is not the nearest, however loud it is. Where nothing else is heard, it is all there is.
    private func plausible(_ ranged: [RangedBeacon]) -> [RangedBeacon] {
        let plausible = ranged.filter { positionings[$0.identity.uuid]?.contradicts($0) != true }
        return plausible.contains { $0.proximity != .unknown } ? plausible : ranged
    }

    private mutating func followNeighbours(_ ranged: [RangedBeacon], at now: Timestamp) {
        if window.follow(ranged, at: now) {
            regionEvents += monitor.monitor(Set(window.regions))
        } else if monitor.inside.isEmpty, !ranged.isEmpty {
            // Beacons are heard and none of them is monitored: the phone woke up inside.
            locate()
        }
    }

    private mutating func sightingToSend(at now: Timestamp) -> PresenceSighting? {
        guard let identity = schedule.candidate(standing(at: now), at: now),
            choices.contains(ChosenShop(venue: identity.uuid, major: identity.major)),
            let heard = codes.code(for: identity, maximumAge: rule.codeAge, at: now)
        else { return nil }
        schedule.asked(identity, at: now)
        return PresenceSighting(identity: identity, code: heard.code, heardAt: heard.heardAt)
    }

    /// The beacon that the phone stands at: the nearest one.
    ///
    /// Where the nearest is a shop's and has had no usable code for some time, as a copy has none, a chosen shop's beacon
    /// close by that has one takes its turn.
    private mutating func standing(at now: Timestamp) -> RangedBeacon? {
        let first = ranged.first { $0.identity == nearest.current }
        let isMute =
            first.map { beacon in
                venues[beacon.identity.uuid]?.shops[beacon.identity.major] != nil
                    && codes.code(for: beacon.identity, maximumAge: rule.codeAge, at: now) == nil
            } ?? false
        guard schedule.isMuteForLong(isMute ? first?.identity : nil, at: now) else { return first }
        return ranged.first { beacon in
            beacon.proximity != .unknown && (beacon.distance ?? .infinity) <= rule.reach / 2
                && choices.contains(ChosenShop(venue: beacon.identity.uuid, major: beacon.identity.major))
                && codes.code(for: beacon.identity, maximumAge: rule.codeAge, at: now) != nil
        } ?? first
    }
}
