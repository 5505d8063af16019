import Beacons
import Crypto
import Loyalty
import Presence
import Synchronization
import Time

/// What the database keeps of a beacon.
struct StoredBeacon: Sendable {
    let key: BeaconKey
    let clock: BeaconClock
}

/// What a right code says.
struct CodeProof: Sendable {
    /// The window in which the beacon sent it.
    let window: Int64
    /// The code as a number that tells nobody which it was; even.
    let number: Int64
    /// What is then known of the beacon's clock, when that is worth a write.
    let clockToStore: BeaconClock?
}

/// A beacon with its codes around now and what is known of its clock.
final class ServedBeacon: Sendable {
    /// Its major and minor.
    let reference: BeaconRef
    /// Where it hangs.
    let place: Place
    /// How many accounts may use one code, when the venue says so.
    let accountsPerWindow: Int?

    private struct State {
        var codes: BeaconCodes
        var clock: BeaconClock
        var storedClock: BeaconClock
    }

    private let state: Mutex<State>

    init(_ beacon: VenueBeacon, of venue: Venue, stored: StoredBeacon) {
        reference = beacon.reference
        place = Place(
            venue: venue.uuid, latitude: venue.location.latitude, longitude: venue.location.longitude,
            x: beacon.position.x, y: beacon.position.y)
        accountsPerWindow = beacon.accountsPerWindow
        let codes = BeaconCodes(
            identity: venue.identity(of: beacon), key: stored.key, periodSeconds: beacon.periodSeconds)
        state = Mutex(State(codes: codes, clock: stored.clock, storedClock: stored.clock))
    }

    /// Finds the window of a code, by what is known of the beacon's clock; nothing is learned yet.
    func prove(_ code: SecurityCode, at now: Timestamp) throws(PresenceRejection) -> CodeProof {
        let (match, clock): (CodeMatch, BeaconClock?) = state.withLock { state in
            let match = state.codes.match(code, clock: state.clock, at: now)
            guard case .accepted(let window) = match else { return (match, nil) }
            var learned = state.clock
            learned.learn(window: window, periodSeconds: state.codes.periodSeconds, at: now)
            return (match, learned.isWorthStoring(over: state.storedClock) ? learned : nil)
        }
        switch match {
        case .accepted(let window): return CodeProof(window: window, number: Self.number(of: code), clockToStore: clock)
        case .stale: throw .stale
        case .none: throw .codeMismatch
        }
    }

    /// The first 63 bits of the code's SHA-256, and a zero.
    private static func number(of code: SecurityCode) -> Int64 {
        let digest = SHA256.hash(data: code.bytes)
        return digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & ~1
    }

    /// Learns from a sighting that was accepted at `now` and is committed.
    func learn(from proof: CodeProof, at now: Timestamp) {
        state.withLock { state in
            state.clock.learn(window: proof.window, periodSeconds: state.codes.periodSeconds, at: now)
            if let stored = proof.clockToStore, stored.asOf >= state.storedClock.asOf { state.storedClock = stored }
        }
    }

    /// Takes over what another server of the same database has learned, when it says more.
    func adopt(_ stored: BeaconClock, at now: Timestamp) {
        state.withLock { state in
            state.storedClock = stored
            if stored.bounds(at: now).lowerBound > state.clock.bounds(at: now).lowerBound { state.clock = stored }
        }
    }

    /// The oldest window that any server can still accept at `now`, with a tolerance to spare for one that has not yet
    /// read what this one stored.
    func oldestWindowToKeep(at now: Timestamp) -> Int64 {
        state.withLock { state in
            let period = state.codes.periodSeconds
            let accepted = state.storedClock.acceptedWindows(at: now, periodSeconds: period)
            return accepted.lowerBound - BeaconClock.toleranceMilliseconds / (period * 1000) - 1
        }
    }
}
