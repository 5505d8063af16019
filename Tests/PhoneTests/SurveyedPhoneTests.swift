import Beacons
import Foundation
import Phone
import Proximity
import Radio
import RadioMaps
import Randomness
import Testing
import Time

/// A hall whose air is not what the plan makes one expect: a glass wall that is drawn lets everything through, a lift shaft
/// that is not drawn lets nothing through, and half of the beacons hang behind metal.
private struct CrookedHall {
    static let uuid = UUID128(high: 3, low: 4)
    static let (width, height) = (36.0, 18.0)
    static let drawn = [PlanWall(from: PlanPoint(x: 12, y: 0), to: PlanPoint(x: 12, y: 12))]
    static let shaft = [
        PlanWall(from: PlanPoint(x: 22, y: 5), to: PlanPoint(x: 22, y: 13)),
        PlanWall(from: PlanPoint(x: 25, y: 5), to: PlanPoint(x: 25, y: 13)),
    ]

    var random: SplitMix64
    let beacons: [(identity: BeaconIdentity, point: PlanPoint, loss: Double)]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        beacons = (0..<18 as Range<Int>).map { index -> (identity: BeaconIdentity, point: PlanPoint, loss: Double) in
            let point = PlanPoint(x: Double(index % 6) * 6 + 3, y: Double(index / 6) * 6 + 3)
            let identity = BeaconIdentity(uuid: Self.uuid, major: 1, minor: UInt16(index))
            return (identity, point, index % 2 == 0 ? 0.0 : 9.0)
        }
    }

    var venue: PhoneVenue {
        PhoneVenue(
            uuid: Self.uuid, name: "Hall", width: Self.width, height: Self.height, shops: [:],
            beacons: Dictionary(
                uniqueKeysWithValues: beacons.map {
                    ($0.identity, PhoneVenue.Beacon(position: $0.point, zone: "aisle", neighbours: []))
                }), walls: Self.drawn)
    }

    /// What arrives in a second at a point, with what moves from packet to packet.
    mutating func packets(at point: PlanPoint) -> [(BeaconIdentity, Int8)] {
        var heard: [(BeaconIdentity, Int8)] = []
        for beacon in beacons {
            let walls = Self.shaft.count { $0.separates(point, beacon.point) }
            let mean =
                -59 - 26 * log10(max(beacon.point.distance(to: point), 0.5)) - beacon.loss - 14 * Double(walls)
            for _ in 0..<3 {
                let strength = mean + 5 * sqrt(-2 * log(1 - random.uniform())) * cos(2 * .pi * random.uniform())
                if strength > -92 { heard.append((beacon.identity, Int8(min(strength.rounded(), 20)))) }
            }
        }
        return heard
    }

    /// Ten seconds at a place every three metres.
    mutating func survey() -> RadioSurvey {
        var survey = RadioSurvey()
        for y in stride(from: 1.5, to: Self.height, by: 3) {
            for x in stride(from: 1.5, to: Self.width, by: 3) {
                var window = ScanWindow()
                for second in 0...10 as ClosedRange<Int64> {
                    let now = Timestamp(seconds: second)
                    if let scan = window.scan(at: now) {
                        survey.add(SurveyReading(place: PlanPoint(x: x, y: y), strengths: scan))
                    }
                    for (beacon, strength) in packets(at: PlanPoint(x: x, y: y)) {
                        window.hear(beacon, strength: strength)
                    }
                }
            }
        }
        return survey
    }

    /// Where somebody is each second who strolls from place to place and stops there.
    mutating func walk(seconds: Int) -> [PlanPoint] {
        var position = PlanPoint(x: 4, y: 4)
        var (destination, pause) = (position, 0)
        return (0..<seconds).map { _ in
            let distance = position.distance(to: destination)
            if distance > 1.2 {
                position.x += (destination.x - position.x) * 1.2 / distance
                position.y += (destination.y - position.y) * 1.2 / distance
            } else if pause > 0 {
                pause -= 1
            } else {
                destination = PlanPoint(x: Self.width * random.uniform(), y: Self.height * random.uniform())
                pause = Int(random.uniform() * 40)
            }
            return position
        }
    }
}

@Suite("A phone in a venue that was surveyed")
struct SurveyedPhoneTests {
    /// How far from the truth a phone is on a walk of ten minutes, and how often within its doubt.
    private func errors(
        seed: UInt64, hall: inout CrookedHall, venue: PhoneVenue
    ) throws -> (mean: Double, within: Double) {
        hall.random = SplitMix64(seed: seed)
        var core = PhoneCore(venues: [venue], choices: [])
        var now = Timestamp(seconds: 1_795_253_400)
        var (errors, within): ([Double], Int) = ([], 0)
        for (second, truth) in hall.walk(seconds: 600).enumerated() {
            for (beacon, strength) in hall.packets(at: truth) {
                core.hear(
                    HeardAdvertisement(
                        time: now, address: DeviceAddress(value: 0xC000_0000_0001, kind: .random), rssi: strength,
                        data: Frame.iBeacon(IBeacon(identity: beacon, measuredPower: -59)).advertisement))
            }
            now = now.advanced(bySeconds: 1)
            _ = core.tick(at: now)
            guard second > 10, let position = core.position, let doubt = core.positionDoubt else { continue }
            errors.append(position.distance(to: truth))
            within += position.distance(to: truth) <= doubt ? 1 : 0
        }
        #expect(errors.count > 550)
        return (errors.reduce(0, +) / Double(errors.count), Double(within) / Double(errors.count))
    }

    @Test("where the air is not the plan's, a phone with the map is nearer to the truth than one without")
    func nearer() throws {
        var hall = CrookedHall(seed: 1)
        let plain = hall.venue
        var surveyed = plain
        let fit = surveyed.use(RadioMapFile(hall.survey(), on: plain.surveyedPlan, day: 20_000))
        #expect(fit == .fits)
        var (without, with): ([Double], [Double]) = ([], [])
        for seed in 10..<16 as Range<UInt64> {
            without.append(try errors(seed: seed, hall: &hall, venue: plain).mean)
            with.append(try errors(seed: seed, hall: &hall, venue: surveyed).mean)
        }
        let (before, after) = (without.reduce(0, +) / 6, with.reduce(0, +) / 6)
        #expect(after < 0.85 * before, "\(after) m with the map, \(before) m without")
    }

    @Test("a map of another plan is not used, and the plan is")
    func otherPlan() throws {
        var hall = CrookedHall(seed: 2)
        var venue = hall.venue
        let other = SurveyedPlan(
            venue: CrookedHall.uuid, width: CrookedHall.width, height: CrookedHall.height,
            beacons: venue.surveyedPlan.beacons, walls: [])
        #expect(venue.use(RadioMapFile(hall.survey(), on: other, day: 1)) == .changed([]))
        #expect(venue.radioMap == nil)
        #expect(try errors(seed: 3, hall: &hall, venue: venue).mean < 8)
    }

    @Test("where nobody surveyed, the plan says where the phone is")
    func elsewhere() throws {
        var hall = CrookedHall(seed: 3)
        var venue = hall.venue
        var corner = RadioSurvey()
        for place in hall.survey().places where place.point.x < 8 { _ = corner.add(place) }
        #expect(venue.use(RadioMapFile(corner, on: venue.surveyedPlan, day: 1)) == .fits)
        var core = PhoneCore(venues: [venue], choices: [])
        var now = Timestamp(seconds: 1_795_253_400)
        let truth = PlanPoint(x: 33, y: 9)
        for _ in 0..<30 {
            for (beacon, strength) in hall.packets(at: truth) {
                core.hear(
                    HeardAdvertisement(
                        time: now, address: DeviceAddress(value: 0xC000_0000_0001, kind: .random), rssi: strength,
                        data: Frame.iBeacon(IBeacon(identity: beacon, measuredPower: -59)).advertisement))
            }
            now = now.advanced(bySeconds: 1)
            _ = core.tick(at: now)
        }
        #expect(try #require(core.position).distance(to: truth) < 10)
    }
}
