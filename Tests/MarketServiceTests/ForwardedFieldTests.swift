import Basics
import Ledger
import LedgerService
import Market
import Testing

@testable import MarketService

/// Every field of a command arrives at the server that writes the market: a new one that its coding leaves out fails here.
@Suite("Forwarded commands, field by field")
struct ForwardedFieldTests {
    /// `value` and others, each of which differs from it in the field that it is listed under.
    private func check<Value>(
        _ value: Value, _ others: [String: Value], as command: (Value) -> MarketCommand
    ) throws {
        let fields = Mirror(reflecting: value).children.compactMap(\.label)
        #expect(Set(fields) == Set(others.keys), "each field needs another value")
        for (field, other) in [("nothing", value)] + others.sorted(by: { $0.key < $1.key }) {
            let sent = "\(command(other))"
            #expect((sent == "\(command(value))") == (field == "nothing"), "\(field)")
            let bytes = try #require(ForwardedCommands(id: [1], market: 3, [command(other)]).bytes)
            let read = try ForwardedCommands(bytes)
            #expect(read.commands.map { "\($0)" } == [sent], "\(field)")
        }
    }

    private func order(
        account: Int64 = 7, _ terms: OrderTerms = OrderTerms(.buy, lots: 3, ticks: 5), clientID: ClientOrderID? = nil,
        expiresAt: Timestamp? = nil, instant: PlaceCommand.InstantBound? = nil
    ) -> PlaceCommand {
        PlaceCommand(
            account: LedgerAccount(rawValue: account), terms: terms, clientID: clientID, expiresAt: expiresAt,
            instant: instant)
    }

    @Test("an order")
    func orders() throws {
        let named = try #require(ClientOrderID("a-1"))
        try check(
            order(),
            [
                "account": order(account: 8), "terms": order(OrderTerms(.sell, lots: 3, ticks: 5)),
                "clientID": order(clientID: named), "expiresAt": order(expiresAt: Timestamp(seconds: 1)),
                "instant": order(instant: PlaceCommand.InstantBound(bound: 9, occasion: nil)),
            ]
        ) { .place($0) }
    }

    @Test("what an order asks for")
    func terms() throws {
        try check(
            OrderTerms(.buy, lots: 3, ticks: 5),
            [
                "ticks": OrderTerms(.buy, lots: 3, ticks: 6), "side": OrderTerms(.sell, lots: 3, ticks: 5),
                "conditions": OrderTerms(.buy, lots: 3, ticks: 5, OrderConditions(isPostOnly: true)),
                "lots": OrderTerms(.buy, lots: 4, ticks: 5), "stop": OrderTerms(.buy, lots: 3, ticks: 5, stop: 4),
            ]
        ) { .place(order($0)) }
    }

    @Test("what an order allows and forbids")
    func conditions() throws {
        try check(
            OrderConditions(),
            [
                "timeInForce": OrderConditions(timeInForce: .fillOrKill),
                "isPostOnly": OrderConditions(isPostOnly: true),
                "selfTrade": OrderConditions(selfTrade: .cancelBoth),
            ]
        ) { .place(order(OrderTerms(.buy, lots: 3, ticks: 5, $0))) }
    }

    @Test("an amendment")
    func amendments() throws {
        let named = try #require(ClientOrderID("a-1"))
        func amendment(
            id: Int64 = 1, account: Int64 = 7, lots: Int64? = nil, ticks: Int64? = nil, clientID: ClientOrderID? = nil
        ) -> AmendCommand {
            AmendCommand(
                id: id, account: LedgerAccount(rawValue: account), lots: lots, ticks: ticks, clientID: clientID)
        }
        try check(
            amendment(),
            [
                "id": amendment(id: 2), "account": amendment(account: 8), "lots": amendment(lots: 2),
                "ticks": amendment(ticks: 2), "clientID": amendment(clientID: named),
            ]
        ) { .amend($0) }
    }
}
