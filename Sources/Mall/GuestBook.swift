import Loyalty
import Phone
import Proximity
import Server
import Synchronization

/// What people at the page ask of the simulation, and what their own phones in it say.
///
/// The page lives in other tasks than the simulation, which takes the requests at the beginning of a step.
public final class GuestBook: Sendable {
    /// Guests at once; each costs the simulation a phone.
    public static let capacity = 20
    /// Guests are numbered from here, so that they never share a number with a visitor.
    static let firstNumber = 100_000

    /// What a guest asks for.
    enum Request: Sendable {
        case enter(number: Int, Session)
        case walk(account: [UInt8], to: PlanPosition)
        case leave(account: [UInt8])
    }

    /// What a guest's phone says once a second.
    public struct Report: Sendable {
        /// Where the guest stands.
        public let position: PlanPosition
        /// Where the phone believes to be, if it dares to say.
        public let estimate: PlanPoint?
        /// The place in words.
        public let place: PhonePlace?
        /// The beacons around, nearest first.
        public let ranged: [RangedBeacon]
    }

    private struct State {
        var requests: [Request] = []
        var numbers: [[UInt8]: Int] = [:]
        var next = GuestBook.firstNumber
        var listeners: [[UInt8]: [Int: AsyncStream<Report>.Continuation]] = [:]
        var nextListener = 0
    }

    private let state = Mutex(State())
    /// Where guests come in.
    let entrance: PlanPosition

    /// A book without guests, who will come into `venue` by its first entrance.
    public init(venue: Venue) {
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

    /// Takes a guest out; false when that account is no guest.
    func leave(_ account: [UInt8]) -> Bool {
        let listeners = state.withLock { state -> [AsyncStream<Report>.Continuation]? in
            guard state.numbers.removeValue(forKey: account) != nil else { return nil }
            state.requests.append(.leave(account: account))
            return state.listeners.removeValue(forKey: account).map { Array($0.values) } ?? []
        }
        guard let listeners else { return false }
        for listener in listeners { listener.finish() }
        return true
    }

    /// The requests since the last time.
    func takeRequests() -> [Request] {
        state.withLock { state in
            defer { state.requests.removeAll() }
            return state.requests
        }
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
