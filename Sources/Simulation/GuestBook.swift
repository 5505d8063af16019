import HTTPKit
import Loyalty
import Phone
import Proximity
import Synchronization

/// What people at the page ask of the simulation, and what their own phones in it say.
///
/// The page lives in other tasks than the simulation, which takes the requests at the beginning of a step.
package final class GuestBook: Sendable {
    /// Guests at once; each costs the simulation a phone.
    package static let capacity = 20
    /// Guests are numbered from here, so that they never share a number with a visitor.
    static let firstNumber = 100_000

    /// What a guest asks for.
    enum Request: Sendable {
        case enter(number: Int, Session)
        case walk(account: [UInt8], to: PlanPosition)
        case locate(account: [UInt8])
        case leave(account: [UInt8])
    }

    /// What a guest's phone says once a second.
    package struct Report: Sendable {
        /// Where the guest stands.
        package let position: PlanPosition
        /// Where the phone believes to be, if it dares to say.
        package let estimate: PlanPoint?
        /// The place in words.
        package let place: PhonePlace?
        /// The beacons around, nearest first.
        package let ranged: [RangedBeacon]
    }

    private struct State {
        var requests: [Request] = []
        var numbers: [[UInt8]: Int] = [:]
        var next = GuestBook.firstNumber
        /// The tracing of each guest's phone, also of those who have gone and may come back.
        var tracing: [[UInt8]: GuestTracing] = [:]
        /// How many codes each guest was given, and the names of all of them.
        var codes: [[UInt8]: Int] = [:]
        var codeNames: Set<String> = []
        /// Who waits for a guest's phone to say where it is.
        var asking: [[UInt8]: [AsyncStream<PhonePosition?>.Continuation]] = [:]
        var listeners: [[UInt8]: [Int: AsyncStream<Report>.Continuation]] = [:]
        var nextListener = 0
        var pageAddress = "http://127.0.0.1"
    }

    private let state = Mutex(State())
    /// Where guests come in.
    let entrance: PlanPosition

    /// A book without guests, who will come into `venue` by its first entrance.
    package init(venue: Venue) {
        entrance = WalkingPlaces(venue: venue).firstEntrance
    }

    /// Lets the holder of a session in and gives the guest's number; nil when the centre is full of guests.
    func enter(_ session: Session) -> Int? {
        state.withLock { state in
            if let number = state.numbers[session.accountID] { return number }
            guard state.numbers.count < Self.capacity else { return nil }
            let number = state.next
            state.next += 1
            state.numbers[session.accountID] = number
            state.requests.append(.enter(number: number, session))
            return number
        }
    }

    /// Sends a guest walking; false when that account is no guest.
    func walk(_ account: [UInt8], to position: PlanPosition) -> Bool {
        state.withLock { state in
            guard state.numbers[account] != nil, state.requests.count < 1000 else { return false }
            state.requests.append(.walk(account: account, to: position))
            return true
        }
    }

    /// How often a guest may ask before the first answer has come.
    private static let mostAsking = 4

    /// Has the phone of a guest look where it is; the answer comes as the only element, and none comes when the guest leaves
    /// or has asked often enough already.
    func locate(_ account: [UInt8]) -> AsyncStream<PhonePosition?> {
        let (answers, continuation) = AsyncStream<PhonePosition?>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let isAsked = state.withLock { state in
            guard state.numbers[account] != nil, state.requests.count < 1000,
                state.asking[account, default: []].count < Self.mostAsking
            else { return false }
            state.asking[account, default: []].append(continuation)
            state.requests.append(.locate(account: account))
            return true
        }
        if !isAsked { continuation.finish() }
        return answers
    }

    /// Answers all who asked where a guest's phone is.
    func answer(_ position: PhonePosition?, to account: [UInt8]) {
        let asking = state.withLock { $0.asking.removeValue(forKey: account) ?? [] }
        for continuation in asking {
            continuation.yield(position)
            continuation.finish()
        }
    }

    /// Takes a guest out; false when that account is no guest.
    func leave(_ account: [UInt8]) -> Bool {
        typealias Waiting = (
            listeners: [AsyncStream<Report>.Continuation], asking: [AsyncStream<PhonePosition?>.Continuation]
        )
        let waiting = state.withLock { state -> Waiting? in
            guard state.numbers.removeValue(forKey: account) != nil else { return nil }
            state.requests.append(.leave(account: account))
            let listeners = state.listeners.removeValue(forKey: account) ?? [:]
            return (Array(listeners.values), state.asking.removeValue(forKey: account) ?? [])
        }
        guard let waiting else { return false }
        for listener in waiting.listeners { listener.finish() }
        for continuation in waiting.asking { continuation.finish() }
        return true
    }

    /// The requests since the last time.
    func takeRequests() -> [Request] {
        state.withLock { state in
            defer { state.requests.removeAll() }
            return state.requests
        }
    }

    /// The phones of guests who have gone that are kept, with those of the others.
    private static let mostPhones = 500

    /// The tracing of a guest's phone; the same again when the guest comes back.
    func tracing(of account: [UInt8], server: SimulatedExposureServer) -> GuestTracing {
        state.withLock { state in
            if let known = state.tracing[account] { return known }
            if state.tracing.count >= Self.mostPhones {
                state.tracing = state.tracing.filter { state.numbers[$0.key] != nil }
            }
            let new = GuestTracing(server: server)
            state.tracing[account] = new
            return new
        }
    }

    /// The tracing of the phone of somebody who is in the centre; nil for anybody else.
    func tracing(of account: [UInt8]) -> GuestTracing? {
        state.withLock { state in state.numbers[account] == nil ? nil : state.tracing[account] }
    }

    /// Codes that one guest may have.
    private static let mostCodes = 5

    /// Takes note that a guest is given a code; false when it was enough, or that account is no guest.
    func mayHaveCode(_ account: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.numbers[account] != nil, state.codes[account, default: 0] < Self.mostCodes else { return false }
            state.codes[account, default: 0] += 1
            return true
        }
    }

    /// Takes note of a code that a guest was given.
    func gave(code name: String) {
        state.withLock { _ = $0.codeNames.insert(name) }
    }

    /// The codes that guests were given, as the authority calls them.
    var codeNames: Set<String> { state.withLock { $0.codeNames } }

    /// Where the page is, for what a guest's phone shows to the authority.
    package var pageAddress: String {
        get { state.withLock { $0.pageAddress } }
        set { state.withLock { $0.pageAddress = newValue } }
    }

    /// Whether an account is a guest's.
    func isGuest(_ account: [UInt8]) -> Bool {
        state.withLock { $0.numbers[account] != nil }
    }

    /// What the guest's phone says from now on, the newest only for a slow reader; nil when the account is no guest.
    func reports(of account: [UInt8]) -> AsyncStream<Report>? {
        let (stream, continuation) = AsyncStream<Report>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard state.numbers[account] != nil else { return nil }
            state.nextListener += 1
            state.listeners[account, default: [:]][state.nextListener] = continuation
            return state.nextListener
        }
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[account]?[number] = nil }
        }
        return stream
    }

    /// Tells the guest's streams.
    func publish(_ report: Report, to account: [UInt8]) {
        let listeners = state.withLock { state in state.listeners[account].map { Array($0.values) } ?? [] }
        for listener in listeners { listener.yield(report) }
    }
}
