import Basics
import HTTPKit
import LedgerService
import Market
import MarketService
import NIOCore

/// Orders that clients send over sockets, each with an acknowledgement: the refusals are those of API v2, and whoever
/// may not do something there may not do it here.
package struct SocketTrading: Sendable {
    /// What a client can ask for.
    enum Command: String, CaseIterable {
        case create = "order-create"
        case cancel = "order-cancel"
        case amend = "order-amend"
        case cancelAll = "orders-cancel-all"
        case cancelAllAfter = "cancel-all-after"
    }

    private let market: MarketService
    private let rights: SocketRights
    private let rate: NamedRate<SocketTickets.Holder>?

    /// Trading in `market` for those who have the right.
    ///
    /// - Parameter perHolder: How many commands each key and each session may send; nil for no limit.
    package init(market: MarketService, perHolder: ServerLimits.Rate?, rights: SocketRights) {
        self.market = market
        self.rights = rights
        rate = NamedRate("socket", perHolder)
    }

    /// What a command is answered.
    func answer(
        _ command: Command, _ argument: JSONValue?, of trader: Trader, by holder: SocketTickets.Holder
    ) async -> JSONValue {
        do {
            if let seconds = rate?.take(holder, now: NIODeadline.now().uptimeNanoseconds, RateNotes()) {
                throw ExchangeFault.tooMany(retryAfter: seconds)
            }
            try await rights.require(holder, trader)
            return .object(["status": "success", "data": try await carryOut(command, argument, trader)])
        } catch let refusal as SocketRefusal {
            return Self.refusal(refusal.fault)
        } catch {
            return Self.refusal(ExchangeFault.of(error).fault)
        }
    }

    /// What somebody is answered who has not said who it is.
    static let unknownClient = refusal(.notAuthentic)
    /// What somebody is answered who asks for a market that there is not.
    static let unknownMarket = refusal(.unknownMarket)

    private static func refusal(_ fault: ExchangeFault) -> JSONValue {
        .object([
            "status": "error", "message": .string(fault.message),
            "errors": [.object(["id": .string(fault.id), "message": .string(fault.detail ?? fault.message)])],
        ])
    }

    private func carryOut(
        _ command: Command, _ argument: JSONValue?, _ trader: Trader
    ) async throws -> JSONValue {
        let argument = argument ?? .object([])
        guard case .object = argument else { throw ExchangeFault.malformed("the argument is an object") }
        func field(_ name: String) -> String? { argument[name]?.formText }
        switch command {
        case .create:
            let draft = try OrderCodingV2.draft(field)
            return OrderCodingV2.json(try await market.place(draft, for: trader))
        case .cancel:
            return OrderCodingV2.json(try await market.cancel(try await number(field, of: trader), for: trader))
        case .amend:
            let draft = try OrderCodingV2.amendment(field)
            let amendment = try await market.amend(try await number(field, of: trader), draft, for: trader)
            return OrderCodingV2.json(amendment)
        case .cancelAll:
            let ended = try await market.cancelAll(market: try Self.market(field), for: trader)
            return .array(ended.map { OrderCodingV2.json($0) })
        case .cancelAllAfter:
            let timer = try await market.cancelAll(after: try OrderCodingV2.seconds(field), for: trader)
            return OrderCodingV2.json(timer)
        }
    }

    /// The market that is named; nil for every one.
    private static func market(_ field: (String) -> String?) throws(ExchangeFault) -> MarketName? {
        guard let text = field("market") else { return nil }
        guard let name = MarketName(text.uppercased()) else { throw .unknownMarket }
        return name
    }

    /// The order that `id` names, or `orig_client_id` by what its sender called it.
    private func number(_ field: (String) -> String?, of trader: Trader) async throws -> Int64 {
        if let text = field("orig_client_id") {
            guard let clientID = ClientOrderID(text) else { throw ExchangeFault.unknownOrder }
            return try await market.order(.client(clientID), of: trader).order.id
        }
        guard let text = field("id") else { throw ExchangeFault.missing("id") }
        guard let number = OrderIdentifier.number(text) else { throw ExchangeFault.unknownOrder }
        return number
    }
}

extension OrderCodingV2 {
    /// How an open order is to be another.
    static func amendment(_ field: (String) -> String?) throws(ExchangeFault) -> AmendDraft {
        let (amount, price) = (field(AmountField.amount.rawValue), field(AmountField.price.rawValue))
        guard amount != nil || price != nil else { throw .missing(AmountField.amount.rawValue) }
        var clientID: ClientOrderID?
        if let text = field("client_id") {
            guard let name = ClientOrderID(text) else { throw .invalid("invalid_client_id") }
            clientID = name
        }
        return AmendDraft(amount: amount, price: price, clientID: clientID)
    }

    /// After how many seconds all orders are to end.
    static func seconds(_ field: (String) -> String?) throws(ExchangeFault) -> Int64 {
        guard let text = field("seconds") else { throw .missing("seconds") }
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(text),
            seconds <= MarketService.longestTimerSeconds
        else { throw .invalid("invalid_seconds") }
        return seconds
    }

    /// What became of an order that was to be another.
    static func json(_ amendment: Amendment) -> JSONValue {
        .object([
            "order": json(amendment.order), "keeps_place": .boolean(amendment.replaced == nil),
            "replaced": amendment.replaced.map { json($0) } ?? .null,
        ])
    }

    /// When all orders of an account end.
    static func json(_ timer: CancelTimer?) -> JSONValue {
        .object([
            "seconds": .integer(timer?.seconds ?? 0), "at": timer.map { .time($0.dueAt) } ?? .null,
        ])
    }
}
