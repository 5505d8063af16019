import Basics
import Beacons
import Proximity
import Radio
import RadioMaps

/// A survey while it is made, as a value: somebody says where they stand, it listens there, and keeps what it heard.
///
/// Its time only goes on, whatever the wall clock does. A place counts when it was listened to from beginning to end:
/// whatever breaks off before that leaves the survey as it was.
struct SurveySession: Sendable {
    /// What happened.
    enum Event: Equatable, Sendable {
        /// It listens at a place from now on.
        case began(PlanPoint)
        /// A scan of a place is over: how many so far, of how many, and the beacons that it has.
        case scanned(Int, of: Int, [BeaconIdentity: Double])
        /// A place is kept; all places have so many.
        case kept(PlanPoint, beacons: Int, places: Int)
        /// Nothing was heard at a place, which is not kept.
        case silent(PlanPoint)
        /// The last place was taken back.
        case undone(PlanPoint)
        /// There is nothing to take back.
        case nothingToUndo
        /// The survey has as many places as a map may have.
        case full
        /// A line that is no place.
        case refused(String, SurveyVenue.Found)
        /// Listening ended for now, for the controller went away.
        case lost(String)
        /// The controller is back, and listens at the place from the beginning.
        case back
        /// Somebody said that they are done.
        case done
    }

    private struct Listening {
        let place: PlanPoint
        var window = ScanWindow()
        var scans: [[BeaconIdentity: Double]] = []
    }

    /// How many places can be taken back.
    private static let mostUndone = 50

    let venue: SurveyVenue
    private(set) var survey: RadioSurvey
    /// How many scans a place gets.
    private let scansPerPlace: Int
    private var isHearing = false
    private var listening: Listening?
    /// What there was before each place of this session, the newest last.
    private var before: [(place: PlanPoint, survey: RadioSurvey)] = []

    /// A session that goes on with `survey`.
    init(venue: SurveyVenue, survey: RadioSurvey, secondsPerPlace: Double) {
        self.venue = venue
        self.survey = survey
        scansPerPlace = max(1, Int(secondsPerPlace * 1000 / Double(ScanWindow.length)))
    }

    /// Whether it can take a line: the controller hears, and no place is being listened to.
    var isIdle: Bool { isHearing && listening == nil }

    /// Takes what somebody typed.
    mutating func take(_ line: String, at now: Timestamp) -> [Event] {
        switch line {
        case "": return []
        case "done": return [.done]
        case "undo":
            guard let last = before.popLast() else { return [.nothingToUndo] }
            survey = last.survey
            return [.undone(last.place)]
        default: break
        }
        let found = venue.place(line)
        guard case .point(let point) = found else { return [.refused(line, found)] }
        let place = survey.place(near: point)
        guard survey.places.count < RadioMap.limits.places || survey.places.contains(where: { $0.point == place })
        else { return [.full] }
        begin(at: place, now)
        return [.began(place)]
    }

    /// Takes in what the controller heard.
    mutating func hear(_ advertisement: HeardAdvertisement) {
        guard let rssi = advertisement.rssi else { return }
        for case .iBeacon(let frame) in advertisement.frames where venue.plan.beacons[frame.identity] != nil {
            listening?.window.hear(frame.identity, strength: rssi)
        }
    }

    /// The controller went away: a scan that it did not hear is not one in which nothing was there.
    mutating func lose(_ reason: String) -> [Event] {
        isHearing = false
        return [.lost(reason)]
    }

    /// The controller hears, for the first time or again.
    mutating func find(at now: Timestamp) -> [Event] {
        isHearing = true
        guard let place = listening?.place else { return [] }
        begin(at: place, now)
        return [.back, .began(place)]
    }

    /// Lets time go on, to be called several times a second.
    mutating func tick(at now: Timestamp) -> [Event] {
        guard isHearing, let scan = listening?.window.scan(at: now), var current = listening else { return [] }
        current.scans.append(scan)
        listening = current
        var events = [Event.scanned(current.scans.count, of: scansPerPlace, scan)]
        guard current.scans.count >= scansPerPlace else { return events }
        listening = nil
        let heard = Set(current.scans.flatMap(\.keys))
        guard !heard.isEmpty else { return events + [.silent(current.place)] }
        before = before.suffix(Self.mostUndone - 1) + [(current.place, survey)]
        for scan in current.scans { survey.add(SurveyReading(place: current.place, strengths: scan)) }
        events.append(.kept(current.place, beacons: heard.count, places: survey.places.count))
        return events
    }

    private mutating func begin(at place: PlanPoint, _ now: Timestamp) {
        listening = Listening(place: place)
        _ = listening?.window.scan(at: now)
    }
}
