import Testing

@testable import API

@Suite("Parameters of paths and queries")
struct ParameterTests {
    private func fault(_ body: () throws -> Void) -> Fault? {
        let error = #expect(throws: BodyError.self) { try body() }
        guard case .invalid(let faults)? = error else { return nil }
        return faults.first
    }

    @Test("values are read and written as the table says")
    func values() throws {
        #expect(try RouteParameters.kind.value(of: "sell") == .sell)
        #expect(try RouteParameters.frame.value(of: "60") == 60)
        #expect(try RouteParameters.before.value(of: "12.7") == "12.7")
        #expect(RouteParameters.kind(.last) == ParameterValue(name: "kind", text: "last"))
        #expect(RouteParameters.frame(1440).text == "1440")
    }

    @Test(
        "what the table does not allow is a fault that names the parameter",
        arguments: ["0", "44641", "-5", "+5", "5.0", "5e0", "05", "", "five", "99999999999999999999"])
    func hostileNumbers(text: String) {
        #expect(fault { _ = try RouteParameters.frame.value(of: text) }?.path == "?frame")
    }

    @Test("a word that is none, and one that is missing, are faults")
    func words() {
        #expect(
            fault { _ = try RouteParameters.kind.value(of: "Sell") }
                == Fault(path: "?kind", message: "must be one of buy, sell, last"))
        #expect(fault { _ = try RouteParameters.kind.value(of: nil) } == Fault(path: "?kind", message: "is missing"))
        #expect(fault { _ = try RouteParameters.record.value(of: "zz") }?.path == "?record")
        #expect(fault { _ = try RouteParameters.uuid.value(of: "x") }?.path == "?uuid")
    }

    @Test("a query is read by the names that the route knows")
    func query() throws {
        let route = Routes.marketCandles.route
        #expect(try route.query(of: "/api/market/markets/ETHCLP/candles") == [:])
        #expect(try route.query(of: "/x?kind=buy&frame=5#top") == ["kind": "buy", "frame": "5"])
        #expect(try route.query(of: "/x?") == [:])
        // A route that asks nothing looks at nothing.
        #expect(try Routes.venues.route.query(of: "/api/venues?utm=1") == [:])
    }

    @Test(
        "a query that is misspelt, doubled or escaped is refused, whatever it means",
        arguments: [
            "/x?markt=ETHCLP", "/x?Market=ETHCLP", "/x?market", "/x?market=", "/x?market=A&market=B", "/x?market=A%42",
            "/x?market=A+B", "/x?market=..", "/x?=1", "/x?market=A=B", "/x?%6Darket=ETHCLP",
        ])
    func hostileQuery(target: String) {
        #expect(fault { _ = try Routes.cancelMarketOrders.route.query(of: target) } != nil)
    }

    @Test("a target is what the route reads again")
    func target() throws {
        let route = Routes.marketCandles.route
        let parameters = [
            RouteParameters.market("ETHCLP"), RouteParameters.kind(.last), RouteParameters.frame(1),
            RouteParameters.before("9.8"),
        ]
        let target = try #require(route.target(parameters))
        #expect(target == "/api/market/markets/ETHCLP/candles?kind=last&frame=1&before=9.8")
        #expect(try route.query(of: target) == ["kind": "last", "frame": "1", "before": "9.8"])
        #expect(Routes.venues.route.target([]) == "/api/venues")
        #expect(route.target([RouteParameters.kind(.last)]) == nil)
        #expect(route.target([RouteParameters.market("A"), RouteParameters.before("a&b")]) == nil)
    }
}
