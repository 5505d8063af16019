import Basics
import Beacons
import Loyalty
import Presence
import Proximity
import Radio

/// The air of the simulated centre for somebody who surveys it: its walls and beacons, with nobody else about.
///
/// Each time it begins anew: whoever surveys changes nothing that a seed lives, and nothing is kept of them.
struct SurveyAir: Sendable {
    /// How many scans are made of a place: as many as `cerca proximity survey` makes in its ten seconds.
    static let scans = 5
    private static let stepMilliseconds: Int64 = 100
    /// How long beacons and receiver may take to begin, in milliseconds.
    private static let beginning: Int64 = 500

    private let venue: Venue
    private let beacons: [VenueBeacon]
    private let walls: [Wall]
    private let grid: WalkableGrid

    /// The air of `venue`, in which the beacons of `mute` send nothing.
    init(of venue: Venue, mute: Set<BeaconRef> = []) {
        self.venue = venue
        beacons = venue.beacons.filter { !mute.contains($0.reference) }
        walls = venue.plan.barriers.map { wall in
            Wall(
                from: AirPosition(wall.from), to: AirPosition(wall.to), attenuation: CentreSimulation.wallAttenuation)
        }
        grid = WalkableGrid(plan: venue.plan)
    }

    /// Whether somebody can stand at a place: on the plan, and in no wall.
    func hasFloor(at place: PlanPosition) -> Bool {
        (0...venue.plan.width).contains(place.x) && (0...venue.plan.height).contains(place.y)
            && grid.isStandable(place)
    }

    /// What is heard at a place in so many scans of two seconds, counted.
    func listen(at place: PlanPosition, seed: UInt64) -> RadioSurvey {
        var random = SplitMix64(seed: seed)
        var air = SimulatedAir(seed: random.next(), walls: walls)
        var now = Timestamp(seconds: 0)
        air.advance(to: now)
        var hung = beacons.map { beacon in
            // Nobody asks for a code here: each beacon has a key of its own, for so long.
            SimulatedBeacon(
                beacon, identity: venue.identity(of: beacon), key: BeaconKey(using: &random), in: &air, now: now,
                random: &random)
        }
        var receiver = SimulatedRadio(
            role: HCIHost.Role(scan: true, advertise: nil), address: .random(using: &random), at: AirPosition(place),
            in: &air, now: now)
        let point = PlanPoint(x: place.x, y: place.y)
        let begin = now.advanced(byMilliseconds: Self.beginning)
        let end = begin.advanced(byMilliseconds: Int64(Self.scans) * ScanWindow.length)
        var window = ScanWindow()
        var survey = RadioSurvey()
        while now < end {
            now = now.advanced(byMilliseconds: Self.stepMilliseconds)
            air.advance(to: now)
            for index in hung.indices { hung[index].step(in: &air) }
            let heard = receiver.exchange(with: &air)
            guard now > begin else {
                if now == begin { _ = window.scan(at: now) }
                continue
            }
            for advertisement in heard {
                guard let rssi = advertisement.rssi else { continue }
                for case .iBeacon(let frame) in advertisement.frames {
                    window.hear(frame.identity, strength: rssi)
                }
            }
            if let scan = window.scan(at: now) { survey.add(SurveyReading(place: point, strengths: scan)) }
        }
        return survey
    }
}
