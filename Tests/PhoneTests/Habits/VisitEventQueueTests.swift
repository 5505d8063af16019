import Basics
import Beacons
import Phone
import Testing

/// Which visit events are sent, and when.
struct VisitEventQueueTests {
    private let door = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 1)
    private let start = Timestamp(seconds: 1_795_253_400)

    private func after(_ seconds: Int64) -> Timestamp { start.advanced(bySeconds: seconds) }

    @Test("an event waits for five minutes at least and six at most, and is sent once")
    func waits() {
        for seed in 0..<20 as Range<UInt64> {
            var (queue, random) = (VisitEventQueue(), SplitMix64(seed: seed))
            queue.enter(door, at: start, using: &random)
            let early = queue.batch(at: after(299))
            #expect(early.isEmpty)
            let batch = queue.batch(at: after(360))
            #expect(batch == [VisitEvent(.enter, at: door, start)])
            queue.remove(batch, using: &random)
            let again = queue.batch(at: after(700))
            #expect(again.isEmpty)
        }
    }

    @Test("who comes back within five minutes has not left; who stays away has, five minutes after the last sign")
    func leaves() {
        var (queue, random) = (VisitEventQueue(), SplitMix64(seed: 1))
        queue.enter(door, at: start, using: &random)
        queue.exit(door, at: after(60))
        queue.enter(door, at: after(359), using: &random)
        queue.exit(door, at: after(400))
        queue.tick(at: after(699), using: &random)
        #expect(queue.count == 1)
        queue.tick(at: after(700), using: &random)
        let batch = queue.batch(at: after(760))
        queue.remove(batch, using: &random)
        #expect(batch.map(\.kind) == [.enter])
        let left = queue.batch(at: after(1061))
        #expect(left == [VisitEvent(.exit, at: door, after(700))])
    }

    @Test("a sending that failed is tried again, until the event is too old for any server")
    func triesAgain() {
        var (queue, random) = (VisitEventQueue(), SplitMix64(seed: 1))
        queue.enter(door, at: start, using: &random)
        let first = queue.batch(at: after(361))
        queue.postpone(at: after(361))
        let soon = queue.batch(at: after(420))
        let again = queue.batch(at: after(421))
        #expect(first.count == 1 && soon.isEmpty && again == first)
        queue.tick(at: after(900), using: &random)
        #expect(queue.count == 1)
        queue.tick(at: after(901), using: &random)
        let late = queue.batch(at: after(901))
        #expect(queue.count == 0 && late.isEmpty)
    }

    @Test("nothing makes it longer than it may be, and a request no longer than the server takes")
    func isBounded() {
        var (queue, random) = (VisitEventQueue(), SplitMix64(seed: 1))
        for minor in 0..<2000 as Range<UInt16> {
            let beacon = BeaconIdentity(uuid: door.uuid, major: 100, minor: minor)
            queue.enter(beacon, at: start, using: &random)
            queue.exit(beacon, at: start)
            queue.tick(at: after(300), using: &random)
        }
        #expect(queue.count == VisitEventQueue.capacity)
        let batch = queue.batch(at: after(660))
        #expect(batch.count == VisitEventQueue.mostAtOnce)
    }

    @Test("a shop that may know of visits no more is forgotten")
    func forgets() {
        var (queue, random) = (VisitEventQueue(), SplitMix64(seed: 1))
        queue.enter(door, at: start, using: &random)
        queue.keep { _ in false }
        queue.tick(at: after(400), using: &random)
        let batch = queue.batch(at: after(400))
        #expect(batch.isEmpty)
    }
}
