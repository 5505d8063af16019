import AccountService
import Basics
import Beacons
import HTTPKit
import Loyalty
import LoyaltyService
import Phone
import Presence
import Radio

/// Everybody in the centre who pretends to be somewhere.
struct Attackers {
    /// The clone: a copied position beacon beside its owner's phone, far from the shop that it names.
    struct Clone {
        var transmitter: SimulatedRadio
        var phone: SimulatedPhone
    }

    /// What watchers see of an attacker.
    struct Presence {
        let kind: AttackKind
        let position: PlanPosition
    }

    var clone: Clone?
    var replayListeners: [Eavesdropper] = []
    var replay = ReplayAttack(measures: false)
    var shareListeners: [Eavesdropper] = []
    var share = ShareAttack()
    var relayListeners: [Eavesdropper] = []
    var relay = RelayAttack()
    /// The accounts of each attack, in order.
    var sessions: [AttackKind: [Session]] = [:]
    var presences: [Presence] = []
}

extension CentreSimulation {
    /// Attackers are numbered from here, so that watchers can tell them from visitors.
    static let firstAttacker = 10_000
    /// One of so many doors and windows has a listener where a period is measured.
    private static let measuredEvery = 4

    /// Places the attackers: each beside another shop, as far apart as the plan allows.
    mutating func hireAttackers() async throws -> Attackers {
        var hired = Attackers()
        let measures = configuration.periodSeconds != nil
        hired.replay = ReplayAttack(measures: measures)
        var own = random.split(2)
        let byDistance = venue.beacons.filter { $0.zone == .door || $0.zone == .window }
            .sorted { ($0.position.x, $0.position.y, $0.major) < ($1.position.x, $1.position.y, $1.major) }
        guard byDistance.count >= 6, let first = byDistance.first, let last = byDistance.last else { return hired }

        hired.sessions[.clone] = try await signUpAttackers(.clone, count: 1)
        // A period is measured at many beacons: how well each one's clock is known depends on how many prove it.
        let replayed =
            measures
            ? stride(from: 1, to: byDistance.count, by: Self.measuredEvery).map { byDistance[$0] }
            : [byDistance[byDistance.count / 3]]
        hired.sessions[.replay] = try await signUpAttackers(
            .replay, count: hired.replay.accounts(listeners: replayed.count))
        hired.sessions[.share] = try await signUpAttackers(.share, count: ShareAttack.accounts)
        hired.sessions[.relay] = try await signUpAttackers(.relay, count: RelayAttack.accounts)

        // The clone stands in the leftmost corner and names the rightmost shop.
        if let session = hired.sessions[.clone]?.first {
            hired.clone = placeClone(of: last, at: grid.standable(near: first.position), session: session, random: &own)
            hired.presences.append(.init(kind: .clone, position: grid.standable(near: first.position)))
        }
        func listener(beside beacon: VenueBeacon, for kind: AttackKind) -> Eavesdropper {
            let position = grid.standable(near: beacon.position)
            hired.presences.append(.init(kind: kind, position: position))
            return Eavesdropper(
                on: venue.identity(of: beacon), at: AirPosition(position), in: &air, now: now, random: &own)
        }
        hired.replayListeners = replayed.map { listener(beside: $0, for: .replay) }
        hired.shareListeners = [listener(beside: byDistance[byDistance.count / 2], for: .share)]
        hired.relayListeners = [
            listener(beside: byDistance[1], for: .relay),
            listener(beside: byDistance[byDistance.count - 2], for: .relay),
        ]
        return hired
    }

    private mutating func signUpAttackers(_ kind: AttackKind, count: Int) async throws -> [Session] {
        var sessions: [Session] = []
        for number in 0..<count {
            let signedIn = try await services.accounts.signUp(
                email: "\(kind.rawValue)-\(number)@attack.invalid", password: "pretends-to-be-here-\(number)")
            consent.signedIn(signedIn.session)
            try await choose(Set(venue.shops.map(\.major)), for: signedIn.session)
            sessions.append(signedIn.session)
        }
        return sessions
    }

    private mutating func placeClone(
        of beacon: VenueBeacon, at position: PlanPosition, session: Session, random own: inout SplitMix64
    ) -> Attackers.Clone {
        let identity = venue.identity(of: beacon)
        let copied = Frame.iBeacon(IBeacon(identity: identity, measuredPower: beacon.measuredPower)).advertisement
        let guesses = own.split(1)
        let plan = AdvertisingPlan(intervalMilliseconds: 200) { instant in
            // The thief has no key: each minute another guess.
            var guess = guesses.split(UInt64(bitPattern: instant.seconds / 60))
            let bytes = (0..<SecurityCode.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &guess) }
            guard let code = SecurityCode(bytes: bytes) else { return [copied] }
            let forged = SecurityFrame(major: identity.major, minor: identity.minor, code: code)
            return [copied, Frame.security(forged).advertisement]
        }
        return Attackers.Clone(
            transmitter: SimulatedRadio(
                role: HCIHost.Role(scan: false, advertise: plan), address: .random(using: &own),
                at: AirPosition(position), in: &air, now: now),
            phone: SimulatedPhone(
                // Only the copied beacon: a phone that knows those around it does not believe the copy.
                venue: PhoneVenue(
                    uuid: phoneVenue.uuid, name: phoneVenue.name, width: phoneVenue.width, height: phoneVenue.height,
                    shops: phoneVenue.shops, beacons: phoneVenue.beacons.filter { $0.key == identity }),
                choices: chosen([beacon.major]), session: session, at: position, in: &air, now: now, random: &own))
    }

    /// Switches every attacker's devices off or on again.
    mutating func switchAttackers(on isOn: Bool) {
        let now = now
        if isOn {
            attackers.clone?.transmitter.wake(in: &air, at: now)
            attackers.clone?.phone.wake(in: &air, at: now)
            for index in attackers.replayListeners.indices { attackers.replayListeners[index].wake(in: &air, at: now) }
            for index in attackers.shareListeners.indices { attackers.shareListeners[index].wake(in: &air, at: now) }
            for index in attackers.relayListeners.indices { attackers.relayListeners[index].wake(in: &air, at: now) }
        } else {
            attackers.clone?.transmitter.sleep(in: &air)
            attackers.clone?.phone.sleep(in: &air)
            let listeners = attackers.replayListeners + attackers.shareListeners + attackers.relayListeners
            for listener in listeners { listener.sleep(in: &air) }
        }
    }

    /// Lets every attacker do what the step gives occasion for.
    mutating func attack(isSecond: Bool) async {
        await attackByClone(isSecond: isSecond)
        for index in attackers.replayListeners.indices { attackers.replayListeners[index].step(in: &air, at: now) }
        for index in attackers.shareListeners.indices { attackers.shareListeners[index].step(in: &air, at: now) }
        for index in attackers.relayListeners.indices { attackers.relayListeners[index].step(in: &air, at: now) }
        guard isSecond else { return }
        await send(attackers.replay.step(attackers.replayListeners, at: now), as: .replay)
        await send(attackers.share.step(attackers.shareListeners, at: now), as: .share)
        await send(attackers.relay.step(attackers.relayListeners, at: now), as: .relay)
    }

    private mutating func attackByClone(isSecond: Bool) async {
        guard var clone = attackers.clone else { return }
        _ = clone.transmitter.exchange(with: &air)
        clone.phone.listen(in: &air)
        if isSecond, let sighting = clone.phone.tick(at: now) {
            let outcome = await prove(
                sighting, session: clone.phone.session, by: Self.firstAttacker, attack: .clone)
            clone.phone.conclude(sighting, outcome, at: now)
        }
        attackers.clone = clone
    }

    private mutating func send(_ attempts: [AttackAttempt], as kind: AttackKind) async {
        guard let sessions = attackers.sessions[kind], !sessions.isEmpty else { return }
        let first = Self.firstAttacker + 1000 * (1 + (AttackKind.allCases.firstIndex(of: kind) ?? 0))
        for attempt in attempts {
            let session = sessions[attempt.account % sessions.count]
            if let replay = attempt.replay, !ReplayAttack.delays.contains(replay.delay) {
                // A probe asks, and teaches the server nothing: otherwise quick probes would spoil slow ones.
                let isAccepted = (try? await unnoticed.recordSighting(attempt.sighting, session: session)) != nil
                note(isAccepted, ofReplayAfter: replay.delay, heardAt: replay.heardAt)
                continue
            }
            let outcome = await prove(attempt.sighting, session: session, by: first + attempt.account, attack: kind)
            guard let replay = attempt.replay else { continue }
            var isAccepted = false
            if case .accepted = outcome { isAccepted = true }
            note(isAccepted, ofReplayAfter: replay.delay, heardAt: replay.heardAt)
        }
    }

    /// Counts a replay by its delay.
    private mutating func note(_ isAccepted: Bool, ofReplayAfter delay: Int64, heardAt: Timestamp) {
        let index = report.replays.firstIndex { $0.delay >= delay } ?? report.replays.count
        if index == report.replays.count || report.replays[index].delay != delay {
            report.replays.insert(SimulationReport.Replay(delay: delay), at: index)
        }
        report.replays[index].attempts += 1
        guard isAccepted else { return }
        report.replays[index].accepted += 1
        report.longestReplay = max(report.longestReplay, now.seconds(since: heardAt))
    }
}
