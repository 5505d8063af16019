import Testing

@testable import ServiceKit

@Suite("Events for a person's own streams")
struct EventHubTests {
    @Test("an event reaches every stream of its account and none of another's")
    func addressing() async {
        let hub = EventHub<Int>()
        let first = hub.subscribe(account: [1])
        let second = hub.subscribe(account: [1])
        let other = hub.subscribe(account: [2])
        hub.publish(to: [1]) { 1 }
        #expect(await received(first, closing: hub) == [1])
        #expect(await received(second, closing: hub) == [1])
        #expect(await received(other, closing: hub) == [])
    }

    @Test("a stream that is not read keeps the newest events")
    func bounded() async {
        let hub = EventHub<Int>()
        let stream = hub.subscribe(account: [1])
        for number in 0..<1000 { hub.publish(to: [1]) { number } }
        let expected = Array(1000 - EventHub<Int>.eventsKept..<1000)
        #expect(await received(stream, closing: hub) == expected)
    }

    @Test("one stream too many ends the oldest")
    func streams() async {
        let hub = EventHub<Int>()
        let first = hub.subscribe(account: [1])
        let others = (0..<EventHub<Int>.streamsPerAccount).map { _ in hub.subscribe(account: [1]) }
        hub.publish(to: [1]) { 1 }
        var events: [Int] = []
        for await event in first { events.append(event) }
        #expect(events == [])
        for stream in others { #expect(await received(stream, closing: hub) == [1]) }
    }

    @Test("an event that nobody hears is not made, and one that cannot be made ends the streams of its account")
    func making() async {
        let hub = EventHub<Int>()
        let first = hub.subscribe(account: [1])
        let other = hub.subscribe(account: [2])
        hub.publish(to: [3]) {
            Issue.record("nobody hears it")
            return 0
        }
        hub.publish(to: [1]) { throw CancellationError() }
        hub.publish(to: [1]) { 1 }
        var events: [Int] = []
        for await event in first { events.append(event) }
        #expect(events == [])
        hub.publish(to: [2]) { 2 }
        #expect(await received(other, closing: hub) == [2])
    }

    @Test("a reader that goes away is forgotten")
    func cancellation() async {
        let hub = EventHub<Int>()
        let task = Task {
            for await _ in hub.subscribe(account: [1]) {}
        }
        while hub.streamCount == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(hub.streamCount == 0)
    }
}

/// What came on a stream so far.
private func received(_ stream: AsyncStream<Int>, closing hub: EventHub<Int>) async -> [Int] {
    hub.close()
    var events: [Int] = []
    for await event in stream { events.append(event) }
    return events
}
