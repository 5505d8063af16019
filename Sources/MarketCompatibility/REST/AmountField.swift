/// The fields of API v1, API v2 and the sockets that say an amount or a price: they are texts from the request on, and
/// never a floating-point number.
enum AmountField: String, CaseIterable {
    /// How much of the base, or of an asset.
    case amount
    /// The limit of an order.
    case price
    /// The price at which a stop-limit order enters the book.
    case stop
    /// What one client calls ``stop``.
    case limit
    /// The limit of the stop-limit order of a pair.
    case stopPrice = "stop_price"
    /// The worst that an instant exchange may come to.
    case bound
    /// What an invoice asks for.
    case toReceive = "to_receive"
}

extension ExchangeRequest {
    /// The amount or price that must be there.
    func required(_ field: AmountField) throws(ExchangeFault) -> String { try required(field.rawValue) }

    /// The amount or price; nil when it is missing or empty.
    func optional(_ field: AmountField) -> String? { optional(field.rawValue) }
}
