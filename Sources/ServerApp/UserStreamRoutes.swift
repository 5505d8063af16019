import API
import HTTPKit
import MarketService
import ServiceKit

extension RouteHandlers {
    /// What happens to somebody, as it happens: in shops, in the inbox, and in the markets.
    mutating func addUserStreamRoute(_ events: UserEvents, _ market: MarketService) {
        stream(Routes.userStream) { call in
            let account = try call.session.accountID
            let follower = try await market.follow(account: account)
            let own: AsyncStream<ServerSentEvent>
            do {
                own = try await events.subscribe(
                    account: account, after: call.lastEventID, at: market.clock.now(),
                    in: market.database)
            } catch {
                market.unfollow(follower)
                throw error
            }
            return Self.merge(own, follower, market)
        }
    }

    /// Events that wait for their turn to be written; whoever has more to come begins anew.
    private static let eventsWaiting = 256

    /// Both kinds of events in one stream, which ends when the first does.
    private static func merge(
        _ events: AsyncStream<ServerSentEvent>, _ follower: OwnFollower, _ market: MarketService
    ) -> AsyncStream<ServerSentEvent> {
        let (merged, continuation) = AsyncStream<ServerSentEvent>.makeStream(
            bufferingPolicy: .bufferingOldest(eventsWaiting))
        @Sendable func pass(_ event: ServerSentEvent) -> Bool {
            if case .enqueued = continuation.yield(event) { return true }
            return false
        }
        let task = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await event in events where !pass(event) { break }
                }
                group.addTask {
                    for await _ in follower.calls {
                        for news in follower.take() {
                            guard let event = try? ServerSentEvent(news), pass(event) else { return }
                        }
                    }
                }
                await group.next()
                group.cancelAll()
            }
            market.unfollow(follower)
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return merged
    }
}

extension ServerSentEvent {
    /// News of somebody's own orders and balances.
    fileprivate init(_ news: OwnNews) throws {
        switch news {
        case .stale: try self.init("market.stale", MarketStaleBody(isStale: true))
        case .changed(let changes): try self.init("market.changed", MarketOwnChangesBody(changes))
        }
    }
}
