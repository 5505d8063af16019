import Basics
import HTTPKit
import Storage
import Synchronization

/// How events are shared with other servers.
struct EventSharing: Sendable {
    let outbox: EventOutbox
    /// From where this server reads.
    let start: EventPosition
}

// Events of several servers on one database.
extension EventHub where Event == ServerSentEvent {
    /// Events that a reader who comes back is told of those that were missed.
    private static var missedTold: Int { 64 }

    /// Lets every server's streams hear of what is noted here; to be called before there are streams.
    package func share(_ outbox: EventOutbox, in database: any Database) async throws(ServiceError) {
        let start = try await database.reading { try EventStore($0).horizon().oldest }
        shared.withLock { $0 = EventSharing(outbox: outbox, start: start) }
    }

    /// How events come to the streams here.
    package var figures: EventFigures {
        var figures = shared.withLock { $0?.outbox }?.figures(at: .now) ?? EventFigures()
        figures.told = told
        return figures
    }

    /// Keeps an event within the transaction in which it happens, when there are other servers; ``publishNoted(to:_:)``
    /// follows the commit.
    package func note(
        to account: [UInt8], at now: Timestamp, in connection: any Connection, _ make: () throws -> ServerSentEvent
    ) throws {
        guard let outbox = shared.withLock({ $0?.outbox }) else { return }
        try outbox.note(try make(), to: account, at: now, in: connection)
    }

    /// Tells every stream of `account` of an event that was noted and committed, wherever the stream is.
    package func publishNoted(to account: [UInt8], _ make: () throws -> ServerSentEvent) {
        guard let outbox = shared.withLock({ $0?.outbox }) else { return publish(to: account, make) }
        outbox.committed()
    }

    /// A stream of the events of `account` from now on, and before them of those that were missed since `last`.
    ///
    /// - Parameter last: The last position that the reader heard, from any server of the database.
    package func subscribe(
        account: [UInt8], after last: String?, at now: Timestamp, in database: any Database
    ) async throws(ServiceError) -> AsyncStream<ServerSentEvent> {
        guard let outbox = shared.withLock({ $0?.outbox }) else { return subscribe(account: account) }
        let channels = EventStore.minutes(at: now).map { outbox.channel(of: account, in: $0) }
        // Before what was missed is read, so that nothing is between the two.
        let live = subscribe(account: account)
        let position = last.flatMap { EventPosition($0) }
        let missed = try await database.reading {
            try EventStore($0).missed(channels, after: position, limit: Self.missedTold)
        }
        let (stream, continuation) = AsyncStream<ServerSentEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.eventsKept * 2))
        for row in missed.events { if let kept = try? outbox.open(row) { continuation.yield(kept.event) } }
        continuation.yield(.mark(id: missed.end.text))
        let task = Task {
            for await event in live {
                // What stands before was among those that were missed.
                if let position = event.id.flatMap({ EventPosition($0) }), position < missed.end { continue }
                continuation.yield(event)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Carries what servers have noted to the streams here, until the task is cancelled.
    ///
    /// - Parameter tellOthers: Wakes the other servers, and waits for none.
    package func carry(
        in database: any Database, tellOthers: @Sendable () -> Void,
        failed: @Sendable (any Error) -> Void
    ) async {
        guard let sharing = shared.withLock({ $0 }) else { return }
        let outbox = sharing.outbox
        let clock = Task {
            // The net below everything that wakes.
            while (try? await Task.sleep(for: .seconds(1))) != nil { outbox.wake() }
        }
        defer { clock.cancel() }
        outbox.wake()
        var position = sharing.start
        for await _ in outbox.wakes {
            if outbox.takeCommitted() { tellOthers() }
            do {
                let look = try await look(after: position, outbox, database)
                position = look.end
                // Another transaction has not ended, or there are many.
                if look.hasMore { outbox.wake() }
            } catch {
                if !Task.isCancelled { failed(error) }
            }
            // At most twenty times a second, however much happens.
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { break }
        }
    }

    private func look(
        after position: EventPosition, _ outbox: EventOutbox, _ database: any Database
    ) async throws(ServiceError) -> EventStore.Look {
        let begun = ContinuousClock.now
        let look = try await database.reading { try EventStore($0).look(after: position, limit: 500) }
        for row in look.events {
            // What another key sealed is nobody's here.
            guard let kept = try? outbox.open(row) else { continue }
            publish(to: kept.account) { kept.event }
        }
        outbox.looked(look, at: begun)
        return look
    }
}

/// The life of what is kept for all servers.
package enum KeptEvents {
    /// Removes what is kept no longer.
    package static func prune(_ database: any Database, at now: Timestamp) async throws(ServiceError) {
        // The rows that go are nobody's but this one's; compared with all others, they would make people's writes collide.
        do {
            try await database.writeOwnRows(taking: nil) { try EventStore.prune($0, at: now) }
        } catch { throw .from(error) }
    }
}
