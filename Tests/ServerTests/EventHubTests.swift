import Testing
import Time

@testable import Server

@Suite("Events for a person's own streams")
struct EventHubTests {
    private func event(_ number: Int64) -> UserEvent {
        .sightingRejected(code: "presence.stale", at: Timestamp(milliseconds: number))
    }

    @Test("an event reaches every stream of its account and none of another's")
    func addressing() async {
        let hub = EventHub()
        let first = hub.subscribe(account: [1])
        let second = hub.subscribe(account: [1])
        let other = hub.subscribe(account: [2])
        hub.publish(event(1), to: [1])
        #expect(await received(first, closing: hub) == [event(1)])
        #expect(await received(second, closing: hub) == [event(1)])
        #expect(await received(other, closing: hub) == [])
    }

    @Test("a stream that is not read keeps the newest events")
    func bounded() async {
        let hub = EventHub()
        let stream = hub.subscribe(account: [1])
        for number in 0..<1000 as Range<Int64> { hub.publish(event(number), to: [1]) }
        let expected = (1000 - Int64(EventHub.eventsKept)..<1000).map(event)
        #expect(await received(stream, closing: hub) == expected)
    }

    @Test("one stream too many ends the oldest")
    func streams() async {
        let hub = EventHub()
        let first = hub.subscribe(account: [1])
        let others = (0..<EventHub.streamsPerAccount).map { _ in hub.subscribe(account: [1]) }
        hub.publish(event(1), to: [1])
        var events: [UserEvent] = []
        for await event in first { events.append(event) }
        #expect(events == [])
        for stream in others { #expect(await received(stream, closing: hub) == [event(1)]) }
    }

    @Test("a reader that goes away is forgotten")
    func cancellation() async {
        let hub = EventHub()
        let task = Task {
            for await _ in hub.subscribe(account: [1]) {}
        }
        while hub.streamCount == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(hub.streamCount == 0)
    }
}
