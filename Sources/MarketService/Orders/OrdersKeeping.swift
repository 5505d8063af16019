import API
import HTTPKit
import LedgerService
import Storage

/// What of orders the answer to a request with a key says.
package enum OrdersAnswer: Int64, CaseIterable, Sendable {
    /// The one order.
    case order = 1
    /// All of them.
    case orders
    /// The order that was amended, and the one that it replaced.
    case amendment
    /// The limit order and the stop of a pair.
    case pair

    /// The answer about `orders`, as JSON.
    ///
    /// Throws ``StorageError/corrupt`` for another number of orders than there must be, so that the batch in which they came
    /// about does not happen.
    func json(_ orders: [OrderRecord]) throws -> [UInt8] {
        let counts =
            switch self {
            case .order: 1...1
            case .orders: 0...Int.max
            case .amendment: 1...2
            case .pair: 2...2
            }
        guard counts.contains(orders.count) else { throw StorageError.corrupt }
        switch self {
        case .order: return try MarketOrderBody(orders[0]).json()
        case .orders: return try MarketOrdersBody(orders: orders.map(MarketOrderBody.init)).json()
        case .amendment: return try MarketAmendmentBody(try Amendment(orders)).json()
        case .pair: return try MarketPairBody(orders).json()
        }
    }
}

/// Keeps the answer to a request with a key in the transaction of what it does to orders.
///
/// It is a value without code of its own, so that it can be told to the server that writes the market.
package struct OrdersKeeping: Sendable {
    let request: KeyedRequest
    let part: Int
    let form: OrdersAnswer

    /// What keeps the answer.
    var answer: AnswerKeeping<[OrderRecord]> {
        AnswerKeeping(request: request, part: part) { [form] in try form.json($0) }
    }
}

extension KeyedRequest {
    /// What keeps an answer about orders.
    ///
    /// - Parameter part: Which part of the request, when it is carried out in several transactions; 0 for all of it.
    func keeping(_ form: OrdersAnswer, part: Int = 0) -> OrdersKeeping {
        OrdersKeeping(request: self, part: part, form: form)
    }
}
