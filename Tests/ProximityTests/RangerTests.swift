import Basics
import Beacons
import Proximity
import Testing

@Suite("Ranging")
struct RangerTests {
    private let start = Timestamp(milliseconds: 1_795_253_400_000)
    private let one = BeaconIdentity.grid(0, 1)
    private let two = BeaconIdentity.grid(0, 2)

    private func time(_ seconds: Double) -> Timestamp {
        start.advanced(byMilliseconds: Int64(seconds * 1000))
    }

    /// What one range call says of a beacon after these strengths within two seconds.
    private func ranged(_ strengths: [Int8], measuredPower: Int8 = -59) -> RangedBeacon? {
        var ranger = Ranger()
        for (index, rssi) in strengths.enumerated() {
            let time = time(Double(index) * 2 / Double(strengths.count))
            ranger.hear(Reading(identity: one, rssi: rssi, measuredPower: measuredPower, time: time))
        }
        return ranger.range(at: time(2)).first
    }

    @Test(
        "the distance follows the log-distance model",
        arguments: [(-59, 1.0), (-81, 10), (-37, 0.1), (-103, 100), (-20, 0.1)] as [(Int8, Double)])
    func distance(rssi: Int8, metres: Double) throws {
        let beacon = try #require(ranged([rssi, rssi, rssi]))
        #expect(abs(try #require(beacon.distance) - metres) < 1e-9)
        #expect(beacon.rssi == Double(rssi) && beacon.readingCount == 3)
    }

    @Test(
        "the classes begin and end at 0.5 and 5 m",
        arguments: [
            (-52, .immediate), (-53, .near), (-74, .near), (-75, .far),
        ] as [(Int8, ProximityClass)])
    func classes(rssi: Int8, proximity: ProximityClass) {
        #expect(ranged([rssi])?.proximity == proximity)
    }

    @Test("wild readings among many do not move the strength", arguments: [-30, -100] as [Int8])
    func outliers(wild: Int8) throws {
        let steady = [Int8](repeating: -65, count: 9)
        #expect(try #require(ranged(steady + [wild])).rssi == -65)
        #expect(try #require(ranged([wild] + steady + [wild])).rssi == -65)
    }

    @Test("the ends are trimmed before the mean is taken")
    func trimming() throws {
        // Ten readings: one goes at either end, and the mean of the rest is not moved by how far off they were.
        let middle: [Int8] = [-64, -64, -65, -65, -65, -65, -66, -66]
        #expect(try #require(ranged(middle + [-50, -80])).rssi == -65)
        #expect(try #require(ranged(middle + [-47, -70])).rssi == -65)
    }

    @Test("two readings that contradict each other give their middle")
    func contradiction() throws {
        #expect(try #require(ranged([-30, -90])).rssi == -60)
    }

    @Test("a strength that is none is not taken in", arguments: [127, 21, -128] as [Int8])
    func unusable(rssi: Int8) {
        #expect(ranged([rssi]) == nil)
        #expect(ranged([-59, rssi, -59])?.readingCount == 2)
    }

    @Test("beyond the farthest distance there is none, rather than the farthest", arguments: [-104, -127] as [Int8])
    func beyond(rssi: Int8) throws {
        let beacon = try #require(ranged([rssi]))
        #expect(beacon.distance == nil && beacon.proximity == .far)
        #expect(beacon.shown(parts: 10) == (nil, .far))
    }

    @Test(
        "a measured power that no device has gives no distance",
        arguments: [.min, -127, -101, -19, -3, 0, .max] as [Int8])
    func impossiblePower(power: Int8) throws {
        let beacon = try #require(ranged([-60, -60], measuredPower: power))
        #expect(beacon.distance == nil && beacon.proximity == .unknown && beacon.rssi == -60)
    }

    @Test(
        "the weakest and the strongest power that a device can have give a distance", arguments: [-100, -20] as [Int8])
    func measuredPower(power: Int8) throws {
        let distance = try #require(ranged([-60], measuredPower: power)?.distance)
        #expect(distance >= 0.1 && distance <= 100)
    }

    @Test("a copy with an impossible power does not take a beacon's distance away")
    func spoiledPower() throws {
        var ranger = Ranger()
        for (step, power) in ([-59, 127, -59, 0, -128] as [Int8]).enumerated() {
            ranger.hear(Reading(identity: one, rssi: -59, measuredPower: power, time: time(Double(step) / 10)))
        }
        #expect(ranger.range(at: time(1)).first?.distance == 1)
    }

    @Test("those without a distance come after those with one, and are never the nearest")
    func withoutDistance() {
        var ranger = Ranger()
        var nearest = NearestBeacon()
        let three = BeaconIdentity.grid(0, 3)
        for (identity, rssi, power) in [(one, -30, 0), (two, -110, -59), (three, -80, -59)]
            as [(BeaconIdentity, Int8, Int8)]
        {
            ranger.hear(Reading(identity: identity, rssi: rssi, measuredPower: power, time: start))
        }
        let ranged = ranger.range(at: time(1))
        #expect(ranged.map(\.identity) == [three, two, one])
        #expect(nearest.update(ranged, at: time(1)) == three)
    }

    @Test("the class that is shown with a distance never contradicts it", arguments: 0..<8 as Range<UInt64>)
    func shown(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var ranger = Ranger()
        var contradictions = 0
        for second in 0..<600 {
            let mean = -59 - 22 * (second % 60 < 30 ? 0.55 : 0.85)
            let rssi = Int8(min(max((mean + random.gaussian(deviation: 8)).rounded(), -126), 20))
            ranger.hear(Reading(identity: one, rssi: rssi, measuredPower: -59, time: time(Double(second))))
            let beacon = try #require(ranger.range(at: time(Double(second))).first)
            for parts in [10.0, 100] {
                let shown = beacon.shown(parts: parts)
                guard let metres = shown.distance else { continue }
                #expect(abs(metres - (beacon.distance ?? 0)) <= 0.5 / parts + 1e-9)
                #expect(shown.proximity == (metres < 0.5 ? .immediate : metres <= 5 ? .near : .far))
                if shown.proximity != beacon.proximity { contradictions += 1 }
            }
        }
        #expect(contradictions > 0, "the steadied class lags behind")
    }

    @Test("a silent beacon becomes unknown, then is forgotten, and is new when it comes back")
    func silence() {
        var ranger = Ranger()
        ranger.hear(Reading(identity: one, rssi: -65, measuredPower: -59, time: start))
        #expect(ranger.range(at: time(1)).first?.proximity == .near)
        #expect(ranger.range(at: time(4.9)).first?.proximity == .near)
        let unknown = ranger.range(at: time(5)).first
        #expect(unknown?.proximity == .unknown && unknown?.rssi == -65)
        #expect(ranger.range(at: time(19.9)).count == 1)
        #expect(ranger.range(at: time(20)).isEmpty && ranger.beaconCount == 0)
        ranger.hear(Reading(identity: one, rssi: -80, measuredPower: -59, time: time(21)))
        #expect(ranger.range(at: time(21)).first?.proximity == .far)
    }

    @Test("the nearest comes first and the unknown last")
    func order() {
        var ranger = Ranger()
        let silent = BeaconIdentity.grid(9, 9)
        ranger.hear(Reading(identity: silent, rssi: -40, measuredPower: -59, time: start))
        for second in 1...6 {
            let time = time(Double(second))
            ranger.hear(Reading(identity: one, rssi: -80, measuredPower: -59, time: time))
            ranger.hear(Reading(identity: two, rssi: -62, measuredPower: -59, time: time))
        }
        #expect(ranger.range(at: time(6)).map(\.identity) == [two, one, silent])
    }

    @Test("a beacon at 2 m does not flap under 8 dB of noise", arguments: 0..<32 as Range<UInt64>)
    func steadiness(seed: UInt64) {
        let classes = classes(metres: 2, seed: seed, .default)
        #expect(classes.allSatisfy { $0 == .near })
    }

    @Test("at a limit the class changes seldom, where it would flap without hysteresis")
    func hysteresis() {
        var plain = RangingConfiguration.default
        plain.hysteresisRatio = 1
        plain.dwellMilliseconds = 0
        var (steadied, unsteadied) = (0, 0)
        for seed in 0..<16 as Range<UInt64> {
            steadied += changes(classes(metres: 5, seed: seed, .default))
            unsteadied += changes(classes(metres: 5, seed: seed, plain))
        }
        // Ten minutes for each seed.
        #expect(steadied <= 16 * 5, "\(steadied)")
        #expect(unsteadied > 4 * steadied, "\(unsteadied) and \(steadied)")
    }

    @Test("a beacon that one walks up to becomes near within seconds")
    func responsiveness() {
        var random = SplitMix64(seed: 4)
        var ranger = Ranger()
        var becameNear: Int?
        for second in 0..<40 {
            for _ in 0..<3 {
                let mean = second < 20 ? -85.0 : -62
                let rssi = Int8(min(max(mean + random.gaussian(deviation: 8), -126), 20))
                ranger.hear(Reading(identity: one, rssi: rssi, measuredPower: -59, time: time(Double(second))))
            }
            let isNear = ranger.range(at: time(Double(second))).first?.proximity == .near
            if isNear, becameNear == nil { becameNear = second }
        }
        #expect((20...28).contains(becameNear ?? 0))
    }

    @Test("made-up identities do not push out what is there, and cost bounded memory")
    func flood() {
        var random = SplitMix64(seed: 1)
        var ranger = Ranger()
        for second in 0..<5 {
            ranger.hear(Reading(identity: one, rssi: -60, measuredPower: -59, time: time(Double(second))))
            ranger.hear(Reading(identity: one, rssi: -60, measuredPower: -59, time: time(Double(second))))
            for _ in 0..<1000 {
                let invented = BeaconIdentity(
                    uuid: UUID128(high: random.next(), low: random.next()), major: 0, minor: 0)
                ranger.hear(Reading(identity: invented, rssi: -50, measuredPower: -59, time: time(Double(second))))
            }
            #expect(ranger.beaconCount <= 256)
            #expect(ranger.range(at: time(Double(second))).contains { $0.identity == one })
        }
        for _ in 0..<1000 { ranger.hear(Reading(identity: one, rssi: -60, measuredPower: -59, time: time(5))) }
        #expect(ranger.range(at: time(5)).first { $0.identity == one }?.readingCount == 64)
    }

    @Test("a clock that is set back or far ahead neither traps nor holds a beacon for ever")
    func clockJumps() {
        var ranger = Ranger()
        ranger.hear(Reading(identity: one, rssi: -60, measuredPower: -59, time: time(1000)))
        #expect(ranger.range(at: start).isEmpty)
        for extreme in [Int64.min, .max] {
            ranger.hear(Reading(identity: one, rssi: -60, measuredPower: -59, time: Timestamp(milliseconds: extreme)))
            _ = ranger.range(at: start)
            _ = ranger.range(at: Timestamp(milliseconds: .min))
            _ = ranger.range(at: Timestamp(milliseconds: .max))
        }
        ranger.reset()
        ranger.hear(Reading(identity: one, rssi: -60, measuredPower: -59, time: start))
        #expect(ranger.range(at: start).count == 1)
    }

    /// The class in each second of ten minutes, at three packets a second with 8 dB of spread.
    private func classes(metres: Double, seed: UInt64, _ configuration: RangingConfiguration) -> [ProximityClass] {
        var random = SplitMix64(seed: seed)
        var ranger = Ranger(configuration: configuration)
        let mean = metres == 2 ? -65.62 : -74.38
        return (0..<600).compactMap { second in
            for third in 0..<3 {
                let time = time(Double(second) + Double(third) / 3)
                let rssi = Int8(min(max((mean + random.gaussian(deviation: 8)).rounded(), -126), 20))
                ranger.hear(Reading(identity: one, rssi: rssi, measuredPower: -59, time: time))
            }
            let proximity = ranger.range(at: time(Double(second) + 0.9)).first?.proximity
            // The first window is still filling.
            return second < 4 ? nil : proximity
        }
    }

    private func changes(_ classes: [ProximityClass]) -> Int {
        zip(classes, classes.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    }
}
