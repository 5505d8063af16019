import HTTPKit
import Synchronization

/// Carries events from the services to the streams of the account that they concern, within this process.
///
/// A stream that is not read keeps the newest events only, and an account has a bounded number of streams: opening
/// one more ends the oldest. With several servers on one database ``share(_:)`` lets events reach the streams of all.
package final class EventHub<Event: Sendable>: Sendable {
    /// Events that wait for a slow reader; older ones are dropped.
    package static var eventsKept: Int { 64 }
    /// Streams that one account may have at once.
    package static var streamsPerAccount: Int { 8 }

    private struct Subscriber {
        let number: Int
        let continuation: AsyncStream<Event>.Continuation
    }

    private struct Subscribers {
        var byAccount: [[UInt8]: [Subscriber]] = [:]
        var nextNumber = 0
    }

    private let subscribers = Mutex(Subscribers())
    private let toldCount = Atomic<Int>(0)
    /// Where events are kept for all servers; nil where there is one server.
    let shared = Mutex<EventSharing?>(nil)

    /// A hub without streams.
    package init() {}

    /// A stream of the events of `account` from now on; it ends when its reader goes away or the hub is closed.
    package func subscribe(account: [UInt8]) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream<Event>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.eventsKept))
        let (number, displaced) = subscribers.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            var mine = state.byAccount[account, default: []]
            let displaced = mine.count >= Self.streamsPerAccount ? mine.removeFirst() : nil
            mine.append(Subscriber(number: number, continuation: continuation))
            state.byAccount[account] = mine
            return (number, displaced?.continuation)
        }
        // Outside the lock: ending a stream calls its `onTermination`, which takes the lock.
        continuation.onTermination = { [weak self] _ in self?.remove(number, of: account) }
        displaced?.finish()
        return stream
    }

    /// Tells every stream of `account`; the event is made only when there is one, and one that cannot be made ends them.
    package func publish(to account: [UInt8], _ make: () throws -> Event) {
        let listening = subscribers.withLock { $0.byAccount[account] }
        guard let listening else { return }
        let event = try? make()
        if event != nil { toldCount.add(1, ordering: .relaxed) }
        for subscriber in listening {
            if let event { subscriber.continuation.yield(event) } else { subscriber.continuation.finish() }
        }
    }

    /// Ends every stream, so that a server can stop.
    package func close() {
        let all = subscribers.withLock { state in
            defer { state = Subscribers() }
            return state.byAccount.values.flatMap { $0 }
        }
        for subscriber in all { subscriber.continuation.finish() }
    }

    /// How many events were told to streams.
    var told: Int { toldCount.load(ordering: .relaxed) }

    /// How many streams are open.
    var streamCount: Int {
        subscribers.withLock { $0.byAccount.values.reduce(0) { $0 + $1.count } }
    }

    private func remove(_ number: Int, of account: [UInt8]) {
        subscribers.withLock { state in
            state.byAccount[account]?.removeAll { $0.number == number }
            if state.byAccount[account]?.isEmpty == true { state.byAccount[account] = nil }
        }
    }
}

/// Carries to people's own streams what happens to them, as it is written there.
package typealias UserEvents = EventHub<ServerSentEvent>
