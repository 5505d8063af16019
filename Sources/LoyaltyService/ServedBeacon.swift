import Basics
import Beacons
import Crypto
import Loyalty
import Presence
import Synchronization

/// What the database keeps of a beacon.
struct StoredBeacon: Sendable {
    let key: BeaconKey
    let clock: BeaconClock
    /// Which of the beacon's keys it is, counted from 0.
    let generation: Int64
    /// The key that is believed beside it.
    var second: SecondKey?

    /// A key that is believed beside another: the new one until its first code comes, then the old one for a while.
    struct SecondKey: Sendable {
        let key: BeaconKey
        let clock: BeaconClock
        let isNext: Bool
        /// When the new one takes the other's place without any code, or the old one is believed no more.
        let until: Timestamp
    }
}

/// What a right code says.
struct CodeProof: Sendable {
    /// The window in which the beacon sent it.
    let window: Int64
    /// Which of the beacon's keys it was made of.
    let generation: Int64
    /// The code as a number that tells nobody which it was; even.
    let number: Int64
    /// What is then known of the beacon's clock, when that is worth a write.
    let clockToStore: BeaconClock?
    /// The key of which it was made, while the beacon has two.
    let oneOfTwo: BeaconKey?

    /// What the tables call the window: windows of two keys are told apart, since two devices have two clocks.
    var slot: Int64 { Self.slot(of: window, generation: generation) }

    /// What the tables call a window of a key.
    ///
    /// A second is the shortest of windows, so that there are fewer than 2⁴⁰.
    static func slot(of window: Int64, generation: Int64) -> Int64 { window + generation << 40 }
}

/// A beacon with its codes around now and what is known of its clock.
final class ServedBeacon: Sendable {
    /// Its major and minor.
    let reference: BeaconRef
    /// Where it hangs.
    let place: Place
    private let identity: BeaconIdentity
    /// How many accounts may use one code, when the venue says so.
    let accountsPerWindow: Int?

    /// How long an old key is believed beside a new one of which no code comes, in seconds.
    static let rotationSeconds: Int64 = 86_400
    /// How long it is believed after the first code of the new one, in seconds: what a phone may have heard just before.
    static let graceSeconds = PresencePolicy.standard.longestDelaySeconds

    private struct Sender {
        let key: BeaconKey
        let generation: Int64
        var codes: BeaconCodes
        var clock: BeaconClock
        var storedClock: BeaconClock

        init(
            _ identity: BeaconIdentity, _ key: BeaconKey, _ generation: Int64, _ clock: BeaconClock,
            periodSeconds: Int64
        ) {
            self.key = key
            self.generation = generation
            self.clock = clock
            storedClock = clock
            codes = BeaconCodes(identity: identity, key: key, periodSeconds: periodSeconds)
        }

        /// Takes an import that is later than this server's own clock for one of now.
        mutating func clamp(to now: Timestamp) {
            guard clock.asOf > now else { return }
            clock = clock.clamped(to: now)
            storedClock = storedClock.clamped(to: now)
        }
    }

    private struct State {
        var main: Sender
        var second: Second?
        /// What the last refused code said of the clock, and when; nil again with the next accepted one.
        var diagnosis: (found: ClockDiagnosis, at: Timestamp)?
        /// When a code that the key may not have made was looked into last.
        var lookedAt: Timestamp?

        struct Second {
            var sender: Sender
            let isNext: Bool
            let until: Timestamp
        }

        /// Takes note of what a refused code says of the clock or the period.
        ///
        /// Codes that no window near explains cost thousands of trials, and anyone can make such codes up: one a minute is
        /// looked into.
        mutating func diagnose(_ code: SecurityCode, _ match: CodeMatch, identity: BeaconIdentity, at now: Timestamp) {
            let period = main.codes.periodSeconds
            if case .stale(let window) = match {
                diagnosis = (
                    ClockDiagnosis(window: window, periodSeconds: period, clock: main.clock, at: now), now
                )
                return
            }
            if let lookedAt, abs(now.seconds(since: lookedAt)) < 60 { return }
            lookedAt = now
            let found = ClockDiagnosis(
                code, of: identity, key: main.key, periodSeconds: period, clock: main.clock, at: now)
            if let found { diagnosis = (found, now) }
        }

        /// The oldest slot that is still accepted, at the bounds of what is stored.
        func oldestSlot(at now: Timestamp) -> Int64 {
            let senders = [main] + (second.flatMap { $0.isNext || now < $0.until ? [$0.sender] : [] } ?? [])
            return senders.map { sender in
                let period = sender.codes.periodSeconds
                let accepted = sender.storedClock.acceptedWindows(at: now, periodSeconds: period)
                let margin = BeaconClock.toleranceMilliseconds / (period * 1000) + 1
                return CodeProof.slot(of: accepted.lowerBound - margin, generation: sender.generation)
            }.min() ?? .min
        }
    }

    private let state: Mutex<State>

    init(_ beacon: VenueBeacon, of venue: Venue, stored: StoredBeacon) {
        reference = beacon.reference
        place = Place(
            venue: venue.uuid, latitude: venue.location.latitude, longitude: venue.location.longitude,
            x: beacon.position.x, y: beacon.position.y)
        accountsPerWindow = beacon.accountsPerWindow
        let (identity, period) = (venue.identity(of: beacon), beacon.periodSeconds)
        self.identity = identity
        let main = Sender(identity, stored.key, stored.generation, stored.clock, periodSeconds: period)
        let second = stored.second.map { second in
            State.Second(
                sender: Sender(
                    identity, second.key, stored.generation + (second.isNext ? 1 : -1), second.clock,
                    periodSeconds: period),
                isNext: second.isNext, until: second.until)
        }
        state = Mutex(State(main: main, second: second))
    }

    /// Finds the window of a code, by what is known of the beacon's clock; nothing is learned yet.
    ///
    /// Of two keys either will do, the old one for a day beside the new one and a little while after its first code.
    func prove(_ code: SecurityCode, at now: Timestamp) throws(PresenceRejection) -> CodeProof {
        let (match, proof): (CodeMatch, CodeProof?) = state.withLock { state in
            state.main.clamp(to: now)
            state.second?.sender.clamp(to: now)
            let hasTwo = state.second != nil
            var stale = CodeMatch.none
            if let second = state.second, second.isNext || now < second.until {
                var codes = second.sender.codes
                let match = codes.match(code, clock: second.sender.clock, at: now)
                state.second?.sender.codes = codes
                if case .accepted(let window) = match {
                    return (match, Self.proof(window, code, of: second.sender, hasTwo: true, at: now))
                }
                stale = match
                if second.isNext, second.until <= now { return (stale, nil) }
            }
            let match = state.main.codes.match(code, clock: state.main.clock, at: now)
            guard case .accepted(let window) = match else {
                if stale == .none { state.diagnose(code, match, identity: identity, at: now) }
                return (match == .none ? stale : match, nil)
            }
            return (match, Self.proof(window, code, of: state.main, hasTwo: hasTwo, at: now))
        }
        if let proof { return proof }
        throw match == .none ? .codeMismatch : .stale
    }

    private static func proof(
        _ window: Int64, _ code: SecurityCode, of sender: Sender, hasTwo: Bool, at now: Timestamp
    ) -> CodeProof {
        var learned = sender.clock
        learned.learn(window: window, periodSeconds: sender.codes.periodSeconds, at: now)
        return CodeProof(
            window: window, generation: sender.generation, number: number(of: code),
            clockToStore: learned.isWorthStoring(over: sender.storedClock) ? learned : nil,
            oneOfTwo: hasTwo ? sender.key : nil)
    }

    /// The first 63 bits of the code's SHA-256, and a zero.
    private static func number(of code: SecurityCode) -> Int64 {
        let digest = SHA256.hash(data: code.bytes)
        return digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & ~1
    }

    /// Learns from a sighting that was accepted at `now` and is committed; the first one of a new key ends the old one.
    func learn(from proof: CodeProof, at now: Timestamp) {
        state.withLock { state in
            if let second = state.second, second.sender.generation == proof.generation {
                // The new key's first code. Of what the old one's last codes say of its clock, nothing is worth keeping.
                guard second.isNext else { return }
                let old = State.Second(
                    sender: state.main, isNext: false, until: now.advanced(bySeconds: Self.graceSeconds))
                state = State(main: second.sender, second: old)
            }
            guard state.main.generation == proof.generation else { return }
            state.diagnosis = nil
            state.main.clock.learn(window: proof.window, periodSeconds: state.main.codes.periodSeconds, at: now)
            if let stored = proof.clockToStore, stored.asOf >= state.main.storedClock.asOf {
                state.main.storedClock = stored
            }
        }
    }

    /// Takes over what another server of the same database has learned of the same key's clock, when it says more.
    func adopt(_ stored: StoredBeacon, at now: Timestamp) {
        state.withLock { state in
            guard stored.generation == state.main.generation else { return }
            state.main.storedClock = stored.clock
            if stored.clock.bounds(at: now).lowerBound > state.main.clock.bounds(at: now).lowerBound {
                state.main.clock = stored.clock
            }
        }
    }

    /// Whether this is still what is stored, but for what has been learned since.
    func stands(for stored: StoredBeacon) -> Bool {
        state.withLock { $0.second == nil && stored.second == nil && $0.main.generation == stored.generation }
    }

    /// What the last code said of the beacon's clock or period, when it was refused within the last hour and none has been
    /// accepted since.
    func diagnosis(at now: Timestamp) -> ClockDiagnosis? {
        state.withLock { $0.diagnosis }.flatMap { now.seconds(since: $0.at) < 3600 ? $0.found : nil }
    }

    /// How far the beacon's clock is from the server's at least, in milliseconds.
    func clockFloor(at now: Timestamp) -> Int64 {
        state.withLock { $0.main.clock.bounds(at: now).lowerBound }
    }

    /// The oldest slot that any server can still accept at `now`, with a tolerance to spare for one that has not yet read
    /// what this one stored.
    func oldestSlotToKeep(at now: Timestamp) -> Int64 {
        state.withLock { $0.oldestSlot(at: now) }
    }
}
