import Basics
import Beacons
import Presence
import Testing

@Suite("Matching codes")
struct BeaconCodesTests {
    private let beacon = TrueBeacon(
        key: .example(), identity: .example, periodSeconds: 60, installedAt: .morning, initialOffset: 0, drift: 0)

    private func makeCodes() -> BeaconCodes {
        BeaconCodes(identity: beacon.identity, key: beacon.key, periodSeconds: beacon.periodSeconds)
    }

    @Test("accepted windows match, fifteen older ones are stale, all others are no codes of this beacon")
    func ranges() {
        let clock = BeaconClock(installedAt: .morning)
        let accepted = clock.acceptedWindows(at: .morning, periodSeconds: 60)
        var codes = makeCodes()
        for window in accepted.lowerBound - 20...accepted.upperBound + 5 {
            let expected: CodeMatch =
                if accepted.contains(window) {
                    .accepted(window: window)
                } else if window < accepted.lowerBound, window >= accepted.lowerBound - 15 {
                    .stale(window: window)
                } else {
                    .none
                }
            #expect(codes.match(beacon.code(of: window), clock: clock, at: .morning) == expected)
        }
    }

    @Test(
        "whatever the period, a quarter of an hour of older codes is stale", arguments: [5, 8, 15, 30, 60] as [Int64])
    func rememberedTime(period: Int64) {
        let beacon = TrueBeacon(
            key: .example(), identity: .example, periodSeconds: period, installedAt: .morning, initialOffset: 0,
            drift: 0)
        let clock = BeaconClock(installedAt: .morning)
        let oldest = clock.acceptedWindows(at: .morning, periodSeconds: period).lowerBound
        var codes = BeaconCodes(identity: beacon.identity, key: beacon.key, periodSeconds: period)
        let remembered = 900 / period
        #expect(
            codes.match(beacon.code(of: oldest - remembered), clock: clock, at: .morning)
                == .stale(window: oldest - remembered))
        #expect(codes.match(beacon.code(of: oldest - remembered - 1), clock: clock, at: .morning) == .none)
        #expect(codes.match(beacon.code(of: oldest), clock: clock, at: .morning) == .accepted(window: oldest))
    }

    @Test("a code of another beacon or key matches nothing")
    func foreign() throws {
        let window = beacon.window(at: .morning)
        let clock = BeaconClock(installedAt: .morning)
        var codes = makeCodes()
        let neighbour = BeaconIdentity(uuid: .example, major: 100, minor: 8)
        for code in [
            SecurityCode.make(key: beacon.key, identity: neighbour, window: window),
            SecurityCode.make(key: .example(2), identity: beacon.identity, window: window),
            try #require(SecurityCode(bytes: [UInt8](repeating: 0, count: 14))),
        ] {
            #expect(codes.match(code, clock: clock, at: .morning) == .none)
        }
    }

    @Test("one wrong bit anywhere is no match", arguments: 0..<112)
    func wrongBit(bit: Int) throws {
        var bytes = beacon.code(of: beacon.window(at: .morning)).bytes
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        var codes = makeCodes()
        let code = try #require(SecurityCode(bytes: bytes))
        #expect(codes.match(code, clock: BeaconClock(installedAt: .morning), at: .morning) == .none)
    }

    @Test("what was computed before never changes an answer", arguments: 0..<16 as Range<UInt64>)
    func caching(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var kept = makeCodes()
        var now = Timestamp.morning
        for _ in 0..<20 {
            // Forwards, backwards, by a little and by a lot, with any clock.
            let jump = ([5, 300, 100_000] as [Int64]).randomElement(using: &random) ?? 5
            now = now.advanced(bySeconds: Int64.random(in: -jump...jump, using: &random))
            let clock = BeaconClock(
                floor: Int64.random(in: -90_000...90_000, using: &random),
                ceiling: Int64.random(in: -90_000...300_000, using: &random), asOf: now)
            let code = beacon.code(of: beacon.window(at: now) + Int64.random(in: -20...6, using: &random))
            var fresh = makeCodes()
            #expect(kept.match(code, clock: clock, at: now) == fresh.match(code, clock: clock, at: now))
        }
    }

    @Test("a code goes from accepted to stale to unknown, and never back", arguments: 0..<16 as Range<UInt64>)
    func ageing(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let beacon = TrueBeacon.random(using: &random)
        var codes = BeaconCodes(identity: beacon.identity, key: beacon.key, periodSeconds: beacon.periodSeconds)
        var clock = BeaconClock(installedAt: .morning)
        var now = Timestamp.morning
        let window = beacon.window(at: now)
        let code = beacon.code(of: window)
        var stages: [CodeMatch] = []
        for _ in 0..<150 {
            let match = codes.match(code, clock: clock, at: now)
            if stages.last != match { stages.append(match) }
            // Others keep proving theirs meanwhile.
            clock.learn(window: beacon.window(at: now), periodSeconds: beacon.periodSeconds, at: now)
            let longest = max(beacon.periodSeconds * 400, 24_000)
            now = now.advanced(byMilliseconds: Int64.random(in: 0...longest, using: &random))
        }
        #expect(stages == [.accepted(window: window), .stale(window: window), .none])
    }

    @Test("the shortest period and the widest doubt still hold a bounded number of codes")
    func bounded() {
        var codes = BeaconCodes(identity: .example, key: .example(), periodSeconds: 0)
        let clock = BeaconClock(floor: 0, ceiling: .max, asOf: .morning)
        let window = SecurityWindow.index(at: .morning, periodSeconds: 1)
        let code = SecurityCode.make(key: .example(), identity: .example, window: window + 900)
        #expect(codes.match(code, clock: clock, at: .morning) == .accepted(window: window + 900))
        #expect(clock.acceptedWindows(at: .morning, periodSeconds: 0).count == 903)
    }
}
