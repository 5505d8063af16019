import Basics
import Beacons
import Foundation
import Phone
import Proximity
import Radio

/// A hall whose air is not what the plan makes one expect: a glass wall that is drawn lets everything through, a lift shaft
/// that is not drawn lets nothing through, and half of the beacons hang behind metal.
struct CrookedHall {
    static let uuid = UUID128(high: 3, low: 4)
    static let (width, height) = (36.0, 18.0)
    static let drawn = [PlanWall(from: PlanPoint(x: 12, y: 0), to: PlanPoint(x: 12, y: 12))]
    static let shaft = [
        PlanWall(from: PlanPoint(x: 22, y: 5), to: PlanPoint(x: 22, y: 13)),
        PlanWall(from: PlanPoint(x: 25, y: 5), to: PlanPoint(x: 25, y: 13)),
    ]

    var random: SplitMix64
    /// By how much the receiver in use hears stronger.
    var receiverOffset = 0.0
    var beacons: [(identity: BeaconIdentity, point: PlanPoint, loss: Double)]

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
                if strength > -92 {
                    heard.append((beacon.identity, Int8(min((strength + receiverOffset).rounded(), 20))))
                }
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

    /// Where each phone that knows `venue` thinks it is on a walk, second by second, with the truth and what it says of the
    /// beacons.
    mutating func positions(
        seconds: Int, seed: UInt64, venue: PhoneVenue
    ) -> [(truth: PlanPoint, told: PlanPoint?, doubt: Double?, residuals: [MapResidual])] {
        random = SplitMix64(seed: seed)
        var core = PhoneCore(venues: [venue], choices: [])
        var now = Timestamp(seconds: 1_795_253_400)
        return walk(seconds: seconds).map { truth in
            for (beacon, strength) in packets(at: truth) {
                core.hear(
                    HeardAdvertisement(
                        time: now, address: DeviceAddress(value: 0xC000_0000_0001, kind: .random), rssi: strength,
                        data: Frame.iBeacon(IBeacon(identity: beacon, measuredPower: -59)).advertisement))
            }
            now = now.advanced(bySeconds: 1)
            let second = core.tick(at: now)
            return (truth, core.position, core.positionDoubt, second.residuals)
        }
    }
}
