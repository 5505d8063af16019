import Basics
import Ledger
import Market
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import MarketCompatibility
@testable import MarketService

/// Follows one feed as the clients do: whole states, deltas that fit, and a request for the whole state otherwise.
struct FeedFollower {
    let event: String
    private(set) var data: JSONValue = .null
    private(set) var transaction: Int64 = -1
    private(set) var deltas = 0
    private(set) var states = 0

    init(_ event: String) {
        self.event = event
    }

    /// Takes an event; false when it does not fit what was there before.
    mutating func take(_ name: String, _ argument: JSONValue) throws -> Bool {
        func number(_ name: String, _ value: JSONValue) -> Int64 {
            if case .integer(let number)? = value[name] { number } else { -1 }
        }
        switch name {
        case event:
            states += 1
            data = try #require(argument["data"])
            transaction = number("to_tx", argument)
        case event + "-delta":
            var envelopes = [argument]
            if case .array(let several) = argument { envelopes = several }
            for envelope in envelopes {
                guard number("from_tx", envelope) == transaction else { return false }
                data = try JSONDelta(json: try #require(envelope["delta_data"])).apply(to: data)
                transaction = number("to_tx", envelope)
                deltas += 1
            }
        default: break
        }
        return true
    }
}

@Suite("Sockets: feeds")
struct FeedTests {
    @Test("a market's book is as the samples have it")
    func book() async throws {
        try await SocketSite.with { site in
            site.market.setBook(
                bids: [FakeMarket.line(1025, ticks: 15_426)],
                asks: [FakeMarket.line(2049, ticks: 15_612, lots: 5_770_000)])
            let socket = try await site.connect()
            try await socket.emit("subscribe", "\"ETHCLP\"")
            let book = try await socket.event("open-book").argument
            #expect(book["stock_id"] == "ETHCLP")
            let buy = try #require(book["data"]?["1"]).compactText
            #expect(
                buy == """
                    [{"requestId":"OOETHCLP0000000011587394804709","tradeId":"O1025","stockId":"ETHCLP","kind":1,\
                    "type":2,"side":1,"price":"154260.000000000000000000000000000000","limit":null,"condition":null,\
                    "flag":"GENERAL","amount":"1.00000000000000000000000000000000000",\
                    "initAmount":"1.00000000000000000000000000000000000","dateReceived":1587394804709}]
                    """)
            let sell = try #require(book["data"]?["2"]).compactText
            #expect(sell.contains("\"amount\":\"0.0577000000000000000000000000000000000\""))
            #expect(try await socket.event("historical-book").argument["data"] == [])
            let candles = try await socket.event("candles").argument
            #expect(candles["data"]?["1"]?["44640"] == [] && candles["data"]?["lastBuyPrice"] == 0)
            await socket.close()
        }
    }

    @Test("whoever applies every delta has the book, and each change is told once", arguments: 0..<4 as Range<UInt64>)
    func deltas(seed: UInt64) async throws {
        try await SocketSite.with(interval: 3) { site in
            let socket = try await site.connect()
            try await socket.emit("subscribe", "\"ETHCLP\"")
            var random = SplitMix64(seed: seed)
            var follower = FeedFollower("open-book")
            var lines: [BookLine] = []
            var next: Int64 = 1025
            for _ in 0..<60 {
                for _ in 0..<Int.random(in: 1...5, using: &random) {
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0 where !lines.isEmpty: lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
                    case 1 where !lines.isEmpty:
                        let place = Int.random(in: 0..<lines.count, using: &random)
                        let old = lines[place]
                        lines[place] = FakeMarket.line(old.id, ticks: old.ticks, lots: max(1, old.lots / 2))
                    default:
                        lines.append(FakeMarket.line(next, ticks: Int64.random(in: 1...20, using: &random)))
                        next += 1024
                    }
                }
                lines.sort { ($0.ticks, $0.id) < ($1.ticks, $1.id) }
                let asks = lines.map { FakeMarket.line($0.id + 1, ticks: 30 + $0.ticks, lots: $0.lots) }
                site.market.setBook(bids: Array(lines.reversed()), asks: asks)
                let book = BookSnapshot(sequence: 1, bids: Array(lines.reversed()), asks: asks, hash: 0)
                var writer = BookFeedJSON()
                let wanted = writer.book(book, of: site.market.rules)
                while follower.data != wanted {
                    let (name, argument) = try await socket.event()
                    #expect(try follower.take(name, argument))
                }
            }
            #expect(follower.states == 1)
            #expect(follower.deltas >= 50)
            await socket.close()
        }
    }

    @Test(
        "whoever has lost a delta asks for the whole state and goes on from there", arguments: ["stockId", "stock_id"])
    func resync(name: String) async throws {
        try await SocketSite.with(interval: 3) { site in
            let socket = try await site.connect()
            try await socket.emit("subscribe", "\"ETHCLP\"")
            var follower = FeedFollower("open-book")
            while follower.states == 0 {
                let (name, argument) = try await socket.event()
                _ = try follower.take(name, argument)
            }
            site.market.setBook(bids: [FakeMarket.line(1025, ticks: 1)], asks: [])
            _ = try await socket.event("open-book-delta")  // lost
            site.market.setBook(bids: [FakeMarket.line(1025, ticks: 1), FakeMarket.line(2049, ticks: 1)], asks: [])
            let (event, argument) = try await socket.event("open-book-delta")
            #expect(try !follower.take(event, argument))
            let asked = ContinuousClock.now
            for _ in 0..<10 { try await socket.emit("open-book", "{\"\(name)\":\"ETHCLP\"}") }
            while follower.states == 1 {
                let (name, argument) = try await socket.event()
                _ = try follower.take(name, argument)
            }
            guard case .array(let orders)? = follower.data["1"] else { return #expect(Bool(false)) }
            #expect(orders.count == 2)
            // However often it asked, it got one, and another one only half a second later if its questions took as long
            // to be looked at; what else it follows may still be coming.
            try await Task.sleep(for: .milliseconds(100))
            try await socket.emit("board")
            var others = 0
            while true {
                let event = try await socket.event().name
                if event == "board" { break }
                if event == "open-book" { others += 1 }
            }
            let pause = Duration.milliseconds(MarketFeeds.Times.betweenRepeats)
            #expect(others <= Int((ContinuousClock.now - asked) / pause))
            await socket.close()
        }
    }

    @Test("everybody who follows a market gets the same bytes, and nobody after unsubscribing")
    func fanOut() async throws {
        try await SocketSite.with { site in
            var sockets: [SocketClient] = []
            for _ in 0..<20 {
                let socket = try await site.connect()
                try await socket.emit("subscribe", "\"ETHCLP\"")
                _ = try await socket.event("candles")
                sockets.append(socket)
            }
            try await sockets[0].emit("unsubscribe", "\"ETHCLP\"")
            try await sockets[0].emit("board")
            _ = try await sockets[0].event("board")
            site.market.setBook(bids: [FakeMarket.line(1025, ticks: 7)], asks: [])
            let first = try await sockets[1].message()
            for socket in sockets[2...] { #expect(try await socket.message() == first) }
            #expect(first.hasPrefix("42[\"open-book-delta\",{\"stock_id\":\"ETHCLP\",\"from_tx\":"))
            _ = try await sockets[0].event("board-delta")
            #expect(sockets[0].byteCount == 0)
            for socket in sockets { await socket.close() }
        }
    }

    @Test("what is somebody's own comes after signing in: currencies before the balance, and nothing at once")
    func signIn() async throws {
        try await SocketSite.with { site in
            site.market.setBalance(70_000_000_000_000_000, of: SocketSite.ana)
            let begun = ContinuousClock.now
            let socket = try await site.connect(as: SocketSite.ana)
            var names: [String] = []
            var balance: JSONValue = .null
            var gaps: [Duration] = []
            var last = begun
            for _ in 0..<6 {
                let (name, argument) = try await socket.event()
                gaps.append(.now - last)
                last = .now
                names.append(name)
                if name == "balance" { balance = argument }
                #expect(argument["data"] != nil && argument["to_tx"] != nil, "\(name)")
            }
            #expect(names == ["currencies", "balance", "open-orders", "historical-orders", "operated", "board"])
            #expect(gaps[0] >= .milliseconds(50))
            // Two may arrive together where the machine is busy, but not all of them.
            #expect(gaps.dropFirst().reduce(.zero, +) >= .milliseconds(50))
            #expect(
                balance["data"]?.compactText == """
                    {"ETH":{"currency":"ETH","countable":"0.0700000000000000000000000000000000000",\
                    "available":"0.0700000000000000000000000000000000000"}}
                    """)
            // Deltas of a person come in arrays.
            site.market.setBalance(80_000_000_000_000_000, of: SocketSite.ana)
            let delta = try await socket.event("balance-delta").argument
            guard case .array(let several) = delta else { return #expect(Bool(false), "\(delta)") }
            #expect(several.count == 1 && several[0]["delta_data"]?["ETH"]?["countable"] != nil)
            await socket.close()
        }
    }

    @Test("what is somebody's own is told at once, however seldom the others are looked at")
    func atOnce() async throws {
        try await SocketSite.with(interval: 2000) { site in
            site.market.setBalance(1, of: SocketSite.ana)
            site.market.setBook(bids: [FakeMarket.line(1, ticks: 100)], asks: [])
            let socket = try await site.connect(as: SocketSite.ana)
            _ = try await socket.event("board")
            var waited: [Duration] = []
            for round in 0..<10 as Range<Int128> {
                // At any time between two looks.
                try await Task.sleep(for: .milliseconds(170))
                site.market.setBook(bids: [FakeMarket.line(1, ticks: 101 + Int64(round))], asks: [])
                let begun = ContinuousClock.now
                site.market.setBalance(2 + round, of: SocketSite.ana)
                _ = try await socket.event("balance-delta")
                waited.append(.now - begun)
            }
            // The looks are two seconds apart: had any of them been waited for, some would have been a second late.
            #expect(waited.sorted()[5] < .milliseconds(250), "\(waited)")
            await socket.close()
        }
    }

    @Test("of several changes in a moment the last is told, and none is missed")
    func burst() async throws {
        try await SocketSite.with(interval: 60_000) { site in
            site.market.setBalance(1, of: SocketSite.ana)
            let socket = try await site.connect(as: SocketSite.ana)
            _ = try await socket.event("board")
            for total in 2...200 as ClosedRange<Int128> { site.market.setBalance(total, of: SocketSite.ana) }
            var isLast = false
            var deltas = 0
            while !isLast {
                let delta = try await socket.event("balance-delta").argument
                isLast = delta.compactText.contains("0.000000000000000200")
                deltas += 1
            }
            #expect(deltas < 50)
            await socket.close()
        }
    }

    @Test("nobody hears of anybody else, and nobody without ids of what is somebody's own")
    func privacy() async throws {
        try await SocketSite.with { site in
            let ana = try await site.connect(as: SocketSite.ana)
            let bea = try await site.connect(as: SocketSite.bea)
            let nobody = try await site.connect()
            for socket in [ana, bea] { _ = try await socket.event("board") }
            for event in ["balance", "open-orders", "historical-orders", "operated"] { try await nobody.emit(event) }
            try await nobody.emit("user-auth", "{\"uid\":\"a\",\"socid\":\"b\"}")
            #expect(
                try await nobody.event().argument
                    == .object([.init("status", "error"), .init("message", "invalid_socket_id")]))
            site.market.setBalance(1, of: SocketSite.ana)
            _ = try await ana.event("balance-delta")
            try await Task.sleep(for: .milliseconds(100))
            #expect(bea.byteCount == 0 && nobody.byteCount == 0)
            for socket in [ana, bea, nobody] { await socket.close() }
            #expect(
                try await SocketSite.wait { site.market.hub.accountVersion(SocketSite.ana.number) == 0 },
                "an account that nobody follows is watched no more")
        }
    }

    @Test("ids that have expired are none")
    func expired() async throws {
        try await SocketSite.with { site in
            let ticket = try await site.ticket(of: SocketSite.ana)
            site.clock.advance(seconds: 86_400)
            let socket = try await site.connect()
            try await socket.emit("user-auth", "{\"uid\":\"\(ticket.uid)\",\"socid\":\"\(ticket.socid)\"}")
            #expect(try await socket.event().name == "user-auth")
            await socket.close()
        }
    }

    @Test("a socket ends within seconds of the key that opened it, revoked or expired, and no other one does")
    func ended() async throws {
        try await SocketSite.with { site in
            let carla = Trader(number: LedgerAccount(rawValue: 1003), account: [3])
            try await SocketSite.enter(
                carla, in: site.database, expiresAt: site.clock.now.advanced(bySeconds: 3600))
            let sockets = [
                try await site.connect(as: SocketSite.ana), try await site.connect(as: SocketSite.bea),
                try await site.connect(as: carla), try await site.connect(),
            ]
            for socket in sockets[..<3] { _ = try await socket.event("board") }
            let keys = APIKeyService(database: site.database, clock: site.clock.serverClock)
            try await keys.revoke(SocketSite.key(of: SocketSite.ana), of: SocketSite.ana.account)
            #expect(try await sockets[0].ended())
            #expect(try await SocketSite.wait { site.sockets.count == 3 })
            site.clock.advance(seconds: 3600)
            #expect(try await sockets[2].ended())
            // What is not of that key goes on.
            site.market.setBalance(1, of: SocketSite.bea)
            _ = try await sockets[1].event("balance-delta")
            try await sockets[3].emit("board")
            _ = try await sockets[3].event("board")
            #expect(site.sockets.count == 2)
            for socket in sockets { await socket.close() }
        }
    }

    @Test("the application of 2018: user-info, GLOBAL, the board, patches of orders, and the whole book in a panic")
    func generation2018() async throws {
        try await SocketSite.with { site in
            site.market.setBalance(1_000_000_000_000_000_000, of: SocketSite.ana)
            site.market.setBook(bids: [FakeMarket.line(1025, ticks: 37_000)], asks: [])
            let ticket = try await site.ticket(of: SocketSite.ana)
            let socket = try await site.connect()
            try await socket.emit(
                "user-info",
                "{\"uid\":\"\(ticket.uid)\",\"socid\":\"\(ticket.socid)\",\"verify\":\"\(ticket.verify)\"}")
            #expect(try await socket.event("balances").argument["ETH"]?["countable"] != nil)
            try await socket.emit("subscribe", "\"GLOBAL\"")
            let board = try await socket.event("board-alert").argument
            #expect(board["board"]?["ETHCLP"]?["BID"] == 370_000)
            #expect(try await socket.event("pairs").argument["ETHCLP"]?["M5"] == [])
            try await socket.emit("subscribe", "\"ETHCLP\"")
            let whole = try await socket.event("orders").argument
            guard case .array(let buy)? = whole["buy"], case .integer(let before)? = whole["t"] else {
                return #expect(Bool(false), "\(whole)")
            }
            #expect(
                buy[0].compactText == """
                    {"amount":"1.000000000000000000","base":1,"classification":2,"id":1025,\
                    "price":"370000.000000000000000000","status":0,"type":1}
                    """)
            site.market.setBook(bids: [FakeMarket.line(1025, ticks: 37_000, lots: 29_030_000)], asks: [])
            guard case .array(let patches) = try await socket.event("orders").argument else {
                return #expect(Bool(false))
            }
            // As in the original's figure: an order that has changed is removed and inserted whole.
            let patch = try #require(patches.first)
            #expect(patch["p"] == .integer(before) && patch["pair"] == "ETHCLP")
            #expect(patch["delta_buy"]?["_t"] == "a")
            guard case .array(let removed)? = patch["delta_buy"]?["_0"],
                case .array(let added)? = patch["delta_buy"]?["0"]
            else { return #expect(Bool(false), "\(patch)") }
            #expect(removed[0] == buy[0] && removed[1...] == [0, 0] && added[0]["amount"] == "0.290300000000000000")
            for event in ["panic", "orders-panic"] {
                try await socket.emit(event, event == "panic" ? "\"ETHCLP\"" : nil)
                #expect(try await socket.event("orders").argument["buy"] == [added[0]])
            }
            await socket.close()
        }
    }

    @Test("a market that cannot be read now is told when it can")
    func broken() async throws {
        try await SocketSite.with { site in
            site.market.state.withLock { $0.isBroken = true }
            let socket = try await site.connect()
            try await socket.emit("board")
            try await Task.sleep(for: .milliseconds(100))
            #expect(socket.byteCount == 0)
            site.market.state.withLock { $0.isBroken = false }
            _ = try await socket.event("board")
            await socket.close()
        }
    }

    @Test("a reader that does not read costs little, gets a fresh state when it reads again, and is ended otherwise")
    func slowReader() async throws {
        try await SocketSite.with(interval: 2) { limits in
            limits.sockets.waitingBytes = 32 * 1024
            limits.sockets.stalledSeconds = 6
        } _: { site in
            func book(_ round: Int64) -> [BookLine] {
                (0..<200).map { FakeMarket.line(($0 + round * 200) * 1024 + 1, ticks: 1000 - $0) }
            }
            let slow = try await site.connect()
            let dead = try await site.connect()
            let fine = try await site.connect()
            for socket in [slow, dead, fine] {
                try await socket.emit("subscribe", "\"ETHCLP\"")
                _ = try await socket.event("candles")
            }
            try await slow.stopReading()
            try await dead.stopReading()
            var follower = FeedFollower("open-book")
            // Far more than sockets of the system hold: some 150 KB for each round.
            for round in 0..<100 as Range<Int64> {
                site.market.setBook(bids: book(round), asks: [])
                let (name, argument) = try await fine.event("open-book-delta")
                if round == 0 { _ = name; _ = argument }
            }
            try await slow.resumeReading()
            var writer = BookFeedJSON()
            let last = BookSnapshot(sequence: 1, bids: book(99), asks: [], hash: 0)
            let wanted = writer.book(last, of: site.market.rules)
            while follower.data != wanted {
                let (name, argument) = try await slow.event()
                if name == "open-book" || follower.states > 0 { _ = try follower.take(name, argument) }
            }
            #expect(follower.deltas < 100)
            // The server gives up on one that never reads.
            #expect(
                try await SocketSite.wait(seconds: 30) {
                    site.market.setBook(bids: book(Int64.random(in: 0...99)), asks: [])
                    return site.sockets.count == 2
                })
            for socket in [slow, dead, fine] { await socket.close() }
        }
    }

    @Test("dates and numbers are written as the samples have them")
    func texts() throws {
        #expect(MarketFeedJSON.date(try #require(Timestamp(rfc3339: "2020-02-21T04:56:00Z"))) == "21/02/2020 04:56:00")
        #expect(MarketFeedJSON.date(try #require(Timestamp(rfc3339: "1969-12-31T23:59:59Z"))) == "31/12/1969 23:59:59")
        let market = try FakeMarket()
        let ticker = Ticker(
            market: market.rules, high: nil, low: nil, bid: 21_360, ask: 21_888, last: nil, lastBuy: nil, lastSell: nil,
            volume: 0, at: Timestamp(milliseconds: 0), change1d: 0.5, change7d: -0.25)
        #expect(
            MarketFeedJSON.board([ticker]).compactText
                == "{\"ETHCLP\":{\"BID\":213600,\"ASK\":218880,\"delta1d\":50.0,\"delta7d\":-25.0}}")
        let candle = Candle(
            start: try #require(Timestamp(rfc3339: "2020-02-21T04:56:00Z")), ticks: 21_206, lots: 150_000_000)
        let candles = MarketFeedJSON.candles([.sell: [.minute: [candle]]], ticker, of: market.rules)
        let written = try #require(candles["1"]?["1"])
        #expect(
            written.compactText == """
                [{"date":"21/02/2020 04:56:00","stockId":"ETHCLP","type":1,"timeFrame":1,"lowPrice":212060,\
                "hightPrice":212060,"openPrice":212060,"closePrice":212060,"count":1,"volume":1.5,\
                "lastBuyPrice":212060,"lastSellPrice":212060}]
                """)
    }
}
