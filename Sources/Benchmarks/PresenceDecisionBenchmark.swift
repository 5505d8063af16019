import Basics
import Beacons
import Presence

/// How many presence decisions one core makes in a second, in memory, each with the match of its code.
///
/// A thousand beacons in a row, eight metres apart, and 64,000 accounts: each minute twelve of them walk to each
/// beacon and prove it. Between these come replays by the same account, codes of an hour ago, codes of another beacon,
/// unknown beacons and jumps across the centre, about one in four in all. Preparing a minute's sightings, with their
/// codes, is not measured; the codes that the register computes to compare with are.
struct PresenceDecisionBenchmark {
    private static let beaconCount = 1000
    private static let accountCount = 64_000
    private static let visitorsPerBeacon = 12
    private static let venue = UUID128(high: 0xE2C5_6DB5_DFFB_48D2, low: 0xB060_D0F5_A710_96E0)

    private let key = BeaconKey(seed: 1)

    /// Decides for about that many seconds of measured time.
    ///
    /// - Returns: The decisions, the seconds that they took, and how many of them were accepted.
    func run(seconds: Double) -> (decisions: Int, seconds: Double, accepted: Int) {
        let start = Timestamp(milliseconds: 1_795_253_400_000)
        var random = SplitMix64(seed: 1)
        var register = makeRegister(at: start)
        var decisions = 0
        var accepted = 0
        var measured = Duration.zero
        var minute: Int64 = 0
        while measured < .seconds(seconds) {
            let requests = makeRequests(minute: minute, start: start, using: &random)
            let clock = ContinuousClock()
            let before = clock.now
            for request in requests {
                do throws(PresenceRejection) {
                    try register.judge(account: request.account, sighting: request.sighting, at: request.now)
                    accepted += 1
                } catch {
                    // A refusal is as much a decision.
                }
            }
            measured += clock.now - before
            decisions += requests.count
            minute += 1
        }
        return (decisions, measured / .seconds(1), accepted)
    }

    private struct Request {
        let account: UInt64
        let sighting: PresenceSighting
        let now: Timestamp
    }

    private func identity(_ beacon: Int) -> BeaconIdentity {
        BeaconIdentity(uuid: Self.venue, major: UInt16(beacon / 10), minor: UInt16(beacon % 10))
    }

    private func makeRegister(at start: Timestamp) -> PresenceRegister {
        var register = PresenceRegister()
        for beacon in 0..<Self.beaconCount {
            let place = Place(
                venue: Self.venue, latitude: 40.4, longitude: -3.7, x: Double(beacon) * 8, y: 0)
            register.install(
                BeaconCodes(identity: identity(beacon), key: key, periodSeconds: SecurityCode.standardPeriodSeconds),
                at: place,
                clock: BeaconClock(installedAt: start))
        }
        return register
    }

    /// A minute's sightings in the order in which they arrive.
    private func makeRequests(minute: Int64, start: Timestamp, using random: inout SplitMix64) -> [Request] {
        var requests: [Request] = []
        let count = Self.beaconCount * Self.visitorsPerBeacon
        requests.reserveCapacity(count * 4 / 3)
        // Beacons in a shuffled order: neighbours in time are not neighbours in memory.
        let codes = (0..<Self.beaconCount).map { code(beacon: $0, minute: minute, start: start) }
        for index in 0..<count {
            let beacon = Int(UInt64(index) &* 7919 % UInt64(Self.beaconCount))
            let now = start.advanced(byMilliseconds: minute * 60_000 + Int64(index) * 60_000 / Int64(count))
            // Whoever comes back to the row does so after some minutes, and may have walked on by a few beacons.
            let visit = index / Self.beaconCount
            let visitors = Self.accountCount / Self.beaconCount
            let turn = (Int(minute) * Self.visitorsPerBeacon + visit) % visitors
            let account = UInt64((beacon + Int(minute) / 8) % Self.beaconCount * visitors + turn)
            let sighting = PresenceSighting(identity: identity(beacon), code: codes[beacon], heardAt: now)
            requests.append(Request(account: account, sighting: sighting, now: now))
            if let attack = attack(on: sighting, beacon: beacon, codes: codes, account: account, using: &random) {
                requests.append(Request(account: attack.account, sighting: attack.sighting, now: now))
            }
        }
        return requests
    }

    private func code(beacon: Int, minute: Int64, start: Timestamp) -> SecurityCode {
        let time = start.advanced(bySeconds: minute * 60)
        return .make(
            key: key, identity: identity(beacon),
            window: SecurityWindow.index(at: time, periodSeconds: SecurityCode.standardPeriodSeconds))
    }

    /// Now and then something that must be refused.
    private func attack(
        on sighting: PresenceSighting, beacon: Int, codes: [SecurityCode], account: UInt64,
        using random: inout SplitMix64
    ) -> (account: UInt64, sighting: PresenceSighting)? {
        let other = (beacon + Self.beaconCount / 2) % Self.beaconCount
        let draw = random.uniform()
        if draw < 0.20 { return (account, sighting) }
        if draw < 0.24 {
            return (
                account, PresenceSighting(identity: sighting.identity, code: codes[other], heardAt: sighting.heardAt)
            )
        }
        if draw < 0.28 {
            let window =
                SecurityWindow.index(at: sighting.heardAt, periodSeconds: SecurityCode.standardPeriodSeconds) - 5
            let old = SecurityCode.make(key: key, identity: sighting.identity, window: window)
            return (account, PresenceSighting(identity: sighting.identity, code: old, heardAt: sighting.heardAt))
        }
        if draw < 0.30 {
            return (account, PresenceSighting(identity: identity(other), code: codes[other], heardAt: sighting.heardAt))
        }
        if draw < 0.32 {
            let unknown = BeaconIdentity(uuid: Self.venue, major: 9999, minor: 1)
            return (account, PresenceSighting(identity: unknown, code: sighting.code, heardAt: sighting.heardAt))
        }
        return nil
    }
}

extension BeaconKey {
    /// A key for measurements, from a generator that is not fit for secrets.
    fileprivate init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.init(using: &random)
    }
}
