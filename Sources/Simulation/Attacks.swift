import Basics
import Beacons
import Presence
import Radio

/// A code that an accomplice overheard beside a beacon.
struct OverheardCode {
    let identity: BeaconIdentity
    let code: SecurityCode
    let heardAt: Timestamp
}

/// Listens to the air beside one beacon and keeps what a thief wants: each new code, once.
struct Eavesdropper {
    private(set) var radio: SimulatedRadio
    /// The codes in the order in which they were heard, of the last ten minutes.
    private(set) var codes: [OverheardCode] = []
    private let target: BeaconIdentity

    init(
        on target: BeaconIdentity, at position: AirPosition, in air: inout SimulatedAir, now: Timestamp,
        random: inout SplitMix64
    ) {
        self.target = target
        radio = SimulatedRadio(
            role: HCIHost.Role(scan: true, advertise: nil), address: .random(using: &random), at: position, in: &air,
            now: now)
    }

    /// Hears nothing until it wakes.
    func sleep(in air: inout SimulatedAir) {
        radio.sleep(in: &air)
    }

    /// Hears again.
    mutating func wake(in air: inout SimulatedAir, at now: Timestamp) {
        radio.wake(in: &air, at: now)
    }

    /// Takes what is in the air.
    mutating func step(in air: inout SimulatedAir, at now: Timestamp) {
        for advertisement in radio.exchange(with: &air) {
            for case .security(let frame) in advertisement.frames
            where frame.major == target.major && frame.minor == target.minor
                && !codes.contains(where: { $0.code == frame.code })
            {
                codes.append(OverheardCode(identity: target, code: frame.code, heardAt: advertisement.time))
            }
        }
        codes.removeAll { now.milliseconds(since: $0.heardAt) > 600_000 }
    }
}

/// One sighting that an attacker sends, with the number of the account among the attack's own.
struct AttackAttempt {
    let account: Int
    let sighting: PresenceSighting
    /// Of a replay: how long after it was heard the code was to be sent, in seconds, and when it was heard.
    var replay: (delay: Int64, heardAt: Timestamp)?
}

/// Sends each overheard code again from elsewhere after 30 seconds to 10 minutes.
///
/// Each beacon and delay has an account of its own: one account can use a code once, and would be caught walking
/// impossibly between two beacons.
struct ReplayAttack {
    /// How long after it was heard each code is sent again, in seconds.
    static let delays: [Int64] = [30, 60, 120, 240, 420, 600]
    /// The delays of further probes where it is measured what a period lets through, one for each code in turn.
    ///
    /// They are no part of the attack's own count: whoever is quicker than half a minute needs a network, as a relay
    /// does, and the others only make the curve finer.
    static let probes: [Int64] = [5, 10, 15, 20, 25, 45, 75, 90, 105, 150, 180]

    private let probes: [Int64]
    private var waiting: [(due: Timestamp, delay: Int64, account: Int, code: OverheardCode)] = []
    private var taken: [SecurityCode] = []
    private var turn = 0

    /// An attack, with probes where a period is measured.
    init(measures: Bool) {
        probes = measures ? Self.probes : []
    }

    /// How many accounts it needs beside so many beacons.
    func accounts(listeners: Int) -> Int {
        listeners * (Self.delays.count + probes.count)
    }

    /// The sightings that are due.
    mutating func step(_ eavesdroppers: [Eavesdropper], at now: Timestamp) -> [AttackAttempt] {
        for (place, eavesdropper) in eavesdroppers.enumerated() {
            for code in eavesdropper.codes where !taken.contains(code.code) {
                taken.append(code.code)
                plan(code, firstAccount: place * (Self.delays.count + probes.count))
            }
        }
        let kept = 200 * max(eavesdroppers.count, 1)
        if taken.count > kept { taken.removeFirst(taken.count - kept) }
        let due = waiting.filter { $0.due <= now }
        waiting.removeAll { $0.due <= now }
        return due.map { entry in
            AttackAttempt(
                account: entry.account,
                sighting: PresenceSighting(identity: entry.code.identity, code: entry.code.code, heardAt: now),
                replay: (entry.delay, entry.code.heardAt))
        }
    }

    private mutating func plan(_ code: OverheardCode, firstAccount: Int) {
        func add(_ delay: Int64, _ number: Int) {
            waiting.append((code.heardAt.advanced(bySeconds: delay), delay, firstAccount + number, code))
        }
        for (number, delay) in Self.delays.enumerated() { add(delay, number) }
        guard !probes.isEmpty else { return }
        turn = (turn + 1) % probes.count
        add(probes[turn], Self.delays.count + turn)
    }
}

/// Posts one fresh code to a group, all of whom send it within seconds.
struct ShareAttack {
    /// The size of the group.
    static let accounts = 40
    private static let everySeconds: Int64 = 300

    private var last: Timestamp?

    /// The sightings of the whole group, when it is time for them.
    mutating func step(_ eavesdroppers: [Eavesdropper], at now: Timestamp) -> [AttackAttempt] {
        guard last.map({ now.milliseconds(since: $0) >= Self.everySeconds * 1000 }) ?? true,
            let code = eavesdroppers.compactMap(\.codes.last).first(where: {
                now.milliseconds(since: $0.heardAt) < 15_000
            })
        else { return [] }
        last = now
        return (0..<Self.accounts).map { account in
            AttackAttempt(
                account: account, sighting: PresenceSighting(identity: code.identity, code: code.code, heardAt: now))
        }
    }
}

/// Forwards each code to an account at home in the moment in which it is heard, from two ends of the centre.
struct RelayAttack {
    /// The one account that is not there.
    static let accounts = 1

    private var forwarded: [SecurityCode] = []

    /// The sightings of the account at home.
    mutating func step(_ eavesdroppers: [Eavesdropper], at now: Timestamp) -> [AttackAttempt] {
        eavesdroppers.compactMap { eavesdropper in
            guard let code = eavesdropper.codes.last, !forwarded.contains(code.code) else { return nil }
            forwarded.append(code.code)
            if forwarded.count > 100 { forwarded.removeFirst() }
            return AttackAttempt(
                account: 0, sighting: PresenceSighting(identity: code.identity, code: code.code, heardAt: now))
        }
    }
}
