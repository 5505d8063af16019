import Basics
import Beacons
import Presence
import Testing

@Suite("The register of proofs")
struct PresenceRegisterTests {
    private let key = BeaconKey.example()

    private func identity(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: .example, major: 1, minor: minor)
    }

    /// Ten beacons in a row, twenty metres apart.
    private func makeRegister() -> PresenceRegister {
        var register = PresenceRegister()
        for minor in 0..<10 as Range<UInt16> {
            register.install(
                BeaconCodes(identity: identity(minor), key: key, periodSeconds: 60),
                at: Place(venue: .example, latitude: 40, longitude: -3, x: Double(minor) * 20, y: 0),
                clock: BeaconClock(installedAt: .morning))
        }
        return register
    }

    private func sighting(_ minor: UInt16, at time: Timestamp, windowsAgo: Int64 = 0) -> PresenceSighting {
        let window = SecurityWindow.index(at: time, periodSeconds: 60) - windowsAgo
        return PresenceSighting(
            identity: identity(minor), code: .make(key: key, identity: identity(minor), window: window), heardAt: time)
    }

    @Test("a proof is believed once and gives its window")
    func once() throws {
        var register = makeRegister()
        let proof = sighting(3, at: .morning)
        #expect(
            try register.judge(account: 7, sighting: proof, at: .morning)
                == SecurityWindow.index(at: .morning, periodSeconds: 60))
        #expect(throws: PresenceRejection.replayed) { try register.judge(account: 7, sighting: proof, at: .morning) }
        #expect(register.proofCount == 1 && register.accountCount == 1)
        try register.judge(account: 8, sighting: proof, at: .morning)
        let next = Timestamp.morning.advanced(bySeconds: 60)
        try register.judge(account: 7, sighting: sighting(3, at: next), at: next)
    }

    @Test("every reason to refuse is given, and leaves the register as it was")
    func refusals() throws {
        var register = makeRegister()
        try register.judge(account: 1, sighting: sighting(0, at: .morning), at: .morning)
        for account in 100..<164 as Range<UInt64> {
            try register.judge(account: account, sighting: sighting(2, at: .morning), at: .morning)
        }
        let clock = register.clock(of: identity(9))
        let stranger = PresenceSighting(identity: identity(77), code: sighting(0, at: .morning).code, heardAt: .morning)
        let clone = PresenceSighting(identity: identity(9), code: sighting(0, at: .morning).code, heardAt: .morning)
        let early = PresenceSighting(
            identity: identity(9), code: sighting(9, at: .morning).code, heardAt: .morning.advanced(bySeconds: 61))
        let refused: [(UInt64, PresenceSighting, PresenceRejection)] = [
            (2, stranger, .unknownBeacon), (2, clone, .codeMismatch),
            (2, sighting(9, at: .morning, windowsAgo: 4), .stale), (1, sighting(0, at: .morning), .replayed),
            (1, sighting(9, at: .morning), .implausible), (2, sighting(2, at: .morning), .shared),
            (2, early, .future),
        ]
        #expect(Set(refused.map(\.2)) == Set(PresenceRejection.allCases))
        for (account, sighting, reason) in refused {
            #expect(throws: reason) { try register.judge(account: account, sighting: sighting, at: .morning) }
        }
        #expect(register.proofCount == 65 && register.accountCount == 65)
        #expect(register.clock(of: identity(9)) == clock)
    }

    @Test("proofs of windows that are out of date are forgotten, accounts at the horizon")
    func pruning() throws {
        var register = makeRegister()
        var now = Timestamp.morning
        for account in 0..<600 as Range<UInt64> {
            try register.judge(account: account, sighting: sighting(UInt16(account % 10), at: now), at: now)
            now = now.advanced(bySeconds: 6)
        }
        // An hour has gone by: at most the accepted windows of each beacon have proofs.
        #expect(register.proofCount <= 10 * 4)
        #expect(register.accountCount == 600)
        register.prune(at: now.advanced(bySeconds: register.policy.horizonSeconds - 1800))
        #expect(register.accountCount > 250 && register.accountCount < 350)
        register.prune(at: now.advanced(bySeconds: register.policy.horizonSeconds + 1))
        #expect(register.accountCount == 0)
        try register.judge(account: 5, sighting: sighting(3, at: now), at: now)
    }

    @Test("accounts past the horizon go by themselves when many come")
    func selfPruning() throws {
        var register = makeRegister()
        var now = Timestamp.morning
        for account in 0..<6000 as Range<UInt64> {
            try register.judge(account: account, sighting: sighting(UInt16(account % 10), at: now), at: now)
            now = now.advanced(bySeconds: 86_400 / 1000)
        }
        // A thousand come in a day, and the horizon is shorter than a day.
        #expect(register.accountCount <= 2048)
    }

    @Test("what is delivered late does not move the last place back")
    func lateDelivery() throws {
        var register = makeRegister()
        let later = Timestamp.morning.advanced(bySeconds: 50)
        try register.judge(account: 1, sighting: sighting(8, at: later), at: later)
        try register.judge(account: 1, sighting: sighting(2, at: .morning), at: later)
        // From beacon 8 at the later time, beacon 2 is out of reach at once, from beacon 2 it would not be.
        let soon = later.advanced(bySeconds: 11)
        #expect(throws: PresenceRejection.implausible) {
            try register.judge(account: 1, sighting: sighting(2, at: soon), at: soon)
        }
    }

    @Test("replays are bounded by the clock's doubt, whoever sends them", arguments: 0..<8 as Range<UInt64>)
    func replays(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var register = makeRegister()
        var now = Timestamp.morning
        var account: UInt64 = 0
        for _ in 0..<200 {
            now = now.advanced(byMilliseconds: Int64.random(in: 1000...30_000, using: &random))
            account += 1
            try register.judge(account: account, sighting: sighting(4, at: now), at: now)
            let age = Int64.random(in: 0...900, using: &random)
            let recorded = sighting(4, at: now.advanced(bySeconds: -age))
            let replay = PresenceSighting(identity: recorded.identity, code: recorded.code, heardAt: now)
            account += 1
            do throws(PresenceRejection) {
                try register.judge(account: account, sighting: replay, at: now)
                let floor = register.clock(of: identity(4))?.bounds(at: now).lowerBound ?? 0
                #expect(age * 1000 < 120_000 - floor)
            } catch {
                #expect(error == .stale)
            }
        }
    }
}
