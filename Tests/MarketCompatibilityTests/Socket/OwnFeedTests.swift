import Basics
import Market
import Synchronization
import Testing

@testable import MarketCompatibility
@testable import MarketService

@Suite("Sockets: what our own pages follow")
struct OwnFeedTests {
    /// The members of objects in one order, because a change does not say in which one they stand.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { .init($0.name, sorted($0.value)) }.sorted { $0.name < $1.name })
    }

    private static func lines(_ count: Int, from: Int64, _ random: inout SplitMix64) -> [BookLine] {
        (0..<count).map { _ in
            FakeMarket.line(
                1025, ticks: from + Int64.random(in: 0...9, using: &random),
                lots: Int64.random(in: 1...500, using: &random))
        }
    }

    @Test(
        "a depth goes on with the stream from what REST answers, whenever that was", arguments: 0..<4 as Range<UInt64>)
    func depthJoins(seed: UInt64) async throws {
        try await SocketSite.with(interval: 3) { site in
            var random = SplitMix64(seed: seed)
            site.market.setBook(bids: [], asks: [FakeMarket.line(1025, ticks: 30)], sequence: 5)
            let socket = try await site.connect()
            try await socket.emit("depth", "{\"stockId\":\"ETHCLP\"}")
            let whole = try await socket.event("depth").argument
            #expect(whole["to_tx"] == 5 && whole["stock_id"] == "ETHCLP")
            #expect(whole["data"]?["asks"]?.compactText == "{\"300\":\"1\"}" && whole["data"]?["isWhole"] == true)
            var (joined, number, deltas) = (JSONValue.null, Int64(-1), 0)
            var sequence: Int64 = 5
            for round in 0..<40 {
                if round % 7 == 0 {
                    // What REST answers now; changes that were on their way before do not fit it, and are let go.
                    let told = try #require(site.market.state.withLock { $0.told })
                    (joined, number) = (OwnFeedJSON.depth(told, of: site.market.rules), told.sequence)
                }
                sequence += Int64.random(in: 1...5, using: &random)
                let bids = Self.lines(Int.random(in: 1...8, using: &random), from: 1, &random)
                    .sorted { $0.ticks > $1.ticks }
                let asks = Self.lines(Int.random(in: 1...8, using: &random), from: 20, &random)
                    .sorted { $0.ticks < $1.ticks }
                site.market.setBook(bids: bids, asks: asks, sequence: sequence)
                let wanted = Self.sorted(
                    OwnFeedJSON.depth(try await site.market.depth(site.market.rules.name), of: site.market.rules))
                while Self.sorted(joined) != wanted {
                    let delta = try await socket.event("depth-delta").argument
                    guard delta["from_tx"] == .integer(number) else { continue }
                    joined = try JSONDelta(json: try #require(delta["delta_data"])).apply(to: joined)
                    guard case .integer(let next)? = delta["to_tx"] else { break }
                    number = next
                    deltas += 1
                }
                #expect(number == sequence)
            }
            #expect(deltas >= 30)
            try await socket.emit("unsubscribe", "\"ETHCLP\"")
            // Once nobody follows it, nobody is answered with what was told.
            while site.market.state.withLock({ $0.told }) != nil { try await Task.sleep(for: .milliseconds(2)) }
            await socket.close()
        }
    }

    @Test("markets with their last price and the newest candles come to whoever asks, and change there")
    func tickersAndCandles() async throws {
        try await SocketSite.with(interval: 3) { site in
            let start = Timestamp(milliseconds: 1_587_394_800_000)
            site.market.state.withLock { $0.candles = [Candle(start: start, ticks: 15_426, lots: 50_000_000)] }
            let socket = try await site.connect()
            try await socket.emit("tickers")
            let tickers = try await socket.event("tickers").argument
            #expect(tickers["data"]?["ETHCLP"]?["volume"] == "0" && tickers["data"]?["ETHCLP"]?["last"] == nil)
            site.market.setBook(bids: [FakeMarket.line(1025, ticks: 15_426)], asks: [])
            let delta = try await socket.event("tickers-delta").argument
            #expect(delta["delta_data"]?["ETHCLP"]?["bid"] == ["154260"])
            #expect(delta["from_tx"] == tickers["to_tx"])

            try await socket.emit("running-candles", "{\"stockId\":\"ETHCLP\"}")
            let candles = try #require(try await socket.event("running-candles").argument["data"])
            let candle = """
                {"start":"2020-04-20T15:00:00.000Z","open":"154260","high":"154260","low":"154260","close":"154260",\
                "volume":"0.5","count":1}
                """
            #expect(candles["1"]?.compactText == candle && candles["44640"]?.compactText == candle)
            await socket.close()
        }
    }

    @Test("whoever only speaks the original's contract is told nothing else")
    func others() async throws {
        try await SocketSite.with(interval: 3) { site in
            let socket = try await site.connect()
            let other = try await site.connect()
            try await other.emit("tickers")
            _ = try await other.event("tickers")
            try await socket.emit("subscribe", "\"ETHCLP\"")
            var names: Set<String> = []
            while names.count < 3 { names.insert(try await socket.event().name) }
            site.market.setBook(bids: [FakeMarket.line(1025, ticks: 1)], asks: [])
            // The other one is told of the same change.
            _ = try await other.event("tickers-delta")
            while !names.contains("open-book-delta") { names.insert(try await socket.event().name) }
            #expect(names == ["open-book", "open-book-delta", "historical-book", "candles"])
            await socket.close()
            await other.close()
        }
    }
}
