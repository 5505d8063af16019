import Basics
import Ledger
import Testing

@testable import Market

@Suite("A book's depth")
struct BookDepthTests {
    private static func depth(
        _ orders: [(ticks: Int64, lots: Int64)], levels: Int = 100, most: Int = 1000
    ) throws -> BookDepth {
        var depth = BookDepth(rules: try SampleMarkets.ethclp(), mostLevels: levels, mostOrders: most)
        for order in orders where !depth.add(ticks: order.ticks, lots: order.lots) { break }
        return depth
    }

    @Test("totals are those of all orders up to a price", arguments: 0..<32 as Range<UInt64>)
    func totals(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try SampleMarkets.ethclp()
        let orders = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            (ticks: Int64.random(in: 1...20, using: &random), lots: Int64.random(in: 1...1000, using: &random))
        }.sorted { $0.ticks < $1.ticks }
        let depth = try Self.depth(orders)
        #expect(depth.isWhole && depth.levels.map(\.ticks) == Set(orders.map(\.ticks)).sorted())
        for level in depth.levels {
            let until = orders.filter { $0.ticks <= level.ticks }
            #expect(level.total == until.reduce(0) { $0 + Int128($1.lots) })
            #expect(
                level.notional == (try until.reduce(0) { $0 + (try rules.notional(ticks: $1.ticks, lots: $1.lots)) }))
            let own = orders.filter { $0.ticks == level.ticks }
            #expect(level.orders == own.count && level.lots == own.reduce(0) { $0 + Int128($1.lots) })
        }
    }

    @Test("it is bounded by prices and by orders, and no price is told in part but the only one")
    func bounds() throws {
        let orders: [(ticks: Int64, lots: Int64)] = [(1, 5), (2, 5), (2, 6), (3, 7)]
        let few = try Self.depth(orders, levels: 2)
        #expect(!few.isWhole && few.levels.map(\.ticks) == [1, 2] && few.levels.last?.total == 16)
        let small = try Self.depth(orders, most: 2)
        #expect(!small.isWhole && small.levels.map(\.ticks) == [1] && small.levels.last?.total == 5)
        let one = try Self.depth([(1, 5), (1, 5), (1, 5)], most: 2)
        #expect(!one.isWhole && one.levels.map(\.orders) == [2])
        let huge = try Self.depth([(1, 5), (.max, .max), (.max, .max)])
        #expect(!huge.isWhole && huge.levels.map(\.ticks) == [1])
        #expect(try Self.depth(orders, most: 4).isWhole)
    }
}
