import Basics
import HTTPKit
import ServiceKit
import Synchronization

/// Bounds how many passwords are tried for an account, so that no stranger can keep its owner out.
///
/// There are three ways in, each with a bound of its own:
/// - a device on which the account has signed in before;
/// - an address that has failed with this account less than some times within the hour: all of these share a bound, which
///   only somebody with many addresses can use up;
/// - for everybody else, a door that opens for one try at an instant that nobody knows beforehand: whoever comes next is
///   let in, so that a right password has the same chance as a wrong one however the other side times its tries.
///
/// E-mail addresses without an account are treated as all others, so that nothing here tells which have one. What it
/// remembers is bounded, lives in memory and is forgotten after an hour; with several servers each counts for itself, and
/// allows its share.
final class SignInGuard: Sendable {
    /// A try that was let in; it counts as failed until it is told that it was not.
    struct Attempt: Sendable {
        fileprivate enum Way {
            case knownDevice(String)
            case newAddress(Place)
            case contested(Place)
        }

        fileprivate let way: Way
    }

    /// An account, by its e-mail address, as tried from one address.
    fileprivate struct Place: Hashable {
        let email: String
        let address: ClientAddress?
    }

    private struct Failures {
        var count = 0
        var last: Timestamp
    }

    /// The door for those whom nothing tells from strangers.
    private struct Door {
        var opensAt: Timestamp
        var tries = 0
        var last: Timestamp
    }

    private struct State {
        var failures: [Place: Failures] = [:]
        var doors: [String: Door] = [:]
    }

    private let limits: SignInLimits
    private let random: ServerRandom
    private let capacity: Int
    private let knownDevices = SignInThrottle()
    private let ofKnownDevices: RateLimiter<String>?
    private let fromNewAddresses: RateLimiter<String>?
    private let state = Mutex(State())

    /// A guard that remembers at most `capacity` places.
    init(_ limits: SignInLimits, random: ServerRandom, capacity: Int = 20_000) {
        self.limits = limits
        self.random = random
        self.capacity = max(2, capacity)
        self.ofKnownDevices = limits.knownDevices.map { RateLimiter($0) }
        self.fromNewAddresses = limits.fromNewAddresses.map { RateLimiter($0) }
    }

    /// Lets a try begin, counting it as failed until it succeeds, so that tries side by side count too.
    ///
    /// - Parameters:
    ///   - email: The account's e-mail address, in its normal form.
    ///   - address: Where the try comes from; nil when it does not come over the network.
    ///   - knownDevice: What names the device, if the account has signed in on it before.
    func begin(
        _ email: String, from address: ClientAddress?, knownDevice: String?, at now: Timestamp
    ) throws(ServiceError) -> Attempt {
        let nanoseconds = UInt64(clamping: now.milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
        if let knownDevice {
            try knownDevices.begin(knownDevice, at: now)
            if let seconds = ofKnownDevices?.take(email, now: nanoseconds) {
                throw .request(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            return Attempt(way: .knownDevice(knownDevice))
        }
        let place = Place(email: email, address: address)
        let way: Attempt.Way? = state.withLock { state in
            shrink(&state)
            var mine = state.failures[place] ?? Failures(last: now)
            if now.milliseconds(since: mine.last) > SignInThrottle.memorySeconds * 1000 { mine.count = 0 }
            let isNew = mine.count < limits.ownTriesPerAddress && fromNewAddresses?.take(email, now: nanoseconds) == nil
            guard isNew || isOpen(&state, email, at: now) else { return nil }
            mine.count += 1
            mine.last = now
            state.failures[place] = mine
            return isNew ? .newAddress(place) : .contested(place)
        }
        guard let way else {
            // It says nothing of when the door opens, and differs, so that nobody is always a moment after another.
            var random = random
            throw .request(.tooManyAttempts(retryAfterSeconds: Int.random(in: 1...3, using: &random)))
        }
        return Attempt(way: way)
    }

    /// The password was right.
    func succeeded(_ attempt: Attempt) {
        switch attempt.way {
        case .knownDevice(let device): knownDevices.succeeded(device)
        case .newAddress(let place):
            fromNewAddresses?.giveBack(place.email)
            state.withLock { _ = $0.failures.removeValue(forKey: place) }
        case .contested(let place): state.withLock { _ = $0.failures.removeValue(forKey: place) }
        }
    }

    /// How many places and doors it remembers.
    var count: Int { state.withLock { $0.failures.count + $0.doors.count } }

    /// Whether the door of an account stands open; whoever finds it so closes it behind them.
    private func isOpen(_ state: inout State, _ email: String, at now: Timestamp) -> Bool {
        var door = state.doors[email] ?? Door(opensAt: now.advanced(byMilliseconds: pause(after: 0)), last: now)
        if now.milliseconds(since: door.last) > SignInThrottle.memorySeconds * 1000 { door.tries = 0 }
        defer { state.doors[email] = door }
        guard now >= door.opensAt else { return false }
        door.tries += 1
        door.last = now
        door.opensAt = now.advanced(byMilliseconds: pause(after: door.tries))
        return true
    }

    /// Milliseconds until the door opens: a second or so at first, and longer after each try.
    private func pause(after tries: Int) -> Int64 {
        let mean = min(limits.ownContestedSeconds * 1000, 1000 << Int64(min(tries, 20)))
        var random = random
        return Int64.random(in: mean / 2...mean * 3 / 2, using: &random)
    }

    /// Keeps what was tried last: many at once are forgotten, so that the sorting is seldom.
    private func shrink(_ state: inout State) {
        if state.failures.count > capacity {
            let newest = state.failures.sorted { $0.value.last > $1.value.last }.prefix(capacity / 2)
            state.failures = Dictionary(newest.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        if state.doors.count > capacity {
            let newest = state.doors.sorted { $0.value.last > $1.value.last }.prefix(capacity / 2)
            state.doors = Dictionary(newest.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
