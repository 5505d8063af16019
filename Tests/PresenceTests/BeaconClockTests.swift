import Basics
import Beacons
import Presence
import Testing

@Suite("What is known of a beacon's clock")
struct BeaconClockTests {
    @Test("a new clock is within 30 s either way, and loosens by 150 ms in 1000 s")
    func loosening() {
        let clock = BeaconClock(installedAt: .morning)
        #expect(clock.bounds(at: .morning) == -30_000...30_000)
        #expect(clock.bounds(at: .morning.advanced(bySeconds: 1000)) == -30_150...30_150)
        #expect(clock.bounds(at: .morning.advanced(bySeconds: 86_400)) == -42_960...42_960)
        #expect(clock.bounds(at: .morning.advanced(byMilliseconds: 1)) == -30_001...30_001)
    }

    @Test("both bounds stop at the tolerance, so that a beacon costs a bounded number of codes")
    func tolerance() {
        let clock = BeaconClock(installedAt: .morning)
        let muchLater = Timestamp.morning.advanced(bySeconds: 86_400 * 3650)
        #expect(clock.bounds(at: muchLater) == -930_000...870_000)
        #expect(clock.acceptedWindows(at: muchLater, periodSeconds: 60).count <= 2 * 15 + 3)
    }

    @Test("a code proves that the clock has reached its window, and nothing more")
    func floor() {
        var clock = BeaconClock(installedAt: .morning)
        let window = SecurityWindow.index(at: .morning, periodSeconds: 60)
        clock.learn(window: window, periodSeconds: 60, at: .morning.advanced(byMilliseconds: 12_345))
        #expect(clock.floor == -12_345)
        clock.learn(window: window, periodSeconds: 60, at: .morning.advanced(byMilliseconds: 59_000))
        #expect(clock.bounds(at: .morning.advanced(byMilliseconds: 59_000)).lowerBound == -12_345 - 7)
        #expect(clock.bounds(at: .morning.advanced(byMilliseconds: 59_000)).upperBound >= 30_000)
    }

    @Test(
        "an installation by a machine whose clock is ahead counts from now, and a clock that has learned does not go back"
    )
    func ahead() {
        let now = Timestamp.morning
        let later = now.advanced(bySeconds: 120)
        let installed = BeaconClock(installedAt: later)
        #expect(installed.clamped(to: now) == BeaconClock(installedAt: now))
        #expect(installed.clamped(to: later) == installed)
        let right = SecurityWindow.index(at: now, periodSeconds: 8)
        #expect(!installed.acceptedWindows(at: now, periodSeconds: 8).contains(right), "two minutes of refusals")
        #expect(installed.clamped(to: now).acceptedWindows(at: now, periodSeconds: 8).contains(right))
        var learned = installed
        learned.learn(window: SecurityWindow.index(at: later, periodSeconds: 8), periodSeconds: 8, at: later)
        #expect(learned.clamped(to: now) == learned)
    }

    @Test("accepted are the windows that the clock can be in, and one either side")
    func acceptedWindows() {
        let window = SecurityWindow.index(at: .morning, periodSeconds: 60)
        let known = BeaconClock(floor: 0, ceiling: 0, asOf: .morning)
        #expect(known.acceptedWindows(at: .morning, periodSeconds: 60) == window - 1...window + 1)
        let early = BeaconClock(floor: -1, ceiling: 60_000, asOf: .morning)
        #expect(early.acceptedWindows(at: .morning, periodSeconds: 60) == window - 2...window + 2)
    }

    @Test("a beacon that drifts as far as it may is never refused in 60 days", arguments: 0..<32 as Range<UInt64>)
    func drift(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let extreme = [-150.0, 150, Double.random(in: -150...150, using: &random)][Int(seed % 3)]
        let beacon = TrueBeacon.random(using: &random, drift: extreme...extreme)
        var clock = BeaconClock(installedAt: .morning)
        var heardAt = Timestamp.morning
        while heardAt < .morning.advanced(bySeconds: 60 * 86_400) {
            let window = beacon.window(at: heardAt)
            // A phone may take up to a period to deliver the code.
            let now = heardAt.advanced(
                byMilliseconds: Int64.random(in: 0...beacon.periodSeconds * 1000, using: &random))
            #expect(clock.acceptedWindows(at: now, periodSeconds: beacon.periodSeconds).contains(window))
            #expect(clock.bounds(at: now).contains(beacon.offset(at: now)))
            clock.learn(window: window, periodSeconds: beacon.periodSeconds, at: now)
            #expect(clock.bounds(at: now).contains(beacon.offset(at: now)))
            // Bursts, an ordinary day, and days without anybody.
            let gap = ([20, 3600, 259_200] as [Int64]).randomElement(using: &random) ?? 20
            heardAt = now.advanced(byMilliseconds: Int64.random(in: 1...gap * 1000, using: &random))
        }
    }

    @Test("a beacon that is heard once a day stays known for years", arguments: [-150, -20, 20, 150] as [Double])
    func years(drift: Double) {
        let beacon = TrueBeacon(
            key: .example(), identity: .example, periodSeconds: 60, installedAt: .morning, initialOffset: 0,
            drift: drift)
        var clock = BeaconClock(installedAt: .morning)
        var stored = clock
        for day in 0..<1500 as Range<Int64> {
            let now = Timestamp.morning.advanced(bySeconds: day * 86_400)
            clock.learn(window: beacon.window(at: now), periodSeconds: 60, at: now)
            #expect(clock.acceptedWindows(at: now, periodSeconds: 60).contains(beacon.window(at: now)))
            if clock.isWorthStoring(over: stored) { stored = clock }
            // The server starts again now and then, from what was worth storing.
            if day % 7 == 0 { clock = stored }
        }
    }

    @Test("after eight weeks of silence a beacon is known at once", arguments: [-150, 150] as [Double])
    func silence(drift: Double) {
        let beacon = TrueBeacon(
            key: .example(), identity: .example, periodSeconds: 60, installedAt: .morning, initialOffset: 9000,
            drift: drift)
        var clock = BeaconClock(installedAt: .morning)
        clock.learn(window: beacon.window(at: .morning), periodSeconds: 60, at: .morning)
        let now = Timestamp.morning.advanced(bySeconds: 56 * 86_400)
        #expect(clock.acceptedWindows(at: now, periodSeconds: 60).contains(beacon.window(at: now)))
        let doubtBefore = beacon.offset(at: now) - clock.bounds(at: now).lowerBound
        clock.learn(window: beacon.window(at: now), periodSeconds: 60, at: now)
        let doubt = beacon.offset(at: now) - clock.bounds(at: now).lowerBound
        #expect(doubt >= 0 && doubt < 60_000 && doubt <= doubtBefore)
    }

    @Test("learning the same over and over loses nothing to rounding")
    func rounding() {
        let untouched = BeaconClock(floor: 0, ceiling: 0, asOf: .morning)
        var clock = untouched
        for step in 0..<20_000 as Range<Int64> {
            let now = Timestamp.morning.advanced(byMilliseconds: step * 17)
            clock.learn(window: 0, periodSeconds: 60, at: now)
            guard clock.bounds(at: now) == untouched.bounds(at: now) else {
                Issue.record("the bounds moved at step \(step)")
                return
            }
        }
        #expect(clock.asOf > untouched.asOf)
    }

    @Test("what is stored is worth it: a quarter of a second, or six hours")
    func storing() {
        let stored = BeaconClock(floor: 0, ceiling: 10, asOf: .morning)
        #expect(!stored.isWorthStoring(over: stored))
        #expect(!BeaconClock(floor: 249, ceiling: 300, asOf: .morning).isWorthStoring(over: stored))
        #expect(BeaconClock(floor: 250, ceiling: 300, asOf: .morning).isWorthStoring(over: stored))
        let evening = Timestamp.morning.advanced(bySeconds: 6 * 3600)
        #expect(BeaconClock(floor: -3240, ceiling: 0, asOf: evening).isWorthStoring(over: stored))
    }

    @Test("no stored value and no instant makes it trap")
    func extremes() {
        let values: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for floor in values {
            for ceiling in values {
                for time in values {
                    var clock = BeaconClock(floor: floor, ceiling: ceiling, asOf: Timestamp(milliseconds: time))
                    #expect(clock.floor <= clock.ceiling)
                    for now in values {
                        let now = Timestamp(milliseconds: now)
                        let count = clock.acceptedWindows(at: now, periodSeconds: 60).count
                        #expect(count >= 3 && count <= 33)
                        clock.learn(window: floor, periodSeconds: ceiling, at: now)
                        #expect(clock.floor <= clock.ceiling)
                    }
                }
            }
        }
    }
}
