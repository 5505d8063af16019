import Basics
import Testing

@testable import Market

@Suite("Stop orders") struct StopBookTests {
    @Test("Buys trigger at their stop or above, sells at theirs or below, the nearest first")
    func order() {
        var stops = StopBook()
        for (id, stop) in [(1, 105), (2, 103), (3, 103), (4, 110)] as [(Int64, Int64)] {
            #expect(stops.add(.buy(id, 1, at: nil, stop: stop)) == true)
        }
        for (id, stop) in [(5, 90), (6, 95), (7, 95)] as [(Int64, Int64)] {
            #expect(stops.add(.sell(id, 1, at: nil, stop: stop)) == true)
        }
        #expect(stops.triggered(lastTicks: 100).isEmpty)
        #expect(stops.triggered(lastTicks: 105).map(\.id) == [2, 3, 1])
        #expect(stops.triggered(lastTicks: 105).isEmpty)
        #expect(stops.triggered(lastTicks: 90).map(\.id) == [6, 7, 5])
        #expect(stops.count == 1)
    }

    @Test("A stop is cancelled once, and its number is free again")
    func cancelling() {
        var stops = StopBook()
        let stop = IncomingOrder.sell(1, 4, at: 99, stop: 100)
        #expect(stops.add(stop) == true)
        #expect(stops.add(stop) == false)
        #expect(stops.order(1) == stop)
        #expect(stops.cancel(1) == stop)
        #expect(stops.cancel(1) == nil)
        #expect(stops.order(1) == nil)
        #expect(stops.add(stop) == true)
    }

    @Test("A stop price out of range is refused", arguments: [Int64.min, -1, 0, Int64.max])
    func outOfRange(ticks: Int64) {
        var stops = StopBook()
        #expect(stops.add(.buy(1, 1, at: nil, stop: ticks)) == false)
        #expect(stops.count == 0)
    }

    @Test("Blocks keep the order of keys under any additions and removals", arguments: 0..<4 as Range<UInt64>)
    func sortedBlocks(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var blocks = SortedBlocks<Int64, Int64>()
        var plain: [Int64] = []
        for _ in 0..<3000 {
            let key = Int64(random.next() % 2000)
            if let position = blocks.find(key) {
                #expect(plain.contains(key))
                #expect(blocks[position] == key * 2)
                blocks.remove(at: position)
                plain.removeAll { $0 == key }
            } else {
                blocks.insert(key, key * 2)
                plain.append(key)
            }
            if random.next() % 10 == 0 {
                plain.sort(by: >)
                #expect(blocks.popFirst()?.key == plain.popLast())
            }
        }
        var keys: [Int64] = []
        blocks.forEach { key, _ in
            keys.append(key)
            return true
        }
        #expect(keys == plain.sorted())
    }
}
