import Basics
import Market
import Testing

@testable import MarketClient

@Suite("What a feed knows")
struct FeedStateTests {
    private static func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    private let book = FeedTopic(.openBook, market: "ETHCLP")

    private func known() throws -> FeedState {
        var state = FeedState()
        let outcome = state.receive(
            "open-book", try Self.json(#"{"stock_id":"ETHCLP","to_tx":7,"data":{"1":[],"2":[{"price":"5"}]}}"#))
        #expect(outcome == [.changed(book, try Self.json(#"{"1":[],"2":[{"price":"5"}]}"#))])
        return state
    }

    @Test("a delta that continues what is known changes it, as JSON and as the text of it")
    func continues() throws {
        var state = try known()
        let first = state.receive(
            "open-book-delta",
            try Self.json(
                #"{"stock_id":"ETHCLP","from_tx":7,"to_tx":8,"delta_data":{"1":{"_t":"a","0":[{"price":"4"}]}}}"#))
        #expect(first == [.changed(book, try Self.json(#"{"1":[{"price":"4"}],"2":[{"price":"5"}]}"#))])
        let second = state.receive(
            "open-book-delta",
            try Self.json(
                #"{"stock_id":"ETHCLP","from_tx":"8","to_tx":"9","delta_data":"{\"2\":{\"_t\":\"a\",\"_0\":[0,0,0]}}"}"#
            ))
        #expect(second == [.changed(book, try Self.json(#"{"1":[{"price":"4"}],"2":[]}"#))])
    }

    @Test("after a gap the topic is asked for once, and nothing changes until its snapshot comes")
    func gap() throws {
        var state = try known()
        let gap = try Self.json(
            #"{"stock_id":"ETHCLP","from_tx":8,"to_tx":9,"delta_data":{"1":{"_t":"a","0":[1]}}}"#)
        #expect(
            state.receive("open-book-delta", gap) == [
                .ask(event: "open-book", argument: try Self.json(#"{"stockId":"ETHCLP","stock_id":"ETHCLP"}"#))
            ])
        #expect(state.receive("open-book-delta", gap) == [])
        #expect(state[book] == (try Self.json(#"{"1":[],"2":[{"price":"5"}]}"#)))
        _ = state.receive("open-book", try Self.json(#"{"stock_id":"ETHCLP","to_tx":8,"data":{"1":[],"2":[]}}"#))
        #expect(state.receive("open-book-delta", gap) == [.changed(book, try Self.json(#"{"1":[1],"2":[]}"#))])
    }

    @Test("a delta that does not fit is a gap")
    func misfit() throws {
        var state = try known()
        let misfit = try Self.json(
            #"{"stock_id":"ETHCLP","from_tx":7,"to_tx":8,"delta_data":{"1":{"_t":"a","_5":[1,0,0]}}}"#)
        guard case .ask(event: "open-book", _)? = state.receive("open-book-delta", misfit).first else {
            Issue.record("it was taken")
            return
        }
    }

    @Test("deltas of one's own things come in arrays, and stop at the first gap")
    func arrays() throws {
        var state = FeedState()
        _ = state.receive("balance", try Self.json(#"{"to_tx":1,"data":{"ETH":{"available":"1"}}}"#))
        let deltas = try Self.json(
            #"""
            [{"from_tx":1,"to_tx":2,"delta_data":{"ETH":{"available":["1","2"]}}},
            {"from_tx":5,"to_tx":6,"delta_data":{"ETH":{"available":["2","9"]}}},
            {"from_tx":2,"to_tx":3,"delta_data":{"ETH":{"available":["2","3"]}}}]
            """#)
        #expect(state.receive("balance-delta", deltas) == [.ask(event: "balance", argument: nil)])
        #expect(state[FeedTopic(.balance)] == (try Self.json(#"{"ETH":{"available":"2"}}"#)))
    }

    @Test(
        "events that are not of the contract lead to nothing",
        arguments: [
            ("unknown", #"{"to_tx":1,"data":{}}"#), ("open-book", #"{"to_tx":1,"data":{}}"#),
            ("open-book", #"{"stock_id":"ETHCLP","data":{}}"#), ("board", #"{"to_tx":1}"#), ("board", "3"),
            ("-delta", "{}"), ("open-book-delta", #"{"from_tx":1}"#),
        ])
    func ignores(event: String, argument: String) throws {
        var state = FeedState()
        #expect(state.receive(event, try Self.json(argument)) == [])
    }

    @Test("a random run of a book with lost messages ends with the exchange's book", arguments: 0..<20 as Range<UInt64>)
    func followsLossyStream(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var state = FeedState()
        let maker = DeltaMaker(objectHash: {
            $0["id"].flatMap { if case .integer(let id) = $0 { "\(id)" } else { nil } }
        })
        var orders: [JSONValue] = []
        var previous = JSONValue.object([.init("1", .array([]))])
        var asked = true
        for transaction in 0..<200 as Range<Int64> {
            if orders.isEmpty || Bool.random(using: &random) {
                orders.insert(
                    .object([.init("id", .integer(transaction)), .init("amount", .string("1"))]),
                    at: Int.random(in: 0...orders.count, using: &random))
            } else {
                orders.remove(at: Int.random(in: 0..<orders.count, using: &random))
            }
            let current = JSONValue.object([.init("1", .array(orders))])
            let delta = try #require(maker.delta(from: previous, to: current))
            let isLost = transaction < 199 && Int.random(in: 0..<10, using: &random) == 0
            var outcomes: [FeedState.Outcome] = []
            if asked {
                outcomes = state.receive(
                    "open-book",
                    .object([
                        .init("stock_id", "ETHCLP"), .init("to_tx", .integer(transaction)), .init("data", current),
                    ]))
                asked = false
            } else if !isLost {
                outcomes = state.receive(
                    "open-book-delta",
                    .object([
                        .init("stock_id", "ETHCLP"), .init("from_tx", .integer(transaction - 1)),
                        .init("to_tx", .integer(transaction)), .init("delta_data", delta.json),
                    ]))
            }
            if case .ask? = outcomes.first { asked = true }
            previous = current
        }
        if asked {
            _ = state.receive(
                "open-book",
                .object([.init("stock_id", "ETHCLP"), .init("to_tx", .integer(199)), .init("data", previous)]))
        }
        #expect(state[book] == previous)
    }
}

@Suite("Addresses of connections")
struct WebAddressTests {
    @Test("host, port and path are told apart")
    func parts() throws {
        let plain = try #require(WebAddress("http://127.0.0.1:8080"))
        #expect(plain.host == "127.0.0.1" && plain.port == 8080 && plain.path.isEmpty && !plain.isSecure)
        let secure = try #require(WebAddress("https://worker.example/base"))
        #expect(secure.port == 443 && secure.path == "/base" && secure.hostField == "worker.example")
        let numeric = try #require(WebAddress("http://[::1]:81"))
        #expect(numeric.host == "::1" && numeric.port == 81 && numeric.hostField == "[::1]:81")
    }

    @Test(
        "what names no host or no port is refused",
        arguments: [
            "http://", "http://:80", "http://a:0", "http://a:99999", "http://a:x", "http://[::1", "http://[::1]x",
        ])
    func refuses(text: String) {
        #expect(WebAddress(text) == nil)
    }
}
