// Written by `make api` from the table in API/; edit that, not this.

/// How an open order is to be another; what is left out stays.
package struct MarketAmendRequestBody: APIBody {
    /// How much is ordered in all, what is executed already included.
    package var amount: String?
    /// The limit.
    package var price: String?
    /// Your own name for the order that comes in place of this one, if one does.
    package var clientId: String?

    /// How an open order is to be another; what is left out stays.
    package init(amount: String? = nil, price: String? = nil, clientId: String? = nil) {
        self.amount = amount
        self.price = price
        self.clientId = clientId
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAmendRequest",
        [
            .optional("amount", .decimal),
            .optional("price", .decimal),
            .optional("clientId", .text(64)),
        ])
}

/// What became of an order that was to be another.
package struct MarketAmendmentBody: APIBody {
    /// The order as it is now: itself, or the one that came in its place.
    package var order: MarketOrderBody
    /// Whether it kept its number and its place in the queue.
    package var keepsPlace: Bool
    /// The one whose place it took, which is cancelled.
    package var replaced: MarketOrderBody?

    /// What became of an order that was to be another.
    package init(order: MarketOrderBody, keepsPlace: Bool, replaced: MarketOrderBody? = nil) {
        self.order = order
        self.keepsPlace = keepsPlace
        self.replaced = replaced
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "MarketAmendment",
        [
            .required("order", MarketOrderBody.schema),
            .required("keepsPlace", .boolean),
            .optional("replaced", MarketOrderBody.schema),
        ])
}
