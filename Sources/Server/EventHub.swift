import Synchronization
import Time

/// What a signed-in person is told about as it happens.
package enum UserEvent: Sendable, Equatable {
    /// A sighting proved that the person was in `shop`.
    case sightingAccepted(shop: ShopReference, visit: String, at: Timestamp, isDisputed: Bool)
    /// A sighting proved nothing, for the reason with this stable code.
    case sightingRejected(code: String, at: Timestamp)
    /// A shop gave an offer.
    case offerReceived(Coupon)
    /// The inbox has something new.
    case notified(InboxNotification)
}

/// Carries events from the services to the streams of the account that they concern, within this process.
///
/// A stream that is not read keeps the newest events only, and an account has a bounded number of streams: opening
/// one more ends the oldest. With several servers on one database an event reaches the streams of the server that
/// took the sighting; the others see its effects when they ask.
package final class EventHub: Sendable {
    /// Events that wait for a slow reader; older ones are dropped.
    package static let eventsKept = 64
    /// Streams that one account may have at once.
    package static let streamsPerAccount = 8

    private struct Subscriber {
        let number: Int
        let continuation: AsyncStream<UserEvent>.Continuation
    }

    private struct Subscribers {
        var byAccount: [[UInt8]: [Subscriber]] = [:]
        var nextNumber = 0
    }

    private let subscribers = Mutex(Subscribers())

    /// A hub without streams.
    package init() {}

    /// A stream of the events of `account` from now on; it ends when its reader goes away or the hub is closed.
    package func subscribe(account: [UInt8]) -> AsyncStream<UserEvent> {
        let (stream, continuation) = AsyncStream<UserEvent>.makeStream(
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

    /// Tells every stream of `account`.
    package func publish(_ event: UserEvent, to account: [UInt8]) {
        let listening = subscribers.withLock { $0.byAccount[account] }
        guard let listening else { return }
        for subscriber in listening { subscriber.continuation.yield(event) }
    }

    /// Ends every stream, so that a server can stop.
    package func close() {
        let all = subscribers.withLock { state in
            defer { state.byAccount = [:] }
            return state.byAccount.values.flatMap { $0 }
        }
        for subscriber in all { subscriber.continuation.finish() }
    }

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
