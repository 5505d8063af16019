import AccountService
import Accounts
import Basics
import HummingbirdTesting
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketCompatibility
@testable import MarketService
@testable import ServerApp

@Suite("Orders over sockets")
struct SocketTradingTests {
    /// A server with markets, and somebody with money.
    private struct Floor: Sendable {
        let site: Site
        let services: ServerServices
        let account: [UInt8]
        let trader: Trader

        /// A socket of whoever has ids that were obtained with `holder`; nil for nobody.
        func socket(_ holder: SocketTickets.Holder?) async throws -> SocketClient {
            let client = try await SocketClient.webSocket(port: try #require(site.client.port))
            #expect(try await client.message().hasPrefix("0{\"sid\":"))
            try await client.send("40")
            #expect(try await client.message().hasPrefix("40{\"sid\":"))
            guard let holder else { return client }
            let tickets = SocketTickets(database: site.world.database)
            let ticket = try await tickets.issue(for: trader, by: holder, now: site.world.clock.now)
            try await client.emit("user-auth", "{\"uid\":\"\(ticket.uid)\",\"socid\":\"\(ticket.socid)\"}")
            #expect(try await client.event("balance").name == "balance")
            return client
        }

        /// A key of these rights.
        func key(_ scopes: Set<APIScope>, addresses: [AddressRange] = []) async throws -> SocketTickets.Holder {
            .key(
                try await services.apiKeys.make(
                    for: account, scopes: scopes, label: "bot",
                    expiresAt: site.world.clock.now.advanced(bySeconds: 3600), addresses: addresses
                ).public)
        }
    }

    private func withFloor(_ body: @escaping @Sendable (Floor) async throws -> Void) async throws {
        try await OwnSite.with(.sqlite, .live) { own in
            _ = try await own.person("ana", ["CLP": "100"])
            let (site, services) = (own.site, own.services)
            let account = try #require(
                try await site.world.database.read {
                    try $0.first("SELECT id FROM accounts WHERE email = 'ana@example.org'")?.blob(0)
                })
            let trader = try await services.market.trader(of: account)
            try await body(Floor(site: site, services: services, account: account, trader: trader))
        }
    }

    /// What a command is answered by the number with which it was sent.
    private func ask(
        _ socket: SocketClient, _ id: Int, _ event: String, _ argument: String
    ) async throws -> JSONValue {
        try await socket.send("42\(id)[\"\(event)\",\(argument)]")
        while true {
            let message = try await socket.message()
            guard message.hasPrefix("43\(id)[") else { continue }
            let text = message.dropFirst("43\(id)".utf8.count)
            guard case .array(let arguments) = try JSONValue(parsing: Array(text.utf8)) else { continue }
            return try #require(arguments.first)
        }
    }

    @Test("orders are placed, amended and cancelled with acknowledgements, in their order and once for each name")
    func trading() async throws {
        try await withFloor { floor in
            let socket = try await floor.socket(try await floor.key([.read, .trade]))
            let order = #"{"market":"XLMCLP","side":"buy","type":"limit","amount":"5","price":"10","client_id":"a"}"#
            let placed = try await ask(socket, 1, "order-create", order)
            #expect(placed["status"] == "success" && placed["data"]?["status"] == "queued")
            #expect(try await ask(socket, 2, "order-create", order)["data"] == placed["data"])
            guard case .string(let id)? = placed["data"]?["id"] else { return #expect(Bool(false), "\(placed)") }
            let less = try await ask(socket, 3, "order-amend", #"{"id":"\#(id)","amount":3}"#)
            #expect(less["data"]?["keeps_place"] == true)
            #expect(less["data"]?["order"]?["amount"]?["original"] == "3")
            let timer = try await ask(socket, 4, "cancel-all-after", #"{"seconds":60}"#)
            #expect(timer["data"]?["seconds"] == 60)
            #expect(try await ask(socket, 5, "cancel-all-after", #"{"seconds":0}"#)["data"]?["at"] == .null)
            let gone = try await ask(socket, 6, "order-cancel", #"{"orig_client_id":"a"}"#)
            #expect(gone["data"]?["status"] == "cancelled" && gone["data"]?["reason"] == "user")
            // Whoever waits for no acknowledgement is told by an event of the same name.
            try await socket.emit("order-cancel", #"{"id":"\#(id)"}"#)
            let again = try await socket.event("order-cancel").argument
            #expect(again["status"] == "error" && again["message"] == "order_not_active")
            _ = try await ask(
                socket, 7, "order-create",
                #"{"market":"XLMCLP","side":"buy","type":"limit","amount":"1","price":"10"}"#)
            let all = try await ask(socket, 8, "orders-cancel-all", #"{"market":"XLMCLP"}"#)
            guard case .array(let ended)? = all["data"] else { return #expect(Bool(false), "\(all)") }
            #expect(ended.count == 1)
            for (number, argument, message) in [
                (
                    9, #"{"market":"XLMCLP","side":"buy","type":"limit","amount":"500","price":"10"}"#,
                    "not_enough_balance"
                ),
                (10, #"{"market":"XLMCLP","side":"buy","type":"limit","amount":"5"}"#, "invalid_request"),
                (11, "[]", "invalid_request"),
                (12, #"{"market":"NONE","side":"buy","type":"limit","amount":"1","price":"1"}"#, "pair_not_active"),
            ] {
                let refused = try await ask(socket, number, "order-create", argument)
                #expect(refused["status"] == "error" && refused["message"] == .string(message), "\(refused)")
            }
            await socket.close()
        }
    }

    @Test("who may not trade elsewhere may not here: nobody, keys that read, keys that are bound, idle sessions")
    func rights() async throws {
        try await withFloor { floor in
            let order = #"{"market":"XLMCLP","side":"buy","type":"limit","amount":"5","price":"10"}"#
            let nobody = try await floor.socket(nil)
            #expect(try await ask(nobody, 1, "order-create", order)["message"] == "authentication_error")
            let reader = try await floor.socket(try await floor.key([.read]))
            #expect(try await ask(reader, 1, "order-create", order)["message"] == "invalid_scope")
            #expect(try await ask(reader, 2, "cancel-all-after", #"{"seconds":5}"#)["message"] == "invalid_scope")
            let range = try #require(AddressRange("127.0.0.0/8"))
            let bound = try await floor.socket(try await floor.key([.read, .trade], addresses: [range]))
            #expect(try await ask(bound, 1, "order-create", order)["message"] == "address_not_allowed")
            let digest = try #require(
                try await floor.site.world.database.read {
                    try $0.first("SELECT token_digest FROM sessions")?.blob(0)
                })
            let page = try await floor.socket(.session(digest))
            #expect(try await ask(page, 1, "order-create", order)["status"] == "success")
            try await floor.site.world.database.write {
                _ = try $0.execute("UPDATE sessions SET confirmed_at = NULL")
            }
            #expect(try await ask(page, 2, "order-create", order)["message"] == "invalid_scope")
            for socket in [nobody, reader, bound, page] { await socket.close() }
        }
    }
}

extension SocketTradingTests {
    @Test("a market is subscribed to in small letters too, and one that there is not is told, to whoever waits for it")
    func subscriptions() async throws {
        try await OwnSite.with(.sqlite, .live) { own in
            let client = try await SocketClient.webSocket(port: try #require(own.site.client.port))
            _ = try await client.message()
            try await client.send("40")
            _ = try await client.message()
            /// The acknowledgement with a number, whatever comes before it.
            func acknowledgement(_ id: Int) async throws -> String {
                while true {
                    let message = try await client.message()
                    if message.hasPrefix("43\(id)[") { return message }
                }
            }
            try await client.send(#"421["subscribe","ethclp"]"#)
            #expect(try await acknowledgement(1) == "431[]")
            try await client.send(#"422["subscribe","NOPE"]"#)
            #expect(try await acknowledgement(2).contains("pair_not_active"))
            try await client.send(#"423["depth",{"stockId":"NOPE"}]"#)
            #expect(try await acknowledgement(3).contains("pair_not_active"))
            try await client.send(#"424["depth",{"stockId":"EthClp"}]"#)
            #expect(try await acknowledgement(4) == "434[]")
            try await client.send(#"425["unsubscribe","nope"]"#)
            #expect(try await acknowledgement(5).contains("pair_not_active"))
            try await client.send(#"426["board"]"#)
            #expect(try await acknowledgement(6) == "436[]")
            // Whoever waits for no acknowledgement is told by an event of the same name.
            try await client.emit("subscribe", #""NOPE""#)
            let told = try await client.event("subscribe").argument
            #expect(told["status"] == "error" && told["message"] == "pair_not_active")
            await client.close()
        }
    }
}
