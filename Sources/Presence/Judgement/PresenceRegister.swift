import Basics
import Beacons

/// A whole proof of presence in memory: the known beacons, who proved what, and the judgement over them.
///
/// It is the reference for what a server does with a database, and what simulations and measurements use. It never
/// holds more than the policy needs: proofs of windows that are still accepted, at most `PresencePolicy.recorded` for each,
/// and one last place for each account until the horizon. Only a sighting that is believed adds anything. Accounts are
/// numbers that the caller gives; a type parameter instead would cost two thirds of the speed across modules.
public struct PresenceRegister: Sendable {
    /// The rules of judgement.
    public let policy: PresencePolicy

    private var indices: [BeaconIdentity: Int] = [:]
    private var beacons: [Beacon] = []
    /// Where each account's last proof stands in `lastProofs`: one look-up serves reading and writing it.
    private var accounts: [UInt64: Int] = [:]
    private var lastProofs: [LastProof] = []
    /// The number of accounts at which those past the horizon are forgotten.
    private var accountsBeforePruning = 1024

    /// An empty register that judges by `policy`.
    public init(policy: PresencePolicy = .standard) {
        self.policy = policy
    }

    /// How many accounts have a last place that still counts, or did when the register was last pruned.
    public var accountCount: Int { accounts.count }

    /// How many proofs are remembered against replay and sharing.
    public var proofCount: Int {
        beacons.reduce(0) { sum, beacon in sum + beacon.windows.reduce(0) { $0 + $1.accounts.count } }
    }

    /// Makes a beacon known, or replaces it, which also forgets its proofs.
    public mutating func install(_ codes: BeaconCodes, at place: Place, clock: BeaconClock) {
        let beacon = Beacon(place: place, codes: codes, clock: clock)
        if let index = indices[codes.identity] {
            beacons[index] = beacon
        } else {
            indices[codes.identity] = beacons.count
            beacons.append(beacon)
        }
    }

    /// What is known of a beacon's clock, or nil for an unknown beacon.
    public func clock(of identity: BeaconIdentity) -> BeaconClock? {
        indices[identity].map { beacons[$0].clock }
    }

    /// Believes a sighting that `account` sent and records the proof, or says why not and changes nothing.
    ///
    /// - Returns: The window in which the beacon sent the code.
    @discardableResult
    public mutating func judge(
        account: UInt64, sighting: PresenceSighting, at now: Timestamp
    ) throws(PresenceRejection) -> Int64 {
        guard let index = indices[sighting.identity] else { throw .unknownBeacon }
        let window: Int64
        switch beacons[index].match(sighting.code, at: now) {
        case .accepted(let accepted): window = accepted
        case .stale: throw .stale
        case .none: throw .codeMismatch
        }
        let proved = beacons[index].accounts(in: window)
        var history = PresenceHistory(
            alreadyProved: proved?.contains(account) ?? false, accountsInWindow: proved?.count ?? 0)
        let slot = accounts[account]
        if let slot { history.last = (beacons[lastProofs[slot].beacon].place, lastProofs[slot].time) }
        try policy.judge(heardAt: sighting.heardAt, now: now, place: beacons[index].place, history: history)

        beacons[index].record(account, window: window, learning: policy.learnsClocks, at: now)
        let time = PresencePolicy.believedTime(heardAt: sighting.heardAt, now: now)
        let proof = LastProof(account: account, beacon: index, time: time)
        if let slot {
            // What was delivered late does not take the place of what was heard after it.
            if lastProofs[slot].time <= time { lastProofs[slot] = proof }
        } else {
            if lastProofs.count >= accountsBeforePruning { prune(at: now) }
            accounts[account] = lastProofs.count
            lastProofs.append(proof)
        }
        return window
    }

    /// Forgets the accounts whose last place excludes nothing any more at `now`.
    public mutating func prune(at now: Timestamp) {
        let horizon = now.advanced(bySeconds: -policy.horizonSeconds)
        lastProofs.removeAll { $0.time < horizon }
        accounts = [:]
        for (slot, proof) in lastProofs.enumerated() { accounts[proof.account] = slot }
        accountsBeforePruning = max(1024, lastProofs.count * 2)
    }

    /// Where an account was last; the beacon stands for its place.
    private struct LastProof: Sendable {
        let account: UInt64
        let beacon: Int
        let time: Timestamp
    }

    private struct Beacon: Sendable {
        let place: Place
        var codes: BeaconCodes
        var clock: BeaconClock
        /// The accepted windows with proofs, the oldest first.
        var windows: [(window: Int64, accounts: [UInt64])] = []

        mutating func match(_ code: SecurityCode, at now: Timestamp) -> CodeMatch {
            codes.match(code, clock: clock, at: now)
        }

        func accounts(in window: Int64) -> [UInt64]? {
            // The newest window is last and nearly always the one.
            windows.last { $0.window == window }?.accounts
        }

        mutating func record(_ account: UInt64, window: Int64, learning: Bool, at now: Timestamp) {
            if learning { clock.learn(window: window, periodSeconds: codes.periodSeconds, at: now) }
            if let index = windows.lastIndex(where: { $0.window == window }) {
                windows[index].accounts.append(account)
                return
            }
            // Windows never come back once they are too old (see `BeaconClock`), so neither do their proofs.
            let accepted = clock.acceptedWindows(at: now, periodSeconds: codes.periodSeconds)
            windows.removeAll { $0.window < accepted.lowerBound }
            windows.append((window, [account]))
        }
    }
}
