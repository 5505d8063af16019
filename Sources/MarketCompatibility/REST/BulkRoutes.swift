import Accounts
import Basics
import HTTPKit
import HTTPTypes
import LedgerService
import Market
import MarketService

extension RouteHandlers {
    /// Many orders in one request of API v2: each of them succeeds or fails by itself.
    mutating func addBulkRoutes(_ api: ExchangeAPI) {
        signed(.post, "orders/create/bulk", .v2, api, scope: .trade) { try await api.createMany($0, $1) }
        signed(.post, "orders/cancel/bulk", .v2, api, scope: .trade) { try await api.cancelMany($0, $1) }
    }
}

extension ExchangeAPI {
    fileprivate func createMany(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let originals = try request.list("orders", atMost: market.limits.bulk)
        let drafts = originals.map { original in
            Result<OrderDraft, ExchangeFault> { () throws(ExchangeFault) in
                guard case .object = original else { throw .malformed("an order is an object") }
                return try OrderCodingV2.draft { original[$0]?.formText }
            }
        }
        var placed = await market.place(drafts.compactMap { try? $0.get() }, for: trader)[...]
        var created: [JSONValue] = []
        var refused: [JSONValue] = []
        for (original, draft) in zip(originals, drafts) {
            let result: Result<OrderRecord, ExchangeFault> =
                switch draft {
                case .failure(let fault): .failure(fault)
                case .success:
                    (placed.popFirst() ?? .failure(.market(.disabled))).mapError { ExchangeFault.of($0).fault }
                }
            switch result {
            case .success(let order):
                created.append(.object(["data": OrderCodingV2.json(order), "original": original]))
            case .failure(let fault):
                refused.append(.object(["message": .string(fault.message), "original": original]))
            }
        }
        return ExchangeAnswer(.object(["created": .array(created), "not_created": .array(refused)]))
    }

    fileprivate func cancelMany(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let texts = try request.list("ids", atMost: market.limits.bulk).map { $0["id"]?.formText }
        let numbers = texts.map { $0.flatMap(OrderIdentifier.number) }
        var results = await market.cancel(numbers.compactMap(\.self), for: trader)[...]
        var cancelled: [JSONValue] = []
        var refused: [JSONValue] = []
        for (text, number) in zip(texts, numbers) {
            let identifier = JSONValue.string(text ?? "")
            let result: Result<OrderRecord, ExchangeFault> =
                number == nil
                ? .failure(.unknownOrder)
                : (results.popFirst() ?? .failure(.market(.disabled))).mapError { ExchangeFault.of($0).fault }
            switch result {
            case .success(let order):
                cancelled.append(.object(["data": OrderCodingV2.json(order), "order_id": identifier]))
            case .failure(let fault):
                refused.append(.object(["message": .string(fault.message), "order_id": identifier]))
            }
        }
        return ExchangeAnswer(.object(["canceled": .array(cancelled), "not_canceled": .array(refused)]))
    }
}

extension ExchangeRequest {
    /// The elements of the array that a field says in JSON: at least one.
    fileprivate func list(_ name: String, atMost most: Int) throws(ExchangeFault) -> [JSONValue] {
        let text = try required(name)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw .malformed("\(name) is not JSON: \(error.reason)")
        }
        guard case .array(let elements) = value else { throw .malformed("\(name) is not an array") }
        guard !elements.isEmpty else { throw .malformed("\(name) is empty") }
        guard elements.count <= most else { throw .malformed("\(name) has more than \(most) elements") }
        return elements
    }
}

extension JSONValue {
    /// The text that a form would have for this value; nil for what a form cannot say, and for an empty text.
    ///
    /// Clients write amounts as numbers too: each digit counts, and an exponent, which JSON allows and a form does not, is
    /// worked out.
    var formText: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let value): String(value)
        case .number(let value): value.plainText
        case .boolean(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
