import Basics
import Beacons
import Presence
import Testing

/// Someone who hears every code, holds back what he likes and sends it when he likes, for thirty days, against the
/// three promises that `BeaconClock` makes.
@Suite("An adversary at the beacon's clock")
struct BeaconClockAdversaryTests {
    /// One long game, in which honest phones come rarely or not at all and the adversary comes often.
    private struct Game {
        var random: SplitMix64
        let beacon: TrueBeacon
        var now = Timestamp.morning
        /// The server's knowledge, and that of a twin which only honest phones reach.
        var clock = BeaconClock(installedAt: .morning)
        var twin = BeaconClock(installedAt: .morning)
        var heard: [Int64] = []

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
            beacon = .random(using: &random)
        }

        var accepted: ClosedRange<Int64> { clock.acceptedWindows(at: now, periodSeconds: beacon.periodSeconds) }

        mutating func letTimePass() {
            let longest = ([1, 60, 600, 36_000] as [Int64]).randomElement(using: &random) ?? 60
            now = now.advanced(byMilliseconds: Int64.random(in: 1...longest * 1000, using: &random))
            let window = beacon.window(at: now)
            if heard.last != window { heard.append(window) }
            if heard.count > 64 { heard.removeFirst() }
        }

        /// Any window that the beacon has ever been in, mostly one that is about to go out of date.
        mutating func replayedWindow() -> Int64 {
            let current = beacon.window(at: now)
            return switch Int.random(in: 0..<4, using: &random) {
            case 0: current
            case 1: min(current, accepted.lowerBound)
            case 2: min(current, accepted.lowerBound + Int64.random(in: -2...2, using: &random))
            default: heard.randomElement(using: &random) ?? current
            }
        }
    }

    @Test("cannot make an old code acceptable, whatever is sent and when", arguments: 0..<32 as Range<UInt64>)
    func dragging(seed: UInt64) {
        var game = Game(seed: seed)
        let period = game.beacon.periodSeconds
        let honestShare = [0, 0.02, 0.3][Int(seed % 3)]
        var oldest = game.accepted.lowerBound
        var successes = 0
        while game.now < .morning.advanced(bySeconds: 30 * 86_400) {
            game.letTimePass()
            let offset = game.beacon.offset(at: game.now)
            if game.random.uniform() < honestShare {
                let window = game.beacon.window(at: game.now)
                game.clock.learn(window: window, periodSeconds: period, at: game.now)
                game.twin.learn(window: window, periodSeconds: period, at: game.now)
            }
            let replayed = game.replayedWindow()
            let floor = game.clock.bounds(at: game.now).lowerBound
            if game.accepted.contains(replayed) {
                successes += 1
                // The oldest accepted code went off the air less than a period and the doubt ago.
                let reading = game.now.advanced(byMilliseconds: offset)
                let offAir = SecurityWindow.start(of: replayed + 1, periodSeconds: period)
                #expect(reading.milliseconds(since: offAir) < period * 1000 + offset - floor)
                game.clock.learn(window: replayed, periodSeconds: period, at: game.now)
            }
            // 1. The floor is never above the truth.
            #expect(game.clock.bounds(at: game.now).lowerBound <= offset)
            // 2. The adversary has only ever helped the server.
            #expect(game.clock.bounds(at: game.now).lowerBound >= game.twin.bounds(at: game.now).lowerBound)
            // 3. What was refused as stale stays refused.
            #expect(game.accepted.lowerBound >= oldest)
            oldest = game.accepted.lowerBound
            // And an honest phone is still believed.
            #expect(game.accepted.contains(game.beacon.window(at: game.now)))
        }
        #expect(successes > 100, "the adversary must get something in, or the test shows nothing")
    }

    @Test("gains nothing from a server whose clock is set back", arguments: 0..<32 as Range<UInt64>)
    func setBack(seed: UInt64) {
        var game = Game(seed: seed)
        let period = game.beacon.periodSeconds
        var oldest = Int64.min
        for _ in 0..<500 {
            game.letTimePass()
            game.clock.learn(window: game.beacon.window(at: game.now), periodSeconds: period, at: game.now)
            oldest = max(oldest, game.clock.acceptedWindows(at: game.clock.asOf, periodSeconds: period).lowerBound)
            let earlier = game.now.advanced(bySeconds: -Int64.random(in: 0...100_000, using: &game.random))
            #expect(game.clock.acceptedWindows(at: earlier, periodSeconds: period).lowerBound >= oldest)
        }
    }

    @Test("who holds back every code for a month gains what drift explains, not more")
    func jamming() {
        let beacon = TrueBeacon(
            key: .example(), identity: .example, periodSeconds: 60, installedAt: .morning, initialOffset: 0, drift: 0)
        var clock = BeaconClock(installedAt: .morning)
        clock.learn(window: beacon.window(at: .morning), periodSeconds: 60, at: .morning)
        for day in 1...30 as ClosedRange<Int64> {
            let now = Timestamp.morning.advanced(bySeconds: day * 86_400)
            let oldest = clock.acceptedWindows(at: now, periodSeconds: 60).lowerBound
            // He sends the oldest code that is accepted, each day: the most that keeps the server in doubt.
            clock.learn(window: oldest, periodSeconds: 60, at: now)
            #expect(beacon.offset(at: now) - clock.bounds(at: now).lowerBound <= day * 12_960)
        }
    }
}
